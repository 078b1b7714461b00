"""What is printed beside the table: the sheets' figures at a glance, and the forces of a battle."""

from __future__ import annotations

from typing import Final

from roundtop.battle.paper import Block, Sheet
from roundtop.battle.scenario import Scenario
from roundtop.battle.tally import Mod
from roundtop.battle.words import plain
from roundtop.rulebooks.chamberlain import tables
from roundtop.rulebooks.chamberlain.advance import rule as advance_rule
from roundtop.rulebooks.chamberlain.artillery import rule as artillery_rule
from roundtop.rulebooks.chamberlain.charge import rule as charge_rule
from roundtop.rulebooks.chamberlain.command import rule as command_rule
from roundtop.rulebooks.chamberlain.concealment import rule as concealment_rule
from roundtop.rulebooks.chamberlain.fire import rule as fire_rule
from roundtop.rulebooks.chamberlain.melee import rule as melee_rule
from roundtop.rulebooks.chamberlain.morale import rule as morale_rule
from roundtop.rulebooks.chamberlain.movement import rule as movement_rule
from roundtop.rulebooks.chamberlain.muster import commands as muster_commands
from roundtop.rulebooks.chamberlain.muster import scenario as mustering
from roundtop.rulebooks.chamberlain.options import LEDGER, Settings
from roundtop.rulebooks.chamberlain.reserve import rule as reserve_rule
from roundtop.rulebooks.chamberlain.retreat import rule as retreat_rule
from roundtop.rulebooks.chamberlain.sight import rule as sight_rule
from roundtop.rulebooks.chamberlain.state import Officer, Unit
from roundtop.rulebooks.chamberlain.terrain import rule as terrain_rule

UNIT_TRAITS: Final = (
    ("Impetuous", "fires at half, must advance when it wins"),
    ("RH", "a die in counter-battery fire"),
    ("RANGE", "a die in artillery fire"),
)


def sheet(settings: Settings) -> Sheet:
    """The quick reference under these house rules."""
    return Sheet(
        LEDGER.title,
        "Quick reference: all distances in base widths",
        (
            Block("A player turn", (), _phases(settings), ("chamberlain.turn.phase-order",)),
            Block("Activation", (), _activation(settings), ("chamberlain.activate.roll",)),
            Block("Moves", ("Troops", "Simple", "Difficult"), _moves(), ("chamberlain.move.simple-straight",)),
            Block("Other moves", (), _other_moves(settings), ("chamberlain.move.charge-greatest-threat",)),
            Block(
                "Terrain",
                ("Ground", "Move", "Sight", "Cover", "Melee"),
                _terrain(settings),
                ("chamberlain.terrain.columns", "chamberlain.los.obstructing", "chamberlain.move.road"),
            ),
            Block("Small arms", ("Weapon", "Reach", "Hits on", "Note"), _weapons(settings), _weapon_clauses()),
            Block("Fire is halved once", (), _halved(settings), ("chamberlain.fire.halve-once",)),
            Block("Bonus dice in fire", (), _bonuses(settings), ("chamberlain.art.bonus-only-one",)),
            Block("Hits", (), _hits(settings), ("chamberlain.fire.hit-effect", "chamberlain.unit.ammo")),
            Block("Melee dice", (), _mods(_melee(settings)), tuple([mod.clause for mod in _melee(settings)])),
            Block(
                "Melee results", ("Score", "Defender", "Attackers"), _results(settings), ("chamberlain.melee.sequence",)
            ),
            Block("Fatigue", (), _fatigue(settings), ("chamberlain.fatigue.fatigued", "chamberlain.rally.roll")),
            Block("Officers", (), (*_at_risk(settings), *_traits(settings)), ("chamberlain.command.at-risk",)),
            Block("Unit traits", (), _unit_traits(settings), ("chamberlain.unit.abbreviations",)),
            Block("The end", (), _end(settings), ("chamberlain.victory.retirement",)),
            Block("Setting up", (), _setting_up(settings), ("chamberlain.setup.muster", "chamberlain.conceal.start")),
        ),
    )


