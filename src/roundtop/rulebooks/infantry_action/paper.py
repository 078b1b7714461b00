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

KINDS: Final = ("infantry", "battery")
ID: Final = "infantry-action."
Rows = tuple[tuple[str, ...], ...]


def sheet(settings: Settings) -> Sheet:
    """The quick reference under these house rules: every line that an option touches is written from it."""
    return Sheet(
        LEDGER.title,
        "Quick reference",
        (
            _block("A turn", _turn(settings), "turn.sequence", "turn.simultaneous-fire", "initiative.tie"),
            _block("Orders", _orders(settings), "orders.chit-list", "movement.move", "opportunity.terms"),
            _block("On the move", _moves(settings), "movement.measuring", "movement.separation", "movement.terrain"),
            Block("CinC", ("Two dice", "Units a go"), _ratings(settings), (ID + "setup.cinc-choice",)),
            *_ranges(settings),
            _block("Shooting", _shooting(settings), "shooting.reduced-after-rout", "shooting.no-cover", "shooting.arc"),
            _block("Combat", _mods(_combat(settings)), *[mod.clause.removeprefix(ID) for mod in _combat(settings)]),
            _block("Dominoes", _dominoes(settings), "combat.boneyard", "combat.sideways-face"),
            _block("After combat", _after(settings), "outcome.places", "outcome.rout-move"),
            _block("The end", _points(settings), "victory.points", "victory.army-break", "victory.game-length"),
            _block("Setting up", _setting_up(settings), "setup.scale", "setup.unit-size", "setup.table-and-deployment"),
        ),
    )


def _setting_up(settings: Settings) -> Rows:
    wide, deep = settings.table_width_in, settings.table_depth_in
    return (
        ("Scale", f"1″ is {settings.yards_per_inch:g} yards, a turn {settings.minutes_per_turn:g} minutes"),
        ("A unit", f"{settings.unit_size} stands of {settings.stand_in:g}″; a battery {settings.guns_per_battery}"),
        ("A stand", f"{settings.men_per_stand} men, {settings.guns_per_stand} guns"),
        ("Pick-up game", f"{wide:g} by {deep:g}, deploying within {settings.deploy_depth_in:g}"),
    )


def _block(title: str, rows: Rows, *clauses: str) -> Block:
    return Block(title, (), rows, tuple([ID + clause for clause in clauses]))


def _turn(settings: Settings) -> Rows:
    tie = "thrown again" if settings.initiative_tie == "reroll" else "kept by last turn's holder"
    together = "all name their targets, then all throw" if settings.simultaneous_fire else "the initiative shoots first"
    half = ", and units shot below half rout" if settings.rout_from_fire else ""
    return (
        ("1", "Orders: a chit face down behind every unit."),
        ("2", f"Initiative: a die each, the higher has it this turn, ties {tie}."),
        ("3", "Movement: the sides move in turn, each as many units a go as its CinC is able to."),
        ("4", f"Shooting by units and batteries under Fire: {together}."),
        ("5", "Combat, which only comes from a charge."),
        ("6", f"React: retire, take off lost stands, rout, then opportunity fire{half}."),
    )


def _orders(settings: Settings) -> Rows:
    reach = movement_rule.ALLOWANCE_IN
    when = "When an enemy moves into range or arc" if settings.opportunity_fire == "movement" else "When reacting"
    turn = f" A battery may turn up to {movement_rule.PIVOT_DEG:g}°." if settings.artillery_pivot else ""
    return (
        ("Fire", "Shoot in the shooting step, or at whoever charges."),
        ("Opportunity fire", f"{when}, shoot at one that has come into range or arc; or at whoever charges."),
        ("Hold", f"Stay.{turn}"),
        ("Move", f"Up to {reach['move']:g}″."),
        ("Fast advance", f"Up to {reach['fast-advance']:g}″."),
        ("Charge", f"Up to {reach['charge']:g}″ to engage; never again after a rout."),
    )


def _moves(settings: Settings) -> Rows:
    wood, obstacle = 1 + movement_rule.WOOD_COST, movement_rule.OBSTACLE_COST_IN
    slow = f"an inch of wood {wood:g}″, a linear obstacle {obstacle:g}″ more"
    return (
        ("Measured", "every inch that a stand walks, wheels by its own arc"),
        ("From enemies", f"{settings.min_separation_in:g}″, but for a charge"),
        ("Ground", slow if settings.terrain_movement == "slow" else "costs nothing; nobody enters buildings or water"),
    )


