"""Fire, shared casualties, enfilade and shots at lone men, for the umpire."""

from __future__ import annotations

from typing import Final

from roundtop.battle.procedure import Chances, FieldError, Outputs, Procedure, Worked, between, enumerated, simple
from roundtop.battle.tally import Row
from roundtop.dice.exact import Odds, fold
from roundtop.dice.sources import Dice
from roundtop.record import record
from roundtop.rulebooks.order_cards import tables, umpire
from roundtop.rulebooks.order_cards.command import rule as command_rule
from roundtop.rulebooks.order_cards.fire import rule
from roundtop.rulebooks.order_cards.formation import rule as formation_rule
from roundtop.rulebooks.order_cards.options import Settings


def _eligible(fields: umpire.Fields) -> str:
    house: Settings = fields["settings"]
    return rule.fire_refusal(
        card=umpire.card_given(fields, house),
        arm=fields["arm"],
        formation=fields["formation"],
        state=fields["state"],
        disordered=fields["firer_disordered"],
        moved=fields["moved"],
        ammo=fields["ammo"],
        stands=fields["unit_stands"],
        eligible=fields["eligible_stands"],
        target_stands=fields["target_stands"],
        target_reached=fields["target_stands_reached"],
    )


def _read_eligibility(fields: umpire.Fields) -> umpire.Fields:
    house = umpire.house_rules(fields)
    umpire.card_given(fields, house)
    between("unit_stands", fields["unit_stands"], 1, umpire.MOST_STANDS)
    between("eligible_stands", fields["eligible_stands"], 0, fields["unit_stands"])
    between("target_stands", fields["target_stands"], 1, umpire.MOST_STANDS)
    between("target_stands_reached", fields["target_stands_reached"], 0, fields["target_stands"])
    return fields | {"settings": house}


FIRE_ELIGIBILITY: Final[Procedure] = umpire.ruled("fire-eligibility", _read_eligibility, _eligible)


@record(frozen=True)
class Shooting:
    """A volley with what makes it lawful and what follows from it."""

    volley: rule.Volley
    refusal: str
    ammo: str
    ammo_after: str
    refuse_max: int
    wagon: bool


def _groups(fields: umpire.Fields, house: Settings) -> tuple[rule.Group, ...]:
    found: list[rule.Group] = []
    for place, group in enumerate(fields["stands_by_range"]):
        path = f"stands_by_range[{place}]."
        between(f"{path}stands", group["stands"], 1, umpire.MOST_STANDS)
        between(f"{path}range", group["range"], 0.0, umpire.MOST_INCHES)
        if group["gun"] and fields["arm"] != tables.ARTILLERY:
            raise FieldError(f"{path}gun: {fields['arm']} has none")
        gun = group["gun"] or fields.get("gun", "smoothbore")
        found.append(rule.Group(group["stands"], group["range"], rule.weapon_of(fields["arm"], gun, house)))
    return tuple(found)


def _read_fire(fields: umpire.Fields) -> Shooting:
    house = umpire.house_rules(fields)
    card = umpire.card_given(fields, house)
    groups = _groups(fields, house)
    given = sum([group.stands for group in groups])
    refused: int = fields["refused_this_card"]
    between("refused_this_card", refused, 0, umpire.MOST_STANDS)
    stands: int = given + refused if fields["unit_stands"] is None else fields["unit_stands"]
    between("unit_stands", stands, max(1, given + refused), umpire.MOST_STANDS)
    between("target_stands", fields["target_stands"], 1, umpire.MOST_STANDS)
    reached = fields["target_stands"] if fields["target_stands_reached"] is None else fields["target_stands_reached"]
    between("target_stands_reached", reached, 0, fields["target_stands"])
    volley = rule.Volley(
        card=card,
        groups=groups,
        rows=_rows(fields),
        cover=tuple(fields["cover"]),
        crosses_line=fields["fire_crosses_line_cover"],
        artillery=fields["arm"] == tables.ARTILLERY,
        disordered=fields["firer_disordered"],
    )
    eligible = sum([group.stands for group in rule.firing(groups, False)])
    refusal = rule.fire_refusal(
        card=card,
        arm=fields["arm"],
        formation="",
        state=tables.STEADY,
        disordered=fields["firer_disordered"],
        moved=False,
        ammo=fields["ammo"],
        stands=stands,
        eligible=eligible,
        target_stands=fields["target_stands"],
        target_reached=reached,
    )
    most = formation_rule.most_refused(stands)
    if not refusal and refused > most:
        refusal = "order-cards.formation.refuse-flank"
    after = rule.ammo_after(fields["ammo"], fields["double_fire"])
    return Shooting(
        volley=volley,
        refusal=refusal,
        ammo=fields["ammo"],
        ammo_after=after,
        refuse_max=most,
        wagon="target-wagon" in fields["modifiers"],
    )