def _phases(settings: Settings) -> tuple[tuple[str, ...], ...]:
    target = settings.info_reinforcement_target
    due = "reinforcements due come" if target == 1 else f"reinforcements due come on {target}+"
    limit = settings.command_placement_limit
    moved = "a difficult move or a pivot" if settings.mobile_requires_difficult else "a simple or difficult move"
    return (
        ("1 Information", f"Discover blinds in sight within {concealment_rule.DISCOVER_BW:g} BW; {due}."),
        (
            "2 Movement",
            f"Place officers{'' if limit is None else f', at most {limit:g} from where they were'}, then activate "
            "force by force; each unit moves, charges or rallies.",
        ),
        ("3 Fire", f"Units that did not move; at half repeaters after {moved}, horse artillery after a difficult one."),
        ("4 Combat", "Fight out the charges, in the order you like."),
        ("5 Status", "Immobile CnC's die, army morale, turn marker, retirement, objectives."),
    )


def _traits(settings: Settings) -> tuple[tuple[str, ...], ...]:
    whose = "every" if settings.trait_imb_countdown == "every-status" else "his own side's"
    combats = "in melee and fire" if settings.trait_inspiring_fire else "in melee"
    return (
        ("IMB Immobile", f"after a command {command_rule.IMMOBILE_PIPS} pips, one off in {whose} Status Phase"),
        ("INT Intuitive", "one failed activation a turn rolled again"),
        ("MOB Mobile CnC", "two commands, and his traits on two units"),
        ("V Vigorous", "two activation rolls, and his traits on two units"),
        ("C Cavalry", "one cavalry unit a turn without a die"),
        ("A Artillery", "resupplies a battery, or adds a die to its fire"),
        ("I Inspiring", f"infantry: a die {combats}; he is at risk in melee"),
        ("SF Steadfast", "infantry defending: a die, and stands unless doubled; he is at risk"),
        ("H Hero", "rally with the enemy near; he is at risk"),
    )


def _unit_traits(settings: Settings) -> tuple[tuple[str, ...], ...]:
    yells = "attacking" if settings.melee_yell == "attack-only" else "in melee"
    hits = " if it hits" if settings.ss_needs_hit else ""
    return (
        ("YH, RY", f"a die {yells}"),
        ("SS", f"its fire puts the target's officer at risk{hits}"),
        *UNIT_TRAITS,
    )


def _activation(settings: Settings) -> tuple[tuple[str, ...], ...]:
    who = "each unit" if settings.activate_mode == "unit" else "a force"
    rows = [
        (f"{settings.activate_force_target}+", f"{who} within {settings.command_range_force:g} of its commander"),
        (f"{settings.activate_lone_target}+", "a detached unit, or one out of range"),
    ]
    if settings.activate_cnc_command:
        rows.append(("no die", f"once a turn the CnC: one force or unit within {settings.command_range_cnc:g}"))
    return tuple(rows)


def _moves() -> tuple[tuple[str, ...], ...]:
    rates = [(plain(arm), rate) for arm, rate in movement_rule.RATES.items()] + [
        ("Dismounted", movement_rule.DISMOUNTED)
    ]
    return tuple([(name, f"{rate.simple:g}", f"{rate.difficult:g}") for name, rate in rates])


