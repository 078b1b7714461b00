"""Fire in words."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import Reason
from roundtop.battle.outline import Tellings
from roundtop.battle.scene import Telling
from roundtop.battle.words import numbered
from roundtop.rulebooks.charge_boys import field, tables, words
from roundtop.rulebooks.charge_boys.fire import aim as fire_aim
from roundtop.rulebooks.charge_boys.fire import events, rule
from roundtop.rulebooks.charge_boys.state import State, Unit
from roundtop.table.measure import rounded, within


def fired(view: State, event: events.Fired) -> Telling:
    unit, target = field.unit_of(view, event.unit), field.unit_of(view, event.target)
    with_what = " with buck and ball" if event.buck else ""
    if event.mode == "artillery" or event.guns:
        who = f"{numbered(len(event.guns), 'gun')} of {unit.name} {'fires' if len(event.guns) == 1 else 'fire'}"
    else:
        who = f"{unit.name} fires{with_what}"
    at = (
        f"on the charging {target.name}"
        if event.mode == "closing"
        else f"on {target.name} at {words.inches(event.range)}"
    )
    lost = f"{numbered(event.killed, 'figure')} {'falls' if event.killed == 1 else 'fall'}" if event.hits else ""
    text = f"{who} {at}: {numbered(event.hits, 'hit')}" + (f", {lost}" if lost else "")
    text += f", {numbered(event.officers, 'officer')} among them." if event.officers else "."
    return Telling(
        text=text,
        places=(words.where(unit), words.where(target)),
        rolls=event.rolls,
        tally=event.tally,
        hint="volley",
        side=unit.side,
    )


def held_fire(view: State, event: events.HeldFire) -> Telling:
    name = field.unit_of(view, event.unit).name
    text = f"{name} fires at what is out of range." if event.wasted else f"{name} holds its fire."
    return words.of_unit(view, event.unit, text, "none")


def why_not(view: State, step: object, piece: str) -> tuple[Reason, ...]:
    """Why an enemy may not be fired on by the unit that is asked [musketry.target, musketry.who-can-fire]."""
    if not isinstance(step, events.Fire):
        return ()
    unit = field.unit_of(view, step.unit)
    foes = [foe for foe in field.enemies(view, unit) if foe.id == piece]
    return _barred(view, unit, foes[0]) if foes else ()


def _barred(view: State, unit: Unit, foe: Unit) -> tuple[Reason, ...]:
    if field.locked(view, foe.id):
        return (Reason(f"{foe.name} is in a melee.", tables.BOOK + "musketry.no-fire-into-melee"),)
    if not view.settings.premeasure:
        return ()
    reach = rule.WEAPONS[unit.weapon].reach
    away = rounded(field.gap_between(field.blocks(unit, view.settings), field.blocks(foe, view.settings)))
    if not within(away, reach):
        far = f"{foe.name} is {words.inches(away)} away: {unit.name} reaches {words.inches(reach)}."
        return (Reason(far, tables.BOOK + "musketry.who-can-fire"),)
    men = fire_aim.aim_at(view, unit, foe).men
    if men < rule.FEWEST_MEN:
        few = f"Only {men} of {unit.name}" if men else f"Nobody of {unit.name}"
        text = f"{few} can fire on {foe.name}: {rule.FEWEST_MEN} are the fewest."
        return (Reason(text, tables.BOOK + "musketry.who-can-fire"),)
    return (Reason(f"Another enemy is nearer than {foe.name}.", tables.BOOK + "musketry.target"),)


TELLINGS: Final[Tellings] = {
    events.Fired: fired,
    events.HeldFire: held_fire,
}
