"""Fire, shared casualties, enfilade and shots at lone men, for the umpire."""

from __future__ import annotations

from typing import Final

from roundtop.battle import procedure
from roundtop.battle.procedure import Chances, FieldError, Fields, Outputs, Procedure, Worked, between
from roundtop.battle.tally import Row
from roundtop.dice.exact import fold
from roundtop.dice.sources import Dice
from roundtop.record import record
from roundtop.rulebooks.order_cards import tables, umpire
from roundtop.rulebooks.order_cards.command import rule as command_rule
from roundtop.rulebooks.order_cards.command import umpire as command_umpire
from roundtop.rulebooks.order_cards.fire import rule
from roundtop.rulebooks.order_cards.formation import rule as formation_rule


def _eligible(given: Fields) -> str:
    return rule.fire_refusal(
        card=given["card"],
        arm=given["arm"],
        formation=given.get("formation", ""),
        state=given.get("state", tables.STEADY),
        disordered=given["firer_disordered"],
        moved=given.get("moved", False),
        ammo=given["ammo"],
        stands=given["unit_stands"],
        eligible=given["eligible_stands"],
        target_stands=given["target_stands"],
        target_reached=given["target_stands_reached"],
    )


@record(frozen=True)
class Shooting:
    """A volley with what makes it lawful and what follows from it."""

    volley: rule.Volley
    refusal: str
    ammo: str
    ammo_after: str
    refuse_max: int
    wagon: bool


def _groups(given: Fields) -> tuple[rule.Group, ...]:
    arm = given["arm"]
    found: list[rule.Group] = []
    for place, group in enumerate(given["stands_by_range"]):
        if group["gun"] and arm != tables.ARTILLERY:
            raise FieldError(f"stands_by_range[{place}].gun: {arm} has none")
        gun = group["gun"] or given.get("gun", "smoothbore")
        found.append(rule.Group(group["stands"], group["range"], rule.weapon_of(arm, gun, given["settings"])))
    return tuple(found)


def _read_fire(given: Fields) -> Shooting:
    card, groups = umpire.card(given), _groups(given)
    shown = sum([group.stands for group in groups]) + given["refused_this_card"]
    stands: int = shown if given["unit_stands"] is None else given["unit_stands"]
    between("unit_stands", stands, max(1, shown), 100)
    reached = given["target_stands"] if given["target_stands_reached"] is None else given["target_stands_reached"]
    volley = procedure.filled(
        rule.Volley,
        given,
        card=card,
        groups=groups,
        rows=_rows(given),
        crosses_line=given["fire_crosses_line_cover"],
        artillery=given["arm"] == tables.ARTILLERY,
        disordered=given["firer_disordered"],
    )
    whole = {
        "card": card,
        "unit_stands": stands,
        "eligible_stands": sum([group.stands for group in rule.firing(groups, False)]),
        "target_stands_reached": reached,
    }
    refusal = _eligible(given | whole)
    most = formation_rule.most_refused(stands)
    if not refusal and given["refused_this_card"] > most:
        refusal = "order-cards.formation.refuse-flank"
    return Shooting(
        volley=volley,
        refusal=refusal,
        ammo=given["ammo"],
        ammo_after=rule.ammo_after(given["ammo"], given["double_fire"]),
        refuse_max=most,
        wagon="target-wagon" in given["modifiers"],
    )


def _rows(given: Fields) -> tuple[str, ...]:
    low = ("firer-low-ammo",) if given["ammo"] == tables.LOW else ()
    return (*given["modifiers"], *low, *(("double-fire",) if given["double_fire"] else ()))


def _fired(shooting: Shooting, boxes: int) -> procedure.Answer:
    test = boxes > 0 and not shooting.wagon
    return procedure.verdict(""), {"boxes_circled": boxes, "morale_check": test}, shooting


def _not_fired(shooting: Shooting) -> procedure.Answer:
    """Nobody fires: nothing is hit, and no ammunition is spent."""
    spent = {"ammo_after": shooting.ammo}
    return procedure.verdict(shooting.refusal), spent, _thrown(shooting, rule.Salvo(0, 0, 0, 0)), _fired(shooting, 0)


def _thrown(shooting: Shooting, salvo: rule.Salvo) -> Outputs:
    certain = salvo.percent // 100
    return {
        "percent": salvo.percent,
        "certain_hits": certain,
        "remainder": salvo.percent % 100,
        "remainder_hit": salvo.hits > certain,
        "hits": salvo.hits,
        "save_number": rule.volley_save(shooting.volley),
        "saved": salvo.saved,
    }


def _work_fire(shooting: Shooting, dice: Dice) -> Worked:
    if shooting.refusal:
        return Worked(_not_fired(shooting), procedure.verdict_line(shooting, shooting.refusal))
    salvo = rule.volley(shooting.volley, dice)
    hits = Row("hits", str(salvo.hits), "order-cards.fire.percent-to-hits")
    boxes = Row("boxes circled", str(salvo.boxes), "order-cards.fire.hits-applied")
    outputs = (_thrown(shooting, salvo), _fired(shooting, salvo.boxes))
    return Worked(outputs, (*rule.volley_lines(shooting.volley), hits, boxes))


@record(frozen=True)
class _Shots:
    """The stages of a volley: hits, then those not saved."""

    percent: int
    save: int

    def hit(self, _: int, dice: Dice) -> int:
        return rule.hits(self.percent, "", dice)

    def saved(self, hits: int, dice: Dice) -> int:
        return rule.unsaved(hits, self.save, "", dice)


