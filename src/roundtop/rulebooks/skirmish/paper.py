"""What is printed beside the table: the sheet's figures at a glance, and the men of a battle."""

from __future__ import annotations

from typing import Final

from roundtop.battle.paper import Block, Sheet
from roundtop.battle.scenario import Scenario
from roundtop.battle.tally import Mod
from roundtop.battle.words import plain
from roundtop.rulebooks.skirmish import tables
from roundtop.rulebooks.skirmish.actions import rule as actions_rule
from roundtop.rulebooks.skirmish.climbing import rule as climbing_rule
from roundtop.rulebooks.skirmish.fire import rule as fire_rule
from roundtop.rulebooks.skirmish.harm import rule as harm_rule
from roundtop.rulebooks.skirmish.horses import table as horses_table
from roundtop.rulebooks.skirmish.melee import rule as melee_rule
from roundtop.rulebooks.skirmish.morale import rule as morale_rule
from roundtop.rulebooks.skirmish.movement import rule as movement_rule
from roundtop.rulebooks.skirmish.muster import forces as muster_forces
from roundtop.rulebooks.skirmish.options import LEDGER, Settings
from roundtop.rulebooks.skirmish.state import ANIMAL, COMMANDER, Figure, Group
from roundtop.rulebooks.skirmish.terrain import rule as terrain_rule
from roundtop.rulebooks.skirmish.victory import rule as victory_rule

Rows = tuple[tuple[str, ...], ...]
TURN: Final = {
    "interleaved": "First player's phase, second player's phase, and both again; one action a figure in each.",
    "consecutive": "Both phases of the first player, then both of the second; one action a figure in each.",
}
MELEE: Final = {
    "end-of-turn": "Everybody in contact fights once.",
    "on-contact": "Everybody in contact fights who has not fought when charged home.",
}
ARMS_HEADS: Final = ("Arms", "against foot", "against riders")
BEATEN_BY: Final = ("1", "2", "3", "4", "5", "more")
COMMANDERS: Final[dict[str, str]] = {
    "independent": "by himself; within 10 cm of a group in its pool of targets",
    "attached": "with a group from the start",
}
INITIATIVES: Final[dict[str, str]] = {
    "d6": "Initiative: a d6 each, the higher chooses to go first or second.",
    "commander-quality": "Initiative: the commanders' quality dice, the higher chooses to go first or second.",
    "alternate": "Initiative: a d6 each in turn 1; from then on whoever was second is first.",
}
TURNS: Final[dict[str, str]] = {"up": "what is begun in full", "proportional": "less in proportion"}
GOING: Final[dict[str, str]] = {"by-distance": "as far as it goes", "whole-move": "for the whole move"}
GRAZES: Final[dict[str, str]] = {
    "morale": "the group tests",
    "none": "is nothing",
    "duck": "costs an action in the next phase",
}
HORSES_HIT: Final[dict[str, str]] = {
    "ladder": "it takes wounds as a man does, and is down at two",
    "any-hit-fells": "any hit brings it down",
}
STATE_WORDS: Final[dict[str, str]] = {
    "ok": "carry on",
    "no-advance": "no nearer to the enemy, no charge: this turn and the next",
    "fall-back": "next turn the first action is a move to cover or to the rear",
    "break": "run with every action; may rally",
    "break-no-rally": "run with every action; never rally",
}


def sheet(settings: Settings) -> Sheet:
    """The quick reference under these house rules."""
    return Sheet(
        LEDGER.title,
        "Quick reference",
        (
            Block("Set-up", (), _setup(settings), ("skirmish.setup.scale", "skirmish.setup.group-make-up")),
            Block("A turn", (), _turn(settings), ("skirmish.turn.sequence",)),
            Block("Quality", ("Class", "Die"), _quality(settings), ("skirmish.setup.quality-classes",)),
            Block("Actions", (), _actions(settings), ("skirmish.actions.allowance", "skirmish.actions.menu")),
            Block("Moving, cm an action", (), _moving(settings), ("skirmish.movement.foot-rate",)),
            Block(
                "Weapons, cm",
                ("Weapon", *[name.capitalize() for name in fire_rule.BANDS], "Load"),
                _weapons(settings),
                ("skirmish.shooting.band-edges", "skirmish.shooting.loading-class"),
            ),
            Block("Target's dice", (), _target_dice(), ("skirmish.shooting.sequence",)),
            Block("A shot", ("Beats the higher by", "Result"), _shot(settings), ("skirmish.shooting.result-table",)),
            Block("Melee dice", ARMS_HEADS, _arms(settings), ("skirmish.melee.versus-column",)),
            Block("Melee", (), _melee(settings), ("skirmish.melee.minus-outnumbered", "skirmish.melee.plus-one")),
            Block("Beaten by", ("", "On foot", "Mounted"), _beaten(), ("skirmish.melee.result-infantry",)),
            Block("Morale", (), _mods(_morale(settings)), tuple([mod.clause for mod in _morale(settings)])),
            Block("Morale total", (), _totals(), ("skirmish.morale.result-ok", "skirmish.rally.roll")),
            Block("The end", (), _end(settings), ("skirmish.victory.force-break",)),
        ),
    )


