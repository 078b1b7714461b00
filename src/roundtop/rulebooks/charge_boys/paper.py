"""What is printed beside the table: the book's figures at a glance, and the forces of a battle."""

from __future__ import annotations

from typing import Final

from roundtop.battle.paper import Block, Sheet
from roundtop.battle.scenario import Scenario
from roundtop.battle.tally import Mod
from roundtop.battle.words import capital, plain
from roundtop.rulebooks.charge_boys import field, tables
from roundtop.rulebooks.charge_boys.artillery import rule as artillery_rule
from roundtop.rulebooks.charge_boys.casualties import rule as casualties_rule
from roundtop.rulebooks.charge_boys.charge import rule as charge_rule
from roundtop.rulebooks.charge_boys.fire import rule as fire_rule
from roundtop.rulebooks.charge_boys.melee import rule as melee_rule
from roundtop.rulebooks.charge_boys.morale import rule as morale_rule
from roundtop.rulebooks.charge_boys.movement import rule as movement_rule
from roundtop.rulebooks.charge_boys.muster import forces as muster_forces
from roundtop.rulebooks.charge_boys.options import LEDGER, Settings
from roundtop.rulebooks.charge_boys.pursuit import rule as pursuit_rule
from roundtop.rulebooks.charge_boys.rout import rule as rout_rule
from roundtop.rulebooks.charge_boys.state import Unit
from roundtop.rulebooks.charge_boys.terrain import rule as terrain_rule
from roundtop.rulebooks.charge_boys.victory import rule as victory_rule

Rows = tuple[tuple[str, ...], ...]
TURNS: Final[dict[str, Rows]] = {
    "igougo": (
        ("1", "Initiative: a die each; the higher chooses to move first or second."),
        ("2", "Routing units run on."),
        ("3", "Movement: a side's charges with all their tests, then its other moves; then the other side."),
        ("4", "Fire: both sides name their targets, then throw; the fallen come off together."),
        ("5", "Melee: one round; losers test at once."),
        ("6", "Morale: first-shot tests, other tests, re-tests, rally tests."),
        ("7", "Order recovered, guns captured, victory."),
    ),
    "written-orders": (
        ("1", "Orders: one written in secret for every unit and General, all revealed together."),
        ("2", "Routing units run on."),
        ("3", "Movement: charge tests, reactions, bonus dice, then everybody in equal impulses."),
        ("4", "Fire: both sides name their targets, then throw; the fallen come off together."),
        ("5", "Melee: one round; losers test at once."),
        ("6", "Morale: first-shot tests, other tests, re-tests, rally tests."),
        ("7", "Order recovered, guns captured, victory."),
    ),
}
PHASES: Final = 7
FIRST_MOVER: Final[dict[str, str]] = {
    "dice-each-turn": "Initiative: a die each; the higher chooses to move first or second.",
    "alternate": "Initiative: a die each in the first turn; then the sides move first in turn.",
    "scenario": "The side that the scenario names moves first, the attacker if it names none.",
}
FORMATION_NAMES: Final[dict[str, str]] = {
    tables.LINE: "Infantry in line",
    tables.ATTACK_COLUMN: "Attack column",
    tables.ROAD_COLUMN: "Road column",
    tables.SKIRMISH: "Skirmish order",
    tables.CAVALRY_LINE: "Cavalry in line",
    tables.CAVALRY_COLUMN: "Cavalry in column",
    tables.LIMBERED: "Limbered guns",
    tables.GUNNERS: "Gunners without guns",
    tables.RIDER: "Generals",
}
WEAPON_NAMES: Final[dict[str, str]] = {name: plain(name) for name in fire_rule.WEAPONS}
SAVE_WORDS: Final[dict[str, str]] = {
    casualties_rule.NONE: "no save",
    casualties_rule.REDUCED: "reduced save",
    casualties_rule.NORMAL: "normal save",
}