def _ratings(settings: Settings) -> Rows:
    highest = 12
    rows: list[tuple[str, ...]] = []
    for lowest, units in command_rule.RATINGS:
        rows.append((f"{lowest} to {highest}", str(units)))
        highest = lowest - 1
    if settings.cinc_rating == "scenario":
        rows.extend([(f"rated {talent}", str(units)) for talent, units in command_rule.HISTORICAL.items()])
    return tuple(rows)


def _ranges(settings: Settings) -> list[Block]:
    if settings.weapon_effect == "none":
        return [_bands(kind, kind.capitalize(), tuple([b.limit for b in fire_rule.BANDS[kind]])) for kind in KINDS]
    return [_bands(_arm(reach), plain(weapon), reach) for weapon, reach in fire_rule.REACH.items()]


def _arm(reach: tuple[float, ...]) -> str:
    """Infantry weapons have two bands, guns three."""
    return next(kind for kind in KINDS if len(fire_rule.BANDS[kind]) == len(reach))


def _bands(kind: str, title: str, limits: tuple[float, ...]) -> Block:
    bands = fire_rule.BANDS[kind]
    paired = zip(bands, limits, strict=True)
    rows = tuple([(band.name.capitalize(), f"{limit:g}″", f"{band.hits_on}+") for band, limit in paired])
    return Block(f"{title} fire", ("Range", "up to", "hits on"), rows, tuple([band.clause for band in bands]))


def _shooting(settings: Settings) -> Rows:
    fewer = settings.rout_fire_penalty == "fewer-dice"
    rows = [(fire_rule.AFTER_ROUT.label.capitalize(), "one die fewer" if fewer else f"{fire_rule.AFTER_ROUT.value:+d}")]
    if settings.cover_from_fire:
        rows.append((fire_rule.COVER.label.capitalize(), f"{fire_rule.COVER.value:+d}"))
    rows.append(("Arc", f"{settings.fire_arc_deg:g}° to either side"))
    rows.append(("Sight into or out of a wood", f"{settings.wood_sight_in:g}″"))
    able = "destroyed by two sixes of one unit" if settings.infantry_vs_battery == "two-sixes" else "no harm"
    rows.append(("Infantry at a battery", able))
    return tuple(rows)


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


def _mods(mods: list[Mod]) -> Rows:
    return tuple([(mod.label.capitalize(), f"{mod.value:+d}") for mod in mods])


def _dominoes(settings: Settings) -> Rows:
    sideways = {"forward": "its forward half", "higher": "its higher half", "sum": "both halves added"}
    ends = "in flank or rear, or overlapped at an end" if settings.overlap_outflanks else "in flank or rear only"
    return (
        ("Set", "a full one for each combat" if settings.boneyard == "per-combat" else "one for the whole turn"),
        ("Sideways", f"counts {sideways[settings.sideways_face]}"),
        ("Blank", "throw a die"),
        ("Outflanked", ends),
    )


def _after(settings: Settings) -> Rows:
    full = morale_rule.FULL_MOVE_IN
    rout = f"rout {full}″ now and {full}″ next turn" if settings.rout_move == "two-turns" else f"rout {2 * full}″"
    where = "Line broken in one place" if settings.end_runs_count else "Line broken in one place, its ends not counted"
    return (
        (where, f"retire {morale_rule.RETIRE_PER_STAND_IN}″ for each stand lost, regroup"),
        (f"in {morale_rule.PLACES_FOR_FULL_MOVE} places", f"retire {full}″, regroup"),
        (f"in {morale_rule.PLACES_FOR_ROUT} or more", rout),
        ("Below half strength", f"{rout}, by fire alone too" if settings.rout_from_fire else rout),
        ("Broken once or twice, enemy routed", "form up on the spot"),
        ("Nobody lost a stand", f"the charger retires {morale_rule.FAILED_CHARGE_IN}″"),
    )


def _points(settings: Settings) -> Rows:
    return (
        ("An army is beaten", f"with {settings.army_break:.0%} of its infantry units routed or gone"),
        ("An enemy stand lost", f"{victory_rule.STAND_POINTS} point"),
        ("An enemy unit routed or gone", f"{victory_rule.UNIT_POINTS} points"),
        ("An enemy battery destroyed", f"{victory_rule.BATTERY_POINTS} points"),
        (f"After turn {settings.turn_limit}", f"objectives, then a lead of {victory_rule.WINNING_LEAD} points"),
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


def _unit(unit: muster.Mustered) -> tuple[str, ...]:
    kind = "Battery" if unit.kind == muster.BATTERY else "Infantry"
    arrives = f"turn {unit.turn}" if unit.turn else ""
    return (unit.name, kind, plain(unit.quality), plain(unit.weapon), arrives)