def _other_moves(settings: Settings) -> tuple[tuple[str, ...], ...]:
    barred = {"fatigued": "not when fatigued", "any-fatigue": "only fresh", "mounted-only": "horse not when fatigued"}
    threat = "any enemy when engaged, else " if settings.charge_engaged_free_choice else ""
    slowed = "; half in difficult ground" if settings.charge_difficult_slows else ""
    stops = "a move ends where it begins; then" if settings.move_stop_when_engaged else "a move may pass; then"
    rows = [
        (
            "Charge",
            f"{charge_rule.ON_FOOT_BW:g} on foot, {charge_rule.MOUNTED_BW:g} mounted, 45° pivot{slowed}; "
            f"{threat}the greatest threat",
        ),
        ("", barred[settings.charge_bar]),
        ("Engaged", f"in the square before an enemy: {stops} break off, pivot or charge"),
        ("Retire", f"off your edge, no enemy within {reserve_rule.RETIRE_CLEAR_BW:g}"),
        ("Reserve", f"{reserve_rule.RESERVE_BW:g} once a game, none in sight within {reserve_rule.RESERVE_CLEAR_BW:g}"),
        ("Retreat", f"{retreat_rule.RETREAT_BW:g}; attackers facing the enemy, defenders away"),
        ("Advance", f"up to {advance_rule.ADVANCE_BW:g} after winning an attack"),
    ]
    if settings.artillery_track_limber:
        rows.append(("Guns", "limbered after a simple, reserve or retreat move; a difficult move unlimbers them"))
    return tuple(rows)


def _terrain(settings: Settings) -> tuple[tuple[str, ...], ...]:
    deep = settings.los_mode == "depth"
    rows: list[tuple[str, ...]] = []
    for kind, row in terrain_rule.CHART.items():
        more = f"{row.obstruct:g} inside" if deep else f"{row.obstruct:g} more"
        seen = "at the crest" if kind == "crest" else more if row.obstruct else "clear"
        rows.append(
            (plain(kind), row.movement, seen, "yes" if row.cover else "no", str(row.melee) if row.melee else "")
        )
    eased = "simple" if settings.move_roads_cancel_difficult else "for reserves"
    return (*rows, ("Roads, crossings", eased, "", "", ""))


def _weapons(settings: Settings) -> tuple[tuple[str, ...], ...]:
    rows: list[tuple[str, ...]] = []
    for name, weapon in tables.WEAPONS.items():
        reach = tables.reach_of(name, settings)
        notes = (
            ("RR", weapon.repeats),
            (f"+{weapon.bonus}", weapon.bonus > 0),
            ("cavalry's own", name == settings.weapon_cavalry_default),
        )
        note = ", ".join([word for word, holds in notes if holds])
        rows.append((plain(name), f"{reach:g}" if reach else "none", f"{weapon.hit_on}+" if reach else "", note))
    return tuple(rows)


def _weapon_clauses() -> tuple[str, ...]:
    return tuple(dict.fromkeys([weapon.clause for weapon in tables.WEAPONS.values()]))


def _halved(settings: Settings) -> tuple[tuple[str, ...], ...]:
    """Which conditions halve whose fire under these house rules."""
    small = [f"beyond {tables.VOLLEY_BW:g}", "Impetuous", "mounted", "repeaters that moved", "target on a crest above"]
    guns = ["target in cover", "concealed", "uphill", "moving fire (HS)", "line obstructed", "counter-battery"]
    if settings.fire_guns_and_horse_halve in ("infantry", "both"):
        small += ["at artillery", "at mounted troops"]
    if settings.fire_guns_and_horse_halve in ("artillery", "both"):
        guns.append("at mounted troops")
    if settings.fire_cover_applies_to == "all":
        small += ["target in cover", "concealed", "line obstructed"]
    if settings.artillery_overhead:
        guns.append("over friends' heads")
    way = "half, rounded down, at least 1" if settings.fire_half_rounding == "down" else "half, rounded up"
    return (
        ("Small arms", ", ".join(small)),
        ("Artillery", ", ".join(guns)),
        ("How", f"{way}; bonus dice {settings.fire_bonus_timing.replace('-', ' ')}"),
    )