def sheet(settings: Settings) -> Sheet:
    """The quick reference under these house rules."""
    return Sheet(
        LEDGER.title,
        "Quick reference",
        (
            Block("A turn", (), _turn(settings), ("charge-boys.turn.phases",)),
            Block("Moves", ("", "Inches", "Charge"), _moves(settings), tuple(tables.ALLOWANCE_CLAUSES.values())),
            Block("Ground", (), _ground(settings), ("charge-boys.terrain.half-turn-arithmetic",)),
            Block("Small arms", ("", "Close", "Medium", "Long"), _ranges(), ("charge-boys.musketry.band-edges",)),
            Block("On every die of a volley", (), _mods(_volley_mods()), _clauses(_volley_mods())),
            Block("Volleys", (), _volleys(settings), ("charge-boys.musketry.dice-per-six",)),
            Block("Guns", ("Feet", "Hits on", "Effect"), _guns(settings), ("charge-boys.artillery.band-edges",)),
            Block("Saving throws", (), _saves(settings), ("charge-boys.save.limits",)),
            Block("First-shot test", (), _mods(_first_mods()), _clauses(_first_mods())),
            Block("Other tests", (), _other_mods(settings), ("charge-boys.morale.other-replaces",)),
            Block("Results", ("Total", "Result"), _results(settings), ("charge-boys.morale.result-carry-on",)),
            Block("A charge", (), _charge(settings), ("charge-boys.charge.sequence",)),
            *_melee(settings),
            Block("The end", (), _end(settings), ("charge-boys.victory.points",)),
            Block("Setting up", (), _setting_up(settings), ("charge-boys.setup.scale", "charge-boys.setup.bases")),
        ),
    )


def _turn(settings: Settings) -> Rows:
    igougo = settings.turn_mode == "igougo"
    words = [text for _, text in TURNS[settings.turn_mode]]
    if igougo:
        words[0] = FIRST_MOVER[settings.first_mover]
        words[2] += " Generals may ride before the charges." if settings.generals_ride_first else ""
    else:
        words[2] = f"{words[2][:-1]}, {settings.impulses} of them."
    if settings.retest_timing == "turn-start":
        words[0] += " Re-tests."
        words[5] = "Morale: first-shot tests, other tests, rally tests."
    words.append("Distances are measured at any time." if settings.premeasure else "Nothing is measured beforehand.")
    return tuple([(str(place) if place <= PHASES else "", text) for place, text in enumerate(words, 1)])


def roster(scenario: Scenario, settings: Settings) -> Sheet:
    """The forces of a battle, with a box for every figure."""
    forces = muster_forces.muster(scenario, settings)
    blocks: list[Block] = []
    for side in scenario.sides:
        units = [unit for unit in forces.units if unit.side == side.id]
        heads = ("Unit", "Arm", "Quality", "Weapon", "Figures", "Arrives")
        rows = tuple([_unit(unit) for unit in units])
        blocks.append(Block(side.name, heads, rows, (), tuple([field.strength(unit) for unit in units])))
        leaders = tuple([(general.name, general.brigade) for general in forces.generals if general.side == side.id])
        blocks.append(Block(f"Generals, {side.name}", (), leaders, ("charge-boys.setup.general",)))
    return Sheet(scenario.title, f"{LEDGER.title}: roster", tuple(blocks))


def _moves(settings: Settings) -> Rows:
    rows: list[tuple[str, ...]] = []
    for formation, name in FORMATION_NAMES.items():
        inches = f"{tables.allowance(formation):g}"
        if formation == tables.ROAD_COLUMN:
            inches += f", on a road {tables.ON_ROAD_IN:g}"
        rows.append((name, inches, _bonus(formation)))
    most = f"1 a man, at most {artillery_rule.MANHANDLED_MOST_IN:g}, {artillery_rule.MANHANDLING_CREW} crew needed"
    one_in = settings.horse_holders_one_in
    held = (("Dismounted", f"one man in {one_in} holds the horses", ""),) if one_in else ()
    return (*rows, ("Guns by hand", most, ""), *held)


def _bonus(formation: str) -> str:
    if formation not in movement_rule.CHARGING:
        return ""
    many = charge_rule.bonus_dice(formation, formation in tables.FORMATIONS[tables.CAVALRY])
    return f"+{many}D6" if many else "no bonus"


def _ground(settings: Settings) -> Rows:
    guns = () if settings.guns_cross_obstacles else (("Guns", "only by road through woods and over obstacles"),)
    fire = "fire and all" if settings.fire_after_full_turn else "and no fire"
    room = "its footprint, twice" if settings.building_capacity is None else f"{settings.building_capacity} figures"
    return (
        ("Woods, rivers", f"{terrain_rule.PER_INCH[terrain_rule.WOODS]:g} inches each"),
        ("Stepping back or sideways", f"{terrain_rule.PER_INCH[terrain_rule.BACK]:g} inches each; loose troops 1"),
        ("Wall, fence, fortification, facing about", "half a move"),
        ("Hedge, formation, limber, mount, building", f"the whole turn, from within 1″, {fire}"),
        ("A building holds", room),
        ("Skirmishers into or out of a building", "half a move"),
        (
            "Enemies",
            f"{movement_rule.ENEMY_GAP_IN:g}″ unless charging; "
            f"skirmishers {movement_rule.SKIRMISH_GAP_IN:g}″ from formed",
        ),
        *guns,
    )