def _rows(fields: umpire.Fields) -> tuple[str, ...]:
    rows = list(fields["modifiers"])
    if fields["ammo"] == tables.LOW:
        rows.append("firer-low-ammo")
    if fields["double_fire"]:
        rows.append("double-fire")
    return tuple(rows)


def _shot(shooting: Shooting, dice: Dice) -> rule.Salvo | str:
    return shooting.refusal or rule.volley(shooting.volley, dice)


def _fired(shooting: Shooting, boxes: int) -> Outputs:
    return {
        "legal": True,
        "boxes_circled": boxes,
        "morale_check": boxes > 0 and not shooting.wagon,
        "ammo_after": shooting.ammo_after,
        "refuse_max": shooting.refuse_max,
    }


def _not_fired(shooting: Shooting) -> Outputs:
    """Nobody fires: nothing is hit, and no ammunition is spent."""
    return _fired(shooting, 0) | {"ammo_after": shooting.ammo} | umpire.verdict(shooting.refusal)


def _work_fire(shooting: Shooting, dice: Dice) -> Worked:
    salvo = _shot(shooting, dice)
    if isinstance(salvo, str):
        nothing: Outputs = {"hits": 0, "saved": 0}
        return Worked(nothing | _not_fired(shooting), umpire.verdict_line(shooting, salvo))
    certain = salvo.percent // 100
    working: Outputs = {
        "percent": salvo.percent,
        "certain_hits": certain,
        "remainder": salvo.percent % 100,
        "remainder_hit": salvo.hits > certain,
        "hits": salvo.hits,
        "save_number": rule.volley_save(shooting.volley),
        "saved": salvo.saved,
    }
    hits = Row("hits", str(salvo.hits), "order-cards.fire.percent-to-hits")
    boxes = Row("boxes circled", str(salvo.boxes), "order-cards.fire.hits-applied")
    return Worked(working | _fired(shooting, salvo.boxes), (*rule.volley_lines(shooting.volley), hits, boxes))


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
        nothing: Odds[str] = Odds({shooting.refusal: 1}, 1)
        return (Chances("", nothing, lambda _: _not_fired(shooting)),)
    shots = _Shots(rule.percent(shooting.volley), rule.volley_save(shooting.volley))
    return (Chances("", fold((shots.hit, shots.saved), 0), lambda boxes: _fired(shooting, boxes)),)


FIRE: Final[Procedure] = Procedure("fire", _read_fire, _work_fire, _fire_chances)


def _read_spread(fields: umpire.Fields) -> umpire.Fields:
    between("unsaved_hits", fields["unsaved_hits"], 0, 1000)
    for name, gap in fields["gaps_from_target"].items():
        between(f"gaps_from_target.{name}", gap, 0.0, umpire.MOST_INCHES)
    mass: list[str] = fields["mass"]
    if mass and fields["target"] not in mass:
        raise FieldError(f"mass: {fields['target']} is missing; a mass names the target too")
    if fields["target"] in fields["gaps_from_target"]:
        raise FieldError(f"gaps_from_target.{fields['target']}: that is the target itself")
    return fields | {"settings": umpire.house_rules(fields)}


def _spread(fields: umpire.Fields, _: Dice) -> tuple[str, ...]:
    return rule.shared_by(
        fields["target"],
        tuple(fields["mass"]),
        fields["gaps_from_target"],
        tuple(fields["unlimbered_artillery"]),
        fields["settings"],
    )


def _spread_out(fields: umpire.Fields, hit: tuple[str, ...]) -> Outputs:
    named = dict.fromkeys([fields["target"], *fields["mass"], *fields["gaps_from_target"]])
    boxes: int = fields["unsaved_hits"]
    return {
        "boxes_circled": {name: boxes if name in hit else 0 for name in named},
        "morale_checks": sorted(hit) if boxes else [],
    }


def _spread_lines(fields: umpire.Fields, hit: tuple[str, ...]) -> tuple[Row, ...]:
    found: list[Row] = []
    for name in hit:
        clause = "order-cards.fire.one-inch-rule"
        if name == fields["target"] or name in fields["mass"]:
            clause = "order-cards.fire.massed-target" if name in fields["mass"] else "order-cards.fire.hits-applied"
        found.append(Row(name, f"{fields['unsaved_hits']} boxes", clause))
    return tuple(found)


SPREAD_CASUALTIES: Final[Procedure] = simple("spread-casualties", _read_spread, _spread, _spread_out, _spread_lines)


@record(frozen=True)
class Raking:
    """Stands that might rake a target from beyond its end."""

    stands: int
    end: tuple[float, float]
    axis: tuple[float, float]
    fronts: tuple[tuple[float, float], ...]
    settings: Settings


def _pair(name: str, given: list[float]) -> tuple[float, float]:
    if len(given) != 2:
        raise FieldError(f"{name}: {given} cannot be; it is [x, y]")
    return given[0], given[1]


