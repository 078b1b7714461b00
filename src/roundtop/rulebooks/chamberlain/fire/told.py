"""Fire in words and pictures."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import Reason
from roundtop.battle.outline import Tellings
from roundtop.battle.scene import Overlay, Telling
from roundtop.battle.words import numbered
from roundtop.rulebooks.chamberlain import field, tables, words
from roundtop.rulebooks.chamberlain.artillery import rule as artillery_rule
from roundtop.rulebooks.chamberlain.fire import events, table
from roundtop.rulebooks.chamberlain.sight import rule as sight_rule
from roundtop.rulebooks.chamberlain.state import UNKNOWN, State, Unit
from roundtop.table.measure import cosine, sine
from roundtop.table.pose import Point


def volley_fired(view: State, event: events.VolleyFired) -> Telling:
    firer = field.unit_of(view, event.unit)
    targets = [unit for unit in view.units if unit.id == event.target and event.target != UNKNOWN]
    whom = field.label(targets[0]) if targets else "a concealed unit"
    first = " before it moves" if event.timing == "before-move" else ""
    text = (
        f"{field.label(firer)} fires at {whom}{first}: {tables.dice_words(event.dice)}, {numbered(event.hits, 'hit')}."
    )
    places = tuple([words.where(unit) for unit in (firer, *targets)])
    return Telling(text, places, rolls=event.rolls, tally=event.tally, hint="volley", side=firer.side)


ARC_STEP: Final = 500


def ranges(view: State, unit: Unit) -> list[Overlay]:
    """The arc of fire out to each range [fire.arc, fire.range-volley, art.range-long]."""
    if unit.arm in tables.GUNS:
        bands = (
            ("canister", artillery_rule.CANISTER_BW, "art.range-canister"),
            ("long range", artillery_rule.LONG_BW, "art.range-long"),
        )
    else:
        far = tables.reach_of(unit.weapon, view.settings)
        bands = (
            ("volley", min(tables.VOLLEY_BW, far), "fire.range-volley"),
            ("skirmish", min(tables.SKIRMISH_BW, far), "fire.range-skirmish"),
        )
    half = sight_rule.HALF_ARC[view.settings.fire_arc]
    found: list[Overlay] = []
    for name, limit, clause in bands:
        if limit <= 0.0 or (name == "skirmish" and limit <= tables.VOLLEY_BW):
            continue
        points: list[Point] = [(unit.pose.x, unit.pose.y)]
        for by in range(-half, half + 1, ARC_STEP):
            facing = unit.pose.facing + by
            points.append((unit.pose.x + limit * sine(facing), unit.pose.y + limit * cosine(facing)))
        found.append(Overlay("arc", unit.side, f"{name}, {words.bw(limit)}", tuple(points), words.BOOK + clause))
    return found


def shots(view: State, unit: Unit, foe: Unit) -> list[Overlay]:
    """A unit's shot at an enemy, or why it has none; and the enemy's at it, as far as he is known."""
    line = ((unit.pose.x, unit.pose.y), (foe.pose.x, foe.pose.y))
    found: list[Overlay] = []
    clause = table.shot_clause(view, unit, foe)
    if clause:
        text = f"{field.label(foe)}: {WHY_NOT.get(clause, 'no shot')}"
        found.append(Overlay("barred", unit.side, text, line, clause))
    else:
        text = f"could fire at {field.label(foe)}: {_dice_words(view, unit, foe)}"
        found.append(Overlay("line", unit.side, text, line, words.BOOK + "fire.target-choice"))
    if foe.name != UNKNOWN and not table.shot_clause(view, foe, unit):
        text = f"could be fired at by {field.label(foe)}: {_dice_words(view, foe, unit)}"
        found.append(Overlay("threat", foe.side, text, (line[1], line[0]), words.BOOK + "fire.target-choice"))
    return found


def _dice_words(view: State, unit: Unit, foe: Unit) -> str:
    away, dice, hit_on = table.aimed_shot(view, unit, foe)
    return f"{tables.dice_words(dice)} on {hit_on}+ at {words.bw(away)}"


WHY_NOT: Final[dict[str, str]] = {
    words.BOOK + "fire.who": "it has moved, or somebody is in contact",
    words.BOOK + "move.mobile-difficult": "it has moved too far to fire",
    words.BOOK + "move.mobile-hs": "it has moved too far to fire",
    words.BOOK + "move.mobile-rr": "only repeaters fire and move",
    words.BOOK + "move.limber-state": "its guns are limbered",
    words.BOOK + "unit.ammo-zero": "no ammunition",
    words.BOOK + "unit.weapon-carbine": "out of carbine range, or no firearm",
    words.BOOK + "unit.weapon-shotgun": "out of shotgun range",
    words.BOOK + "unit.weapon-smoothbore": "out of smoothbore range",
    words.BOOK + "unit.weapon-repeating-carbine": "out of carbine range",
    words.BOOK + "unit.weapon-breechloading-carbine": "out of carbine range",
    words.BOOK + "fire.range-skirmish": "farther than 2 BW",
    words.BOOK + "art.range-long": "farther than 8 BW",
    words.BOOK + "los.must-see": "out of sight",
    words.BOOK + "los.units-block": "friends are in the way",
    words.BOOK + "fire.arc": "outside the arc of fire",
    words.BOOK + "art.overhead-level": "friends are in the way",
    words.BOOK + "art.overhead-target": "friends are too near the target",
}


def fire_barred(view: State, step: events.ChooseShot, foe: Unit) -> tuple[Reason, ...]:
    if foe.side == step.side:
        return (Reason(f"{field.label(foe)} is on your own side.", words.BOOK + "fire.target-choice"),)
    reasons: list[Reason] = []
    for unit in field.on_table(view, step.side):
        if table.may_fire(view, unit, False):
            clause = table.shot_clause(view, unit, foe)
            if not clause:
                return ()
            reasons.append(Reason(f"{unit.name} at {field.label(foe)}: {WHY_NOT.get(clause, 'no shot')}.", clause))
    return tuple(reasons) or (Reason("None of your units may fire.", words.BOOK + "fire.who"),)


TELLINGS: Final[Tellings] = {
    events.VolleyFired: volley_fired,
}