def _ranges() -> Rows:
    rows: list[tuple[str, ...]] = []
    for name, weapon in fire_rule.WEAPONS.items():
        rows.append((WEAPON_NAMES[name], *[f"{place * weapon.reach / 3:g}″" for place in (1, 2, 3)]))
    return tuple(rows)


def _volley_mods() -> list[Mod]:
    ranges = list(fire_rule.RANGE_MODS.values())
    return [
        *ranges,
        fire_rule.BUCK,
        fire_rule.VETERANS,
        fire_rule.GREENHORNS,
        fire_rule.FIRST_FIRE,
        fire_rule.AT_SKIRMISHERS,
    ]


LEFT_OVER: Final[dict[str, str]] = {
    "half-up": "3 or more over earn one more",
    "down": "none for those left over",
    "up": "any left over earn one more",
}


ROUNDED: Final[dict[str, str]] = {"half-up": "a half up", "down": "fractions dropped", "up": "fractions up"}
AT_WHOM: Final[dict[str, str]] = {
    "nearest": "the nearest; past loose troops the nearest formed",
    "free": "anybody whom three men can fire on",
}


def _volleys(settings: Settings) -> Rows:
    cap = () if settings.max_hits_per_die is None else ((f"At most {settings.max_hits_per_die} hits", "a die"),)
    led = ", its officers in front" if settings.column_command == "front-rank" else ""
    ranks = f"line {fire_rule.LINE_FIRES}, mounted line {settings.mounted_line_fire_ranks}"
    ranks += f", attack column {settings.attack_column_fire_ranks}{led}"
    twice = "breech-loaders and carbines" if settings.all_carbines_fire_twice else "breech-loaders"
    twice += ", on foot" if settings.mounted_fires_once else ", mounted too"
    with_buck = "smoothbores" if settings.buck_and_ball_carbines else "smoothbore muskets"
    return (
        (f"One die for {tables.MEN_PER_DIE} men", LEFT_OVER[settings.remainder]),
        ("What is left on a die", "is its hits, never below 0"),
        *cap,
        ("Ranks that fire", ranks),
        (
            "Halted, or in disorder" if settings.disordered_fire == "half" else "Halted",
            f"half the dice, {ROUNDED[settings.rounding]}",
        ),
        ("At whom", AT_WHOM[settings.target_choice]),
        ("Arc", f"{settings.fire_arc:g}° to either side"),
        ("Twice, if they stand still", twice),
        ("Buck and ball", f"{with_buck}, close range, {fire_rule.BUCK_ROUNDS} volleys"),
    )


def _guns(settings: Settings) -> Rows:
    rows: list[tuple[str, ...]] = []
    for row in artillery_rule.FEET:
        hits = f"{row.hits_on}+" if row.hits_on else "always"
        effect = f"{'half the die' if row.halved else 'the die'}, {SAVE_WORDS[row.save]}"
        rows.append((row.name, hits, effect))
    rows.append(("Rifled", "+1 from 4 feet", "-1 under 1 foot; 6-7 feet for them only"))
    silent = "halted or limbered" if settings.gun_fire_after_manhandle else "halted, moved or limbered"
    rows.append(("Crew", f"{settings.min_crew_to_fire} a gun", f"{silent} guns are silent"))
    if settings.artillery_at_skirmishers == "half":
        rows.append(("Skirmishers", "", "half the hits"))
    return tuple(rows)


BEHIND: Final[dict[str, str]] = {
    "front-rank": "more than half the front rank within 1″ behind it",
    "all-figures": "more than half of all figures within 1″ behind it",
}


def _saves(settings: Settings) -> Rows:
    woods = ((f"In a wood +{settings.woods_save_bonus}", "against all fire"),) if settings.woods_save_bonus else ()
    check = (
        ("Officer check", f"one die an attack; on a {casualties_rule.OFFICER_HIT_ON} one hit is on an officer"),
        ("Officers", f"+{casualties_rule.OFFICER_BONUS}"),
    )
    last = (("Officers", f"lost last; +{casualties_rule.OFFICER_BONUS} when they are hit"),)
    return (
        ("Normal", f"{casualties_rule.SAVES[casualties_rule.NORMAL]}+"),
        (
            "Reduced",
            f"{casualties_rule.SAVES[casualties_rule.REDUCED]}+: buck and ball, guns at 1-2 feet, flank in melee",
        ),
        (f"Wall or fortification +{casualties_rule.COVER_BONUS}", f"against all fire; {BEHIND[settings.line_cover]}"),
        (f"Building +{casualties_rule.COVER_BONUS}", "against small arms"),
        *woods,
        *(last if settings.officer_hits == "last" else check),
    )