def _fire_chances(shooting: Shooting) -> tuple[Chances, ...]:
    if shooting.refusal:
        return (procedure.certainly(_not_fired(shooting)),)
    shots = _Shots(rule.percent(shooting.volley), rule.volley_save(shooting.volley))
    return (Chances("", fold((shots.hit, shots.saved), 0), lambda boxes: _fired(shooting, boxes)),)


def _read_spread(given: Fields) -> Fields:
    target: str = given["target"]
    if given["mass"] and target not in given["mass"]:
        raise FieldError(f"mass: {target} is missing; a mass names the target too")
    if target in given["gaps_from_target"]:
        raise FieldError(f"gaps_from_target.{target}: that is the target itself")
    return given


def _spread(given: Fields) -> tuple[str, ...]:
    mass, guns = tuple(given["mass"]), tuple(given["unlimbered_artillery"])
    return rule.shared_by(given["target"], mass, given["gaps_from_target"], guns, given["settings"])


def _spread_out(given: Fields, hit: tuple[str, ...]) -> Outputs:
    named = dict.fromkeys([given["target"], *given["mass"], *given["gaps_from_target"]])
    boxes: int = given["unsaved_hits"]
    return {
        "boxes_circled": {name: boxes if name in hit else 0 for name in named},
        "morale_checks": sorted(hit) if boxes else [],
    }


def _spread_lines(given: Fields, hit: tuple[str, ...]) -> tuple[Row, ...]:
    found: list[Row] = []
    for name in hit:
        clause = "order-cards.fire.one-inch-rule"
        if name == given["target"] or name in given["mass"]:
            clause = "order-cards.fire.massed-target" if name in given["mass"] else "order-cards.fire.hits-applied"
        found.append(Row(name, f"{given['unsaved_hits']} boxes", clause))
    return tuple(found)


def _raked(given: Fields) -> int:
    """Stands that rake a target from beyond its end."""
    middles: list[list[float]] = given["firing_front_middles"]
    if len(given["eligible"]) != len(middles):
        raise FieldError(f"eligible: there are {len(middles)} stands, so {len(middles)} values are wanted")
    axis = procedure.point("axis", given["axis"])
    if not 0.99 <= (axis[0] * axis[0] + axis[1] * axis[1]) ** 0.5 <= 1.01:
        raise FieldError(f"axis: {given['axis']} cannot be; it is a direction of length 1")
    end = procedure.point("near_end", given["near_end"])
    fronts = [procedure.point(f"firing_front_middles[{n}]", spot) for n, spot in enumerate(middles)]
    able = [spot for spot, eligible in zip(fronts, given["eligible"], strict=True) if eligible]
    return 0 if given["target_stands"] < rule.LEAST_ENFILADED else rule.enfilading(end, axis, able, given["settings"])


@record(frozen=True)
class Sniping:
    """A regiment firing at a lone officer or messenger."""

    refusal: str
    percent: int
    man: Fields


def _read_snipe(given: Fields) -> Sniping:
    card, groups = umpire.card(given), _groups(given)
    halves = len(set(given["modifiers"])) + (1 if given["ammo"] == tables.LOW else 0)
    refusal = rule.snipe_refusal(card, given["ammo"], groups, given["nearest_friend_range"])
    return Sniping(refusal, rule.snipe_percent(groups, given["firer_disordered"], halves), given)


MISSED: Final = ""


def _snipe(sniping: Sniping, dice: Dice) -> str:
    """What became of him; MISSED when he was not hit."""
    if not rule.sniped(sniping.percent, "", dice):
        return MISSED
    if sniping.man["officer_rank"] == command_rule.MESSENGER:
        return command_rule.KILLED
    return command_umpire.fell(sniping.man, dice)


def _sniped(sniping: Sniping, fate: str) -> procedure.Answer:
    shot = {"percent": sniping.percent, "hit": fate != MISSED}
    return procedure.verdict(sniping.refusal), shot, command_umpire.fate_of(fate or command_rule.UNHARMED)


def _work_snipe(sniping: Sniping, dice: Dice) -> Worked:
    if sniping.refusal:
        return Worked(_sniped(sniping, MISSED), procedure.verdict_line(sniping, sniping.refusal))
    fate = _snipe(sniping, dice)
    rank = sniping.man["officer_rank"]
    rows = (
        Row("chance to hit", f"{sniping.percent}%", "order-cards.officer.sniping"),
        Row("the shot", "hit" if fate else "missed", "order-cards.officer.sniping"),
        Row(f"the {rank}", fate or command_rule.UNHARMED, "order-cards.officer.sniping-result"),
    )
    return Worked(_sniped(sniping, fate), rows)


def _snipe_chances(sniping: Sniping) -> tuple[Chances, ...]:
    """A shot that misses and one that does no harm come to the same."""
    if sniping.refusal:
        return (procedure.certainly(_sniped(sniping, MISSED)),)
    odds = procedure.enumerated(sniping, lambda given, dice: _snipe(given, dice) or command_rule.UNHARMED)
    return (Chances("", odds, lambda fate: _sniped(sniping, fate)),)


PROCEDURES: Final[tuple[Procedure, ...]] = (
    procedure.ruled("fire-eligibility", lambda given: given | {"card": umpire.card(given)}, _eligible),
    Procedure("fire", _read_fire, _work_fire, _fire_chances),
    procedure.reckoned("spread-casualties", _read_spread, _spread, _spread_lines, answer=_spread_out),
    procedure.reckoned(
        "enfilade",
        lambda given: (given["target_stands"], _raked(given)),
        lambda raked: {"enfilading_stands": raked[1], "enfilade": rule.enfilades(raked[0], raked[1])},
        "order-cards.fire.enfilade",
    ),
    Procedure("snipe", _read_snipe, _work_snipe, _snipe_chances),
)