def _bonuses(settings: Settings) -> tuple[tuple[str, ...], ...]:
    guns = f"canister (to {artillery_rule.CANISTER_BW:g}), flank, RANGE, RH against guns, A officer"
    inspiring = ", Inspiring officer" if settings.trait_inspiring_fire else ""
    only = "each +1" if settings.artillery_bonus == "cumulative" else "only one of them, +1"
    return (
        ("Small arms", f"flank +1, smoothbores and shotguns to {tables.VOLLEY_BW:g} +1{inspiring}"),
        ("Artillery", f"{guns}: {only}"),
        (
            "Ranges",
            f"volley {tables.VOLLEY_BW:g}, skirmish {tables.SKIRMISH_BW:g}; "
            f"guns {artillery_rule.LONG_BW:g}; sight {sight_rule.SIGHT_BW:g}",
        ),
        ("Arc", f"{sight_rule.HALF_ARC[settings.fire_arc] / 100:g}° to each side of straight ahead"),
    )


def _hits(settings: Settings) -> tuple[tuple[str, ...], ...]:
    dice = "half its boxes and 2" if settings.artillery_ammo_track == "stepped" else "a die for each box"
    empty = "then it retires" if settings.artillery_empty == "retire" else "then it stays, silent"
    whom = "the nearest lawful target" if settings.fire_target_priority == "nearest" else "any lawful target"
    return (
        ("At", whom),
        ("Foot", "1 fatigue a hit"),
        ("Mounted", f"1 fatigue a hit, and retreats {fire_rule.DRIVEN_BACK_BW:g}"),
        ("Artillery", f"1 hit retreats {fire_rule.DRIVEN_BACK_BW:g}, {fire_rule.RETIRES_AT} or more retire it"),
        ("Ammunition", f"{dice}, one marked for each fire; {empty}"),
    )


def _melee(settings: Settings) -> list[Mod]:
    yells = "attacking" if settings.melee_yell == "attack-only" else ""
    return [
        *[Mod(f"{mod.label} {yells}".strip(), mod.value, mod.clause) for mod in melee_rule.YELL.values()],
        melee_rule.INSPIRED,
        melee_rule.STEADIED,
        Mod("defending the front with smoothbores, shotguns, repeaters", 1, "chamberlain.melee.defend-frontal"),
        *melee_rule.MINUS.values(),
    ]


def _mods(mods: list[Mod]) -> tuple[tuple[str, ...], ...]:
    return tuple([(f"{mod.label[0].upper()}{mod.label[1:]}", f"{mod.value:+d}") for mod in mods])


def _results(settings: Settings) -> tuple[tuple[str, ...], ...]:
    held = "the attackers win if it breaks" if settings.melee_defender_first else "even if it breaks"
    minus = "each counts" if settings.melee_minus == "cumulative" else "only one counts"
    return (
        ("Ground", "", f"the minus dice of the ground: {minus}"),
        (
            "Hit on",
            f"{melee_rule.HIT_ON}+; successes again: flanked defender",
            "horse against the front of foot or guns",
        ),
        (
            "Defence holds",
            f"{melee_rule.HOLDER_FATIGUE} fatigue; {held}",
            f"{melee_rule.LOSER_FATIGUE} fatigue, retreat",
        ),
        ("Attack more", "the difference as fatigue, retreat", f"{melee_rule.WINNER_FATIGUE} fatigue, may advance"),
        ("Guns hold", f"{melee_rule.AMMO_LOST} ammo", f"{melee_rule.LOSER_FATIGUE} fatigue, retreat"),
        (
            "Guns outscored",
            f"{melee_rule.AMMO_LOST} ammo, retreat; doubled: break",
            f"{melee_rule.WINNER_FATIGUE} fatigue, may advance",
        ),
    )


def _fatigue(settings: Settings) -> tuple[tuple[str, ...], ...]:
    edge = "below half" if settings.fatigue_fatigued_at == "below-half" else "half or less"
    return (
        ("Each fatigue", "one elan, and so one die, less; broken at 0"),
        ("Fatigued", f"{edge} of the starting elan left"),
        (
            "Rally",
            f"activated, {morale_rule.RALLY_ON}+ takes 1 off, never the last; "
            f"no enemy within {morale_rule.RALLY_CLEAR_BW:g}",
        ),
    )


def _at_risk(settings: Settings) -> tuple[tuple[str, ...], ...]:
    rule = f"killed on {command_rule.KILLED_ON}; on {command_rule.KILLED_BY_SHARPSHOOTERS_ON}+ from sharpshooters"
    return (("At risk", f"{rule}; replaced by an average officer"),)


