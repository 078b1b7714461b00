"""What is printed beside the table: the page's figures at a glance, and the forces of a battle."""

from __future__ import annotations

from typing import Final

from roundtop.battle.paper import Block, Sheet
from roundtop.battle.scenario import Scenario
from roundtop.battle.tally import Mod
from roundtop.battle.words import plain
from roundtop.rulebooks.infantry_action import muster
from roundtop.rulebooks.infantry_action.command import rule as command_rule
from roundtop.rulebooks.infantry_action.fire import rule as fire_rule
from roundtop.rulebooks.infantry_action.melee import rule as melee_rule
from roundtop.rulebooks.infantry_action.morale import rule as morale_rule
from roundtop.rulebooks.infantry_action.movement import rule as movement_rule
from roundtop.rulebooks.infantry_action.options import LEDGER, Settings
from roundtop.rulebooks.infantry_action.victory import rule as victory_rule

TURN: Final = (
    ("1", "Orders: a chit face down behind every unit."),
    ("2", "Initiative: a die each, the higher has it this turn."),
    ("3", "Movement: the sides move in turn, each as many units a go as its CinC is able to."),
    ("4", "Shooting by units and batteries under Fire."),
    ("5", "Combat, which only comes from a charge."),
    ("6", "React: retire, take off lost stands, rout, then opportunity fire."),
)
ORDERS: Final = (
    ("Fire", "Shoot in the shooting step, or at whoever charges it."),
    ("Opportunity fire", "Shoot when reacting, at an enemy that has come into range or arc."),
    ("Hold", "Stay."),
    ("Move", "Up to {move:g}″."),
    ("Fast advance", "Up to {fast-advance:g}″."),
    ("Charge", "Up to {charge:g}″ to engage; never again after a rout."),
)


def sheet(settings: Settings) -> Sheet:
    """The quick reference under these house rules."""
    return Sheet(
        LEDGER.title,
        "Quick reference",
        (
            Block("A turn", (), TURN, ("infantry-action.turn.sequence",)),
            Block("Orders", (), _orders(), ("infantry-action.orders.chit-list", "infantry-action.movement.move")),
            Block("CinC", ("Two dice", "Units a go"), _ratings(), ("infantry-action.setup.cinc-choice",)),
            *[_ranges(kind) for kind in fire_rule.BANDS],
            Block("Shooting", (), _mods(_shooting(settings)), tuple([mod.clause for mod in _shooting(settings)])),
            Block("Combat", (), _mods(_combat(settings)), tuple([mod.clause for mod in _combat(settings)])),
            Block("After combat", (), _after(), ("infantry-action.outcome.places",)),
            Block("The end", (), _points(settings), ("infantry-action.victory.points",)),
        ),
    )


def roster(scenario: Scenario, settings: Settings) -> Sheet:
    """The forces of a battle, with a box for every stand."""
    forces = muster.muster(scenario, settings)
    blocks: list[Block] = []
    for side in scenario.sides:
        units = [unit for unit in forces.units if unit.side == side.id]
        rows = tuple([_unit(unit) for unit in units])
        heads = ("Unit", "Kind", "Quality", "Weapon", "Arrives")
        blocks.append(Block(side.name, heads, rows, (), tuple([unit.stands for unit in units])))
    return Sheet(scenario.title, f"{LEDGER.title}: roster", tuple(blocks))


def _orders() -> tuple[tuple[str, ...], ...]:
    return tuple([(name, text.format(**movement_rule.ALLOWANCE_IN)) for name, text in ORDERS])


def _ratings() -> tuple[tuple[str, ...], ...]:
    highest = 12
    rows: list[tuple[str, ...]] = []
    for lowest, units in command_rule.RATINGS:
        rows.append((f"{lowest} to {highest}", str(units)))
        highest = lowest - 1
    return tuple(rows)


def _ranges(kind: str) -> Block:
    bands = fire_rule.BANDS[kind]
    rows = tuple([(band.name.capitalize(), f"{band.limit:g}″", f"{band.hits_on}+") for band in bands])
    return Block(f"{kind.capitalize()} fire", ("Range", "up to", "hits on"), rows, tuple([b.clause for b in bands]))


def _shooting(settings: Settings) -> list[Mod]:
    return [fire_rule.AFTER_ROUT, *([fire_rule.COVER] if settings.cover_from_fire else [])]


def _combat(settings: Settings) -> list[Mod]:
    quality = list(melee_rule.QUALITY.values()) if settings.quality_effect == "combat" else []
    return [
        *melee_rule.CHARGING.values(),
        melee_rule.MARKER,
        melee_rule.UPHILL,
        melee_rule.OBSTACLE,
        melee_rule.WOOD,
        melee_rule.OUTFLANKED,
        *quality,
    ]


def _mods(mods: list[Mod]) -> tuple[tuple[str, ...], ...]:
    return tuple([(mod.label.capitalize(), f"{mod.value:+d}") for mod in mods])


def _after() -> tuple[tuple[str, ...], ...]:
    return (
        ("Line broken in one place", f"retire {morale_rule.RETIRE_PER_STAND_IN}″ for each stand lost, regroup"),
        (f"in {morale_rule.PLACES_FOR_FULL_MOVE} places", f"retire {morale_rule.FULL_MOVE_IN}″, regroup"),
        (f"in {morale_rule.PLACES_FOR_ROUT} or more", f"rout {2 * morale_rule.FULL_MOVE_IN}″"),
        ("Below half strength", f"rout {2 * morale_rule.FULL_MOVE_IN}″"),
        ("Broken once or twice, enemy routed", "form up on the spot"),
        ("Nobody lost a stand", f"the charger retires {morale_rule.FAILED_CHARGE_IN}″"),
    )


def _points(settings: Settings) -> tuple[tuple[str, ...], ...]:
    return (
        ("An army is beaten", f"with {settings.army_break:.0%} of its infantry units routed or gone"),
        ("An enemy stand lost", f"{victory_rule.STAND_POINTS} point"),
        ("An enemy unit routed or gone", f"{victory_rule.UNIT_POINTS} points"),
        ("An enemy battery destroyed", f"{victory_rule.BATTERY_POINTS} points"),
        ("To win at the last turn", f"objectives, then a lead of {victory_rule.WINNING_LEAD}"),
    )


def _unit(unit: muster.Mustered) -> tuple[str, ...]:
    kind = "Battery" if unit.kind == muster.BATTERY else "Infantry"
    arrives = f"turn {unit.turn}" if unit.turn else ""
    return (unit.name, kind, plain(unit.quality), plain(unit.weapon), arrives)
