"""What people at a real table tell of each book's steps; every figure is read off Roundtop's own table."""

from __future__ import annotations

from typing import Any, Final

from roundtop.battle.engine import Passage
from roundtop.rulebooks.chamberlain import field as chamberlain
from roundtop.rulebooks.chamberlain import tables as chamberlain_tables
from roundtop.rulebooks.chamberlain.artillery import table as chamberlain_guns
from roundtop.rulebooks.chamberlain.fire import events as chamberlain_fire
from roundtop.rulebooks.chamberlain.fire import table as chamberlain_shots
from roundtop.rulebooks.chamberlain.melee import events as chamberlain_melee
from roundtop.rulebooks.chamberlain.melee import table as chamberlain_clash
from roundtop.rulebooks.chamberlain.morale import events as chamberlain_morale
from roundtop.rulebooks.chamberlain.morale import table as chamberlain_rally
from roundtop.rulebooks.order_cards import field as cards
from roundtop.rulebooks.order_cards.cover import table as cards_cover
from roundtop.rulebooks.order_cards.fire import events as cards_fire
from roundtop.rulebooks.order_cards.fire import table as cards_shots
from roundtop.rulebooks.order_cards.morale import events as cards_morale
from roundtop.rulebooks.order_cards.morale import help as cards_help
from roundtop.rulebooks.order_cards.sight import table as cards_sight
from tests.beside.shows import Script, Told, fields

# ---------------------------------------------------------------- chamberlain

OF_TROOPS: Final = ("lent",)


def _key(state: Any, id: str) -> str:
    found: str = chamberlain.unit_of(state, id).key
    return found


def _troops(troops: Any, at: str) -> dict[str, Any]:
    found = fields(troops, at=at)
    guns = troops.arm in chamberlain_tables.GUNS
    empty = ("elan", "fatigue") if guns else ("ammo", "start_ammo")
    return {path: value for path, value in found.items() if path.removeprefix(at) not in (*OF_TROOPS, *empty)}


def chamberlain_shoot(state: Any, step: Any, passage: Passage) -> list[Told]:
    firer, target = chamberlain.unit_of(state, step.unit), chamberlain.unit_of(state, step.target)
    roles = {"firer": firer.key, "target": target.key}
    guns = firer.arm in chamberlain_tables.GUNS
    if guns:
        shot: Any = chamberlain_guns.gun_shot_at(state, firer, target)
    else:
        shot = chamberlain_shots.shot_at(state, firer, target, step.timing == "before-move")
    looked = {name: getattr(shot, name) for name in ("flank", "visible", "in_arc", "obstructed")}
    looked |= {"range_bw": shot.range, **_troops(shot.firer, "firer."), **_troops(shot.target, "target.")}
    more = {} if guns else {"timing": step.timing}
    return [Told("artillery-fire" if guns else "fire", roles, {**looked, **more})]


def chamberlain_fight(state: Any, step: Any, passage: Passage) -> list[Told]:
    clash = chamberlain_clash.clash_of(state, step.defenders)
    if len(step.defenders) != 1:
        return []
    attackers = [charge.charger for charge in chamberlain.charges_on(state, step.defenders)]
    roles = {"attackers": [_key(state, id) for id in attackers], "defender": _key(state, step.defenders[0])}
    looked = _troops(clash.defenders[0], "defender.")
    each = [
        _troops(troops, "") | {"flank": assault.flank, "minus": list(assault.minus)}
        for troops, assault in zip(clash.attackers, clash.assaults, strict=True)
    ]
    looked["attackers"] = each
    return [Told("melee", roles, looked)]


def chamberlain_rallies(state: Any, step: Any, passage: Passage) -> list[Told]:
    unit = chamberlain.unit_of(state, step.unit)
    tried = chamberlain_rally.attempt(state, unit)
    looked = {"activated": tried.activated, "nearest_enemy_bw": tried.nearest_enemy, "unit.fatigue": tried.fatigue}
    return [Told("rally", {"unit": unit.key}, looked)] if passage.rolls else []