def _first_mods() -> list[Mod]:
    return [
        morale_rule.FIRST_GREEN,
        morale_rule.FIRST_DISORDERED,
        morale_rule.FIRST_COVER,
        morale_rule.FIRST_ADVANCING,
        morale_rule.FIRST_GENERAL,
        morale_rule.FIRST_VETERAN,
    ]


HITS: Final[dict[str, str]] = {"before-saves": "hits", "figures-lost": "losses"}
MEMORY: Final[dict[str, str]] = {"latest": "its latest throw counts", "first": "its first throw counts for good"}


def _other_mods(settings: Settings) -> Rows:
    fortified = morale_rule.FORTIFIED_AND_COVERED if settings.fortification_stacks_with_cover else morale_rule.FORTIFIED
    mods = [
        morale_rule.PASSED_FIRST,
        morale_rule.ADVANCING,
        morale_rule.IN_COVER,
        fortified,
        morale_rule.WITH_GENERAL,
        morale_rule.IS_VETERAN,
        morale_rule.OVER_20,
        morale_rule.CHARGED,
        morale_rule.GENERAL_KILLED,
        morale_rule.IS_DISORDERED,
        morale_rule.GREEN_FAILED,
        morale_rule.HAS_RETIRED,
        *([morale_rule.IS_GREEN] if settings.green_deducts_in_other_tests else []),
    ]
    if settings.retired_deduction == "green":
        mods.remove(morale_rule.HAS_RETIRED)
        mods.append(Mod("green, has retired", morale_rule.HAS_RETIRED.value, morale_rule.HAS_RETIRED.clause))
    turn = " this turn" if settings.casualty_deduction == "this-turn" else ""
    whole = settings.smallest_tenth == "figure"
    least, more = (", at most one a figure", " and above one") if whole else ("", "")
    return (
        *_mods(mods),
        ("Each officer killed this turn", f"{morale_rule.PER_OFFICER:+d}"),
        (f"Each tenth lost{turn}", f"{morale_rule.PER_TENTH:+d}{least}"),
        ("When", f"{HITS[settings.hits_trigger]} above a tenth{more}, a General lost, charging, charged, melee lost"),
        ("First-shot test", MEMORY[settings.first_shot_memory]),
    )


def _results(settings: Settings) -> Rows:
    far = "" if settings.first_shot_cavalry_3d6 else " after an other test"
    failed = "is removed" if settings.failed_rally == "remove" else "runs on for good"
    fire = "half the dice and no order then" if settings.disordered_fire == "half" else "no fire"
    return (
        ("5+", "carry on"),
        ("4", "halt: no move, half dice, guns silent; test again next turn"),
        ("2, 3", "retire a move in good order; test again next turn"),
        ("1", f"retire {morale_rule.DISORDER_DICE}D6 in disorder (mounted {morale_rule.MOUNTED_DISORDER_DICE}D6{far})"),
        (
            "0-",
            f"rout a move + {morale_rule.ROUT_DICE}D6: till a General joins, or one rally test ({rout_rule.RALLIES}+)",
        ),
        ("Rally fails", failed),
        ("Disordered", f"no move, {fire}; a turn at the halt restores order"),
    )


def _charge(settings: Settings) -> Rows:
    rows = [
        ("1", "Declare on an enemy seen, in the front arc, within the greatest reach."),
        ("2", "The charger tests, +1 advancing: 5 or more goes in."),
        ("3", "Skirmishers evade 10 + D6; others test at -1: 4 or more stands."),
        ("4", "Bonus dice; the ground is paid for."),
    ]
    if not settings.charged_units_test:
        rows[2] = ("3", "Skirmishers evade 10 + D6; others stand.")
    if settings.closing_fire:
        rows.append(("5", "A target that stands fires at close range; the charger tests if it must."))
    rows.append((str(len(rows) + 1), "Contact; a target reached as it gives way is caught."))
    return tuple(rows)