def _read_enfilade(fields: umpire.Fields) -> Raking:
    between("target_stands", fields["target_stands"], 1, umpire.MOST_STANDS)
    middles: list[list[float]] = fields["firing_front_middles"]
    if len(fields["eligible"]) != len(middles):
        raise FieldError(f"eligible: there are {len(middles)} stands, so {len(middles)} values are wanted")
    axis = _pair("axis", fields["axis"])
    length = (axis[0] * axis[0] + axis[1] * axis[1]) ** 0.5
    if not 0.99 <= length <= 1.01:
        raise FieldError(f"axis: {fields['axis']} cannot be; it is a direction of length 1")
    fronts = [_pair(f"firing_front_middles[{n}]", spot) for n, spot in enumerate(middles)]
    able = tuple([spot for spot, eligible in zip(fronts, fields["eligible"], strict=True) if eligible])
    return Raking(
        fields["target_stands"], _pair("near_end", fields["near_end"]), axis, able, umpire.house_rules(fields)
    )


def _raked(raking: Raking, _: Dice) -> int:
    if raking.stands < rule.LEAST_ENFILADED:
        return 0
    return rule.enfilading(raking.end, raking.axis, list(raking.fronts), raking.settings)


ENFILADE: Final[Procedure] = simple(
    "enfilade",
    _read_enfilade,
    _raked,
    lambda raking, count: {"enfilading_stands": count, "enfilade": rule.enfilades(raking.stands, count)},
    lambda raking, count: (Row("stands that rake it", str(count), "order-cards.fire.enfilade"),),
)


@record(frozen=True)
class Sniping:
    """A regiment firing at a lone officer or messenger."""

    refusal: str
    percent: int
    rank: str
    minor_wounds: int
    settings: Settings


def _read_snipe(fields: umpire.Fields) -> Sniping:
    house = umpire.house_rules(fields)
    card = umpire.card_given(fields, house)
    groups = _groups(fields, house)
    between("nearest_friend_range", fields["nearest_friend_range"], 0.0, umpire.MOST_INCHES)
    between("minor_wounds", fields["minor_wounds"], 0)
    halves = len(set(fields["modifiers"])) + (1 if fields["ammo"] == tables.LOW else 0)
    return Sniping(
        rule.snipe_refusal(card, fields["ammo"], groups, fields["nearest_friend_range"]),
        rule.snipe_percent(groups, fields["firer_disordered"], halves),
        fields["officer_rank"],
        fields["minor_wounds"],
        house,
    )


MISSED: Final = ""


def _snipe(sniping: Sniping, dice: Dice) -> str:
    """The clause that forbids it, or what became of him; MISSED when he was not hit."""
    if sniping.refusal:
        return sniping.refusal
    if not rule.sniped(sniping.percent, "", dice):
        return MISSED
    if sniping.rank == command_rule.MESSENGER:
        return command_rule.KILLED
    return command_rule.casualty(sniping.rank, sniping.minor_wounds, sniping.settings, "", dice)


def _sniped(sniping: Sniping, fate: str) -> Outputs:
    if sniping.refusal:
        safe: Outputs = {"hit": False, "casualty": False, "officer_result": command_rule.UNHARMED, "officer_out": False}
        return safe | umpire.verdict(sniping.refusal)
    result = fate or command_rule.UNHARMED
    return {
        "legal": True,
        "percent": sniping.percent,
        "hit": fate != MISSED,
        "casualty": result != command_rule.UNHARMED,
        "officer_result": result,
        "officer_out": command_rule.out_of_battle(result),
    }


def _snipe_lines(sniping: Sniping, fate: str) -> tuple[Row, ...]:
    if sniping.refusal:
        return umpire.verdict_line(sniping, sniping.refusal)
    return (
        Row("chance to hit", f"{sniping.percent}%", "order-cards.officer.sniping"),
        Row("the shot", "hit" if fate else "missed", "order-cards.officer.sniping"),
        Row(f"the {sniping.rank}", fate or command_rule.UNHARMED, "order-cards.officer.sniping-result"),
    )


def _snipe_chances(sniping: Sniping) -> tuple[Chances, ...]:
    """A shot that misses and one that does no harm come to the same."""
    odds = enumerated(sniping, lambda given, dice: _snipe(given, dice) or command_rule.UNHARMED)
    return (Chances("", odds, lambda fate: _sniped(sniping, fate)),)


def _work_snipe(sniping: Sniping, dice: Dice) -> Worked:
    fate = _snipe(sniping, dice)
    return Worked(_sniped(sniping, fate), _snipe_lines(sniping, fate))


SNIPE: Final[Procedure] = Procedure("snipe", _read_snipe, _work_snipe, _snipe_chances)
PROCEDURES: Final[tuple[Procedure, ...]] = (
    FIRE_ELIGIBILITY,
    FIRE,
    SPREAD_CASUALTIES,
    ENFILADE,
    SNIPE,
)