def _end(settings: Settings) -> tuple[tuple[str, ...], ...]:
    sudden = "all of them, at once" if settings.victory_sudden_death == "all" else "at once where the scenario says so"
    return (
        ("An army is broken", f"with {settings.victory_break_fraction} of its units broken (retired do not count)"),
        ("An objective", f"foot or horse within {settings.victory_objective_radius:g} and no enemy there"),
        ("Objectives win", sudden),
        ("Night", "objective points, then the smaller share of units lost (retired count half)"),
    )


def _setting_up(settings: Settings) -> tuple[tuple[str, ...], ...]:
    scale = muster_commands.SCALES[settings.unit_scale]
    blinds = {"all": "all units", "listed": "those the scenario lists", "none": "nobody"}[settings.conceal_start]
    shown = "shown only while seen" if settings.conceal_level == "sight" else "places and facings known"
    elan = (
        ("foot", settings.unit_default_elan_infantry),
        ("horse", settings.unit_default_elan_cavalry),
        ("mounted infantry", settings.unit_default_elan_mounted_infantry),
    )
    grades = "; ".join([f"{who} {', '.join([str(value) for value in values])}" for who, values in elan])
    ammo = (settings.unit_default_ammo_field, settings.unit_default_ammo_horse, settings.unit_default_ammo_heavy)
    return (
        ("Scale", f"a base is a {settings.unit_scale}: 1 BW is {scale.yards:g} yards, a turn {scale.minutes} minutes"),
        ("A base", f"1 wide, {settings.setup_unit_depth:g} deep"),
        ("A force", f"{settings.setup_force_min} to {settings.setup_force_max} units"),
        ("Elan", f"green, regular, veteran, elite: {grades}"),
        ("Ammunition", f"field {ammo[0]}, horse {ammo[1]}, heavy {ammo[2]}"),
        ("Blinds", f"{blinds}; {shown}"),
        (
            "Pick-up game",
            f"{settings.setup_table_width:g} by {settings.setup_table_depth:g}, deploying up to "
            f"{settings.setup_deploy_depth:g} deep, {settings.setup_game_turns} turns",
        ),
    )


def roster(scenario: Scenario, settings: Settings) -> Sheet:
    """The forces of a battle, with a box for every point of elan and every ammunition box."""
    forces = mustering.muster(scenario, settings)
    names = {force.id: force.name for force in forces.forces}
    blocks: list[Block] = []
    for side in scenario.sides:
        units = [unit for unit in forces.units if unit.side == side.id]
        rows = tuple([_unit(unit, names) for unit in units])
        heads = ("Unit", "Force", "Arm", "Weapon", "Traits", "Elan or ammo", "Due")
        boxes = tuple([_strength(unit) for unit in units])
        blocks.append(Block(side.name, heads, rows, (), boxes))
        officers = tuple([_officer(one, names) for one in forces.officers if one.side == side.id])
        blocks.append(Block(f"{side.name}: officers", ("Officer", "Post", "Traits"), officers))
    return Sheet(scenario.title, f"{LEDGER.title}: roster", tuple(blocks))


def _strength(unit: Unit) -> int:
    return unit.start_ammo if unit.arm in tables.GUNS else unit.elan


def _unit(unit: Unit, names: dict[str, str]) -> tuple[str, ...]:
    due = f"turn {unit.due}, {unit.target}+" if unit.due else ""
    weapon = "" if unit.arm in tables.GUNS else plain(unit.weapon)
    force = names.get(unit.force, "detached")
    return (unit.name, force, plain(unit.arm), weapon, " ".join(unit.traits), str(_strength(unit)), due)


def _officer(officer: Officer, names: dict[str, str]) -> tuple[str, ...]:
    post = "CnC" if officer.cnc else names.get(officer.force, "")
    return (officer.name, post, " ".join(officer.traits) or "average")