def _melee(settings: Settings) -> list[Block]:
    if settings.melee == "none":
        back = (("A target that stands", f"throws the charger back to {charge_rule.STOPPED_SHORT_IN:g}″"),)
        return [Block("Melee", (), back, ("charge-boys.melee.supplement",))]
    mods = [
        melee_rule.BASE,
        melee_rule.CHARGING,
        melee_rule.MOUNTED,
        melee_rule.VETERANS,
        melee_rule.GREENHORNS,
        melee_rule.FLANK,
        melee_rule.DISORDERED,
        melee_rule.LOOSE,
        melee_rule.OBSTACLES["wall"],
        melee_rule.OBSTACLES["building"],
        melee_rule.OBSTACLES["fortification"],
    ]
    after: Rows = (
        ("5+", "stands, fights on"),
        ("4", f"pushed back {melee_rule.PUSHED_BACK_IN:g}″, halted"),
        ("less", "as in the table of results"),
        (
            "The winner",
            f"stays, or follows up {pursuit_rule.FOLLOW_UP_DICE}D6 (mounted {pursuit_rule.MOUNTED_FOLLOW_UP_DICE}D6)",
        ),
        ("Caught giving way", "melee dice at +2, no saves, then rout; routers are removed"),
    )
    return [
        Block("On every melee die", (), _mods(mods), _clauses(mods)),
        Block("The loser of a round", (), after, ("charge-boys.melee.loser-test", "charge-boys.melee.follow-up")),
    ]


def _end(settings: Settings) -> Rows:
    return (
        ("A unit is out of action", "gone, routing, below half, or without its guns"),
        ("An army breaks", f"with {settings.army_break:.0%} of its units out of action"),
        ("An enemy unit out of action", f"{victory_rule.UNIT_POINTS} points"),
        ("A gun captured", f"{victory_rule.GUN_POINTS} point"),
        ("An enemy General removed", f"{victory_rule.GENERAL_POINTS} points"),
        ("An objective held", f"{victory_rule.OBJECTIVE_POINTS} points"),
        ("Length", f"the scenario's, else {settings.turn_limit} turns"),
    )


def _setting_up(settings: Settings) -> Rows:
    bases = (
        ("foot", settings.base_foot_width, settings.base_foot_depth),
        ("mounted", settings.base_mounted_width, settings.base_mounted_depth),
        ("gun", settings.base_gun_width, settings.base_gun_depth),
        ("limbered", settings.base_limbered_width, settings.base_limbered_depth),
    )
    roster = "as the scenario has them" if settings.roster == "scenario" else "each player draws up his own"
    quality = "as the roster has it" if settings.quality_source == "roster" else "by a die: 1 Green, 6 Veteran"
    generals, crew = settings.generals_per_brigade, settings.crew_per_gun
    loose = "whole units" if settings.skirmish_whole_units else "whole units, or a part told off before deployment"
    return (
        ("Scale", f"1″ is {settings.yards_per_inch:g} yards, a turn {settings.minutes_per_turn:g} minutes"),
        ("A figure, a gun", f"{settings.men_per_figure} men, {settings.guns_per_model} guns"),
        ("Forces", roster),
        ("Quality", quality),
        ("Regiments", f"{settings.advised_strength_low} to {settings.advised_strength_high} figures are advised"),
        ("Officers", f"one for {settings.figures_per_officer} figures; Generals a brigade: {generals}"),
        ("Crew", f"{crew} a gun"),
        ("Skirmish order", loose),
        ("Bases", "; ".join([f"{name} {wide:g} by {deep:g}" for name, wide, deep in bases])),
        (
            "Pick-up game",
            f"{settings.table_length:g} by {settings.table_depth:g}, deploying within {settings.deployment_depth:g}",
        ),
    )


def _mods(mods: list[Mod]) -> Rows:
    return tuple([(capital(mod.label), f"{mod.value:+d}" if mod.value else "0") for mod in mods])


def _clauses(mods: list[Mod]) -> tuple[str, ...]:
    return tuple(dict.fromkeys([mod.clause for mod in mods]))


def _unit(unit: Unit) -> tuple[str, ...]:
    carries = f"{len(unit.guns)} {unit.gun}" if unit.guns else plain(unit.weapon)
    figures = (
        f"{field.strength(unit)}: {unit.officers} officers"
        if unit.officers != 1
        else f"{field.strength(unit)}: 1 officer"
    )
    arrives = f"turn {unit.due}" if unit.due else ""
    return (unit.name, plain(unit.arm), plain(unit.quality), carries, figures, arrives)