def roster(scenario: Scenario, settings: Settings) -> Sheet:
    """The men of a battle, group by group, with boxes for wounds."""
    forces = muster_forces.muster(scenario, settings)
    blocks: list[Block] = []
    for side in scenario.sides:
        for group in [one for one in forces.groups if one.side == side.id]:
            blocks.append(_group(side.name, group, forces, settings))
    return Sheet(scenario.title, f"{LEDGER.title}: roster", tuple(blocks))


def _setup(settings: Settings) -> Rows:
    foot, mounted = settings.base_foot_cm, settings.base_mounted_cm
    return (
        ("Scale", f"1 cm is {settings.yards_per_cm:g} yards, {settings.turns_per_minute:g} turns are a minute"),
        ("Table", f"{settings.table_width_cm:g} by {settings.table_depth_cm:g} cm, where the battle gives none"),
        ("Deployment", f"within {settings.deploy_depth_cm:g} cm of the own edge, where the battle gives no zones"),
        ("A group", f"{settings.group_min} to {settings.group_max} figures, usually {settings.group_stock}"),
        ("Bases", f"{foot:g} cm on foot, {mounted:g} cm mounted"),
        ("Force commander", COMMANDERS[settings.force_commander]),
        ("Weapons at the start", "loaded" if settings.start_loaded else "unloaded"),
    )


def _turn(settings: Settings) -> Rows:
    return (
        ("1", INITIATIVES[settings.initiative]),
        ("2", TURN[settings.phase_structure]),
        ("3", "After each phase those with cause test morale; after his second, a player's broken groups may rally."),
        ("4", MELEE[settings.melee_timing]),
        ("5", "Results lapse; is a side beaten?"),
    )


def _quality(settings: Settings) -> Rows:
    return tuple([(plain(one), tables.quality_die(one, settings).name) for one in tables.CLASSES])


def _actions(settings: Settings) -> Rows:
    riding = "" if settings.muzzle_load_on_moving_horse else "; no muzzle-loader is loaded on a moving horse"
    least = settings.detachment_min
    reach, number = horses_table.HELD_CM, horses_table.HORSES_HELD
    horses = f"one man within {reach:g} cm holds {number}, others run off" if settings.horse_holders else "stay"
    wall, ladder = climbing_rule.CLIMB_CM["obstacle"], climbing_rule.CLIMB_CM["ladder"]
    return (
        ("A figure has", f"{actions_rule.ACTIONS}, one fewer for every wound, one fewer when carrying"),
        ("Move, load, fire", f"one action each; a horse may move while its rider loads or fires{riding}"),
        ("Mount, dismount", "one action, the horse standing"),
        ("Climb", f"{wall:g} cm of wall or fence, {ladder:g} cm of ladder"),
        ("Detach, rejoin", f"one action of the leader; {least} or more go, {least} or more stay"),
        ("Horses left standing", horses),
    )


def _moving(settings: Settings) -> Rows:
    rows = [
        ("On foot", f"{movement_rule.RATE_CM['foot']:g}"),
        ("Mounted", f"{movement_rule.RATE_CM['mounted']:g}"),
        ("Each 45 degrees, mounted", f"costs {movement_rule.TURN_STEP_CM:g}, {TURNS[settings.mounted_turn_rounding]}"),
        ("Difficult ground", f"costs {movement_rule.DIFFICULT_COST:g} for 1, {GOING[settings.difficult_ground]}"),
        ("Widest gap in a group", f"{settings.cohesion_cm:g}"),
    ]
    if settings.mounted_jump_height_cm > 0.0:
        height = settings.mounted_jump_height_cm
        rows.append((f"A jump, mounted, up to {height:g} cm high", f"costs {movement_rule.JUMP_CM:g}"))
    return tuple(rows)


def _weapons(settings: Settings) -> Rows:
    rows: list[tuple[str, ...]] = []
    for row in settings.armoury.shooting.values():
        limits = [f"{limit:g}" if limit else "–" for limit in (row.short, row.medium, row.long, row.extreme)]
        rows.append((plain(row.id), *limits, str(fire_rule.loads_needed(row.id, False, False, settings))))
    return tuple(rows)


def _target_dice() -> Rows:
    cover = [(f"Cover {grade}", die.name) for grade, die in terrain_rule.COVER_DICE.items()]
    return (*cover, *[(f"Range {name}", die.name) for name, die in fire_rule.RANGE_DICE.items()])


def _shot(settings: Settings) -> Rows:
    rows: list[tuple[str, ...]] = []
    above = 0
    for least, result in fire_rule.MARGINS:
        margin = f"{least} or more" if not above else str(least) if above == least + 1 else f"{least} to {above - 1}"
        rows.append((margin, result))
        above = least
    more: list[tuple[str, ...]] = [
        ("Mounted target", f"the horse on {fire_rule.HORSE_ON}+; {HORSES_HIT[settings.horse_harm]}"),
        ("A graze", GRAZES[settings.graze]),
        ("A wall, fence or bank covers", f"within {settings.linear_cover_reach_cm:g} cm"),
        ("Sight through wood", f"{settings.wood_sight_cm:g} cm at most"),
    ]
    if settings.repeater_magazine > 1:
        more.append(("Repeating weapons", f"{settings.repeater_magazine} rounds, one with each Load action"))
    return (*reversed(rows), *more)