CHAMBERLAIN: Final = Script(
    book="chamberlain",
    battle="training-field",
    seed="a show",
    hears={
        chamberlain_fire.Shoot: chamberlain_shoot,
        chamberlain_melee.Fight: chamberlain_fight,
        chamberlain_morale.Rally: chamberlain_rallies,
    },
    hands=("moved", "concealed", "limbered", "mounted", "officer"),
    least={"fire": 7, "artillery-fire": 12, "melee": 8, "rally": 6},
    standing=("broken_units", "break_point"),
)

# ---------------------------------------------------------------- order cards


def cards_shoot(state: Any, step: Any, passage: Passage) -> list[Told]:
    unit, target = cards.unit_of(state, step.unit), cards.unit_of(state, step.target)
    volley = cards_shots.volley_of(state, unit, target, step.double, step.guns)
    groups: list[dict[str, Any]] = [{"stands": one.stands, "range": one.distance} for one in volley.groups]
    if unit.arm == "artillery":
        groups = [row | {"gun": one.weapon} for row, one in zip(groups, volley.groups, strict=True)]
    rows = [row for row in volley.rows if row not in ("firer-low-ammo", "double-fire")]
    looked = {
        "arm": unit.arm,
        "ammo": unit.ammo,
        "target_stands": target.stands,
        "unit_stands": unit.stands,
        "firer_disordered": volley.disordered,
        "modifiers": rows,
        "cover": list(volley.cover),
        "double_fire": step.double,
    }
    over = {"card": volley.card.word, "stands_by_range": groups}
    circled = [event.unit for event in passage.events if isinstance(event, cards_fire.Circled)]
    said = [Told("fire", {"firer": unit.id, "target": target.id}, looked, over=over, behind=circled)]
    boxes = sum([event.boxes for event in passage.events if isinstance(event, cards_fire.Fired)])
    if boxes:
        lost = [event.unit for event in passage.events if isinstance(event, cards_fire.UnitRemoved)]
        said += [Told("morale", {"unit": id}, {"kind": "fire", "boxes_now": boxes}, [], NO_OFFICER) for id in lost]
    return said


NO_OFFICER: Final = {"officer_rank": None, "officer_rating": 0, "minor_wounds": 0}


def cards_test(state: Any, step: Any, passage: Passage) -> list[Told]:
    unit = cards.unit_of(state, step.unit)
    if not cards_help.needed(state, unit, step):
        return []
    lent = cards_help.helper_named(state, step.officer)
    regiment = cards_help.regiment_of(unit)
    boxes = step.boxes if step.kind == "fire" else 0
    looked = {
        "kind": step.kind,
        "boxes_now": boxes,
        "cover": list(cards_cover.faced_cover(state, unit, step.foe)),
        "in_cover": cards_cover.in_cover(state, unit, cards_sight.known_enemies(state, unit.side)),
        "grade": unit.grade,
        "starting_stands": unit.start,
        "circled_before": unit.circled - boxes,
        "state": regiment.state,
        "disordered": regiment.disordered,
    }
    over = {"officer_rank": lent.rank or None, "officer_rating": lent.rating, "minor_wounds": lent.minor_wounds}
    if not step.foe:
        # A test for what was circled before: the boxes are on the card already.
        over["circled_before"] = looked.pop("circled_before")
    return [Told("morale", {"unit": unit.id}, looked, over=over)]


ORDER_CARDS: Final = Script(
    book="order-cards",
    battle="training-field",
    seed="a show",
    hears={cards_fire.Shoot: cards_shoot, cards_morale.TestMorale: cards_test},
    hands=("formation", "mounted", "limbered", "officer_rank", "officer_rating", "minor_wounds"),
    least={"fire": 8, "morale": 8},
    standing=("count", "threshold"),
    left_out=("EndCard", "RunCharge", "Fight", "TestLoser", "AfterMelee"),
)

SCRIPTS: Final = (CHAMBERLAIN, ORDER_CARDS)