def _arms(settings: Settings) -> Rows:
    rows: list[tuple[str, ...]] = []
    for name, row in settings.armoury.melee.items():
        rows.append((plain(name), *[die.name if die else "none" for die in (row.versus_foot, row.versus_mounted)]))
    return (*rows, ("Horse", melee_rule.HORSE.name, f"{melee_rule.HORSE.name}; not against a bayonet on foot"))


def _melee(settings: Settings) -> Rows:
    score = "the sum of the dice" if settings.melee_score == "sum" else "the best single die"
    stacks = "each" if settings.melee_plus_stacks else "once"
    return (
        ("Score", score),
        ("Each enemy beyond the first", "-1 on the quality die"),
        (melee_rule.WOUNDED.label.capitalize(), f"{melee_rule.WOUNDED.value:+d} on the quality die"),
        (
            f"{plain(melee_rule.UPHILL.label)}, {melee_rule.BARRICADE.label}, {melee_rule.CHARGING.label}",
            f"+1 {stacks}",
        ),
        ("Both of these", "add up" if settings.melee_minus_stacks else "only the larger counts"),
        ("Rider taken from behind, broken man", "quality die only, does no harm"),
    )


def _beaten() -> Rows:
    charts = zip(BEATEN_BY, melee_rule.FOOT_RESULTS[1:], melee_rule.MOUNTED_RESULTS[1:], strict=True)
    fall = ("Fall", "", f"wound on {harm_rule.FALL_WOUNDS_ON}+")
    return (*[(by, plain(foot), plain(mounted)) for by, foot, mounted in charts], fall)


def _morale(settings: Settings) -> list[Mod]:
    nco = morale_rule.NCO_DOWN
    flank = morale_rule.FLANK
    return [
        morale_rule.LEADER,
        morale_rule.COMMANDER_DOWN,
        Mod("each 20 % killed or disabled", morale_rule.PER_LOSS_STEP, "skirmish.morale.mod-losses"),
        Mod(f"{nco.label}{', until he is replaced' if settings.nco_replacement else ''}", nco.value, nco.clause),
        Mod("each 20 % wounded", morale_rule.PER_WOUND_STEP, "skirmish.morale.mod-wounded"),
        morale_rule.RETIRING,
        Mod(f"{flank.label}, within {settings.flank_reach_cm:g} cm", flank.value, flank.clause),
        morale_rule.ADVANCING,
        morale_rule.FRIENDS,
        morale_rule.POSITION,
        morale_rule.COMMANDER_NEAR,
    ]


def _mods(mods: list[Mod]) -> Rows:
    return tuple([(mod.label[:1].upper() + mod.label[1:], f"{mod.value:+d}") for mod in mods])


def _totals() -> Rows:
    rows: list[tuple[str, ...]] = []
    above: int | None = None
    for lowest, result in morale_rule.RESULTS:
        if above is None:
            total = f"{lowest} or more"
        else:
            total = str(lowest) if above == lowest + 1 else f"{above - 1} or {lowest}"
        rows.append((total, STATE_WORDS[result]))
        above = lowest
    rows.append(("less", STATE_WORDS["break-no-rally"]))
    return (*rows, ("Rally", f"{morale_rule.RALLIES_ON}+ on the quality die"))


def _end(settings: Settings) -> Rows:
    return (
        ("A side is beaten", f"with {settings.force_break:.0%} of its figures lost or running, unless it holds more"),
        ("Objectives", "all that are open to a side, one of them taken and all held for a whole turn: it has won"),
        ("A broken man cornered in contact", "gives himself up" if settings.surrender else "is fought on"),
        (
            f"After {settings.turn_limit} turns, unless the battle says",
            f"objectives, then a lead of {victory_rule.WINNING_LEAD:.0%} in figures lost",
        ),
    )


def _group(side: str, group: Group, forces: muster_forces.Muster, settings: Settings) -> Block:
    men = [figure for figure in forces.figures if figure.group == group.id]
    heads = ("Man", "Class", "Shoots with", "Fights with")
    title = f"{side}: {group.name}"
    if men and men[0].due:
        title += f" (turn {men[0].due})"
    rows = tuple([_man(figure, settings) for figure in men])
    return Block(title, heads, rows, (), tuple([0 if figure.arm == ANIMAL else 2 for figure in men]))


def _man(figure: Figure, settings: Settings) -> tuple[str, ...]:
    leads = " (commands)" if figure.role == COMMANDER else ""
    die = tables.quality_die(figure.quality, settings).name
    arms = ", ".join([plain(one.kind) for one in figure.firearms])
    return (f"{figure.name}{leads}", f"{plain(figure.quality)} {die}", arms, plain(figure.melee))
