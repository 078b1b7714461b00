"""A scenario's forces: armies, their groups and commanders, where they stand, and the stock battle."""

from __future__ import annotations

from math import ceil
from typing import Final

from roundtop.battle.options import Fixed
from roundtop.battle.scenario import Commander, MusterError, Regiment, Scenario, Side, Weapon, Zone, value
from roundtop.kit import house
from roundtop.record import record, replace
from roundtop.rulebooks.skirmish import field, tables
from roundtop.rulebooks.skirmish.muster import ground as muster_ground
from roundtop.rulebooks.skirmish.muster import men as muster_men
from roundtop.rulebooks.skirmish.muster import values
from roundtop.rulebooks.skirmish.options import Settings
from roundtop.rulebooks.skirmish.state import (
    ANIMAL,
    BEAST,
    COMMANDER,
    FOOT,
    MOUNTED,
    ON_TABLE,
    TO_ARRIVE,
    TO_DEPLOY,
    Army,
    Figure,
    Goal,
    Group,
    Thing,
)
from roundtop.table.footprint import Block, disc_overlap
from roundtop.table.ground import Ground, level_at
from roundtop.table.layout import at_scale, scaled, settled
from roundtop.table.measure import FULL_TURN
from roundtop.table.pose import Point, Pose, ahead, aside, rounded_pose, to_world

STOCK_GROUPS: Final = 3
STOCK_SIDES: Final = (Side("union", "Union", "south"), Side("confederate", "Confederates", "north"))
ELBOW_CM: Final = 1.0
"""Room between bases where a scenario does not say how men stand."""
BEHIND_CM: Final = 8.0
INWARD: Final = {"north": 18000, "east": 27000, "south": 0, "west": 9000}


@record
class Muster:
    """The forces of a battle on its table."""

    title: str
    ground: Ground
    water: Ground
    heights: tuple[tuple[str, float], ...]
    armies: tuple[Army, ...]
    figures: tuple[Figure, ...]
    groups: tuple[Group, ...]
    things: tuple[Thing, ...]
    goals: tuple[Goal, ...]
    zones: tuple[tuple[str, tuple[Point, ...]], ...]
    turn_limit: int


def muster(scenario: Scenario, settings: Settings) -> Muster:
    """A scenario's forces; one without units, or with the value `stock`, is the stock battle [setup.muster]."""
    if is_stock(scenario):
        scenario = stock_scenario(settings, scenario.sides)
    ground = muster_ground.barricaded(
        scenario, muster_ground.levelled(scaled(scenario.ground, settings.yards_per_cm)), settings
    )
    parties = [party for side in scenario.sides for party in muster_men.parties_of(scenario, side, settings)]
    placed = placements(scenario, parties, ground, settings)
    figures: list[Figure] = []
    groups: list[Group] = []
    for party in parties:
        groups.append(group(scenario, party))
        figures.extend(figures_of(scenario, party, placed.get(party.id, []), ground, settings))
    for beast in beasts(scenario, ground, settings):
        beast.pose = _clear_of(beast, figures, ground, settings)
        groups.append(Group(beast.id, beast.side, beast.name, ANIMAL, 1))
        figures.append(beast)
    armies: list[Army] = []
    for side in scenario.sides:
        chief = commander(
            scenario=scenario, side=side, parties=parties, figures=figures, ground=ground, settings=settings
        )
        figures.append(chief)
        groups.append(Group(chief.id, side.id, chief.name, chief.arm, 1))
        armies.append(Army(side.id, side.edge, side.exits, chief.id))
    return Muster(
        title=scenario.title,
        ground=ground,
        water=muster_ground.waters(ground),
        heights=muster_ground.barrier_heights(scenario),
        armies=tuple(armies),
        figures=tuple(figures),
        groups=tuple(groups),
        things=muster_ground.things(scenario, settings),
        goals=muster_ground.goals(scenario, settings),
        zones=muster_ground.zones(scenario, figures, ground, settings),
        turn_limit=values.turn_limit(scenario, settings),
    )


def group(scenario: Scenario, party: muster_men.Party) -> Group:
    """Starting strength counts every member, the NCO included [setup.group-make-up]."""
    regiment = party.regiment
    nco = "" if party.headless else party.men[0].id
    return Group(
        id=party.id, side=regiment.side, name=party.name, arm=muster_men.arm_of(regiment), start=len(party.men), nco=nco
    )


def figures_of(
    scenario: Scenario, party: muster_men.Party, poses: list[Pose], ground: Ground, settings: Settings
) -> list[Figure]:
    """The figures of a group [setup.figure-record]."""
    regiment = party.regiment
    arm = muster_men.arm_of(regiment)
    place, due, entry = whereabouts(regiment, settings)
    found: list[Figure] = []
    for n, man in enumerate(party.men):
        pose = poses[n] if poses else Pose(0.0, 0.0, 0)
        found.append(
            Figure(
                id=man.id,
                side=regiment.side,
                group=party.id,
                name=man.name,
                role=man.role,
                quality=man.quality,
                arm=arm,
                firearms=muster_men.firearms(scenario, man.arms, man.regiment.id, settings),
                melee=muster_men.melee_of(man.arms, arm == MOUNTED),
                melee_foot=muster_men.melee_of(man.arms, False),
                pose=pose,
                level=level_at(ground, pose.x, pose.y) if poses else 0,
                place=place,
                due=due,
                entry=entry,
            )
        )
    return found


def whereabouts(regiment: Regiment, settings: Settings) -> tuple[str, int, Point | None]:
    """On the table, to deploy or to arrive, when and where [setup.reinforcements]."""
    if regiment.arrives is not None:
        entry = at_scale((regiment.arrives.x, regiment.arrives.y), settings.yards_per_cm)
        return TO_ARRIVE, values.arrival_turn(regiment.arrives.minute, settings), entry
    return (TO_DEPLOY if regiment.place is None else ON_TABLE), 0, None


def beasts(scenario: Scenario, ground: Ground, settings: Settings) -> list[Figure]:
    """Driven animals, each a target by itself and in no group [movement.animals, movement.animals-actions]."""
    found: list[Figure] = []
    for regiment in scenario.regiments:
        if not muster_men.is_herd(scenario, regiment) or regiment.place is None:
            continue
        x, y = at_scale(regiment.place, settings.yards_per_cm)
        poses = laid_out(Pose(x, y, regiment.facing or 0), regiment.men, 2, settings.base_foot_cm + ELBOW_CM)
        rate = values.number(scenario, "rate", regiment.id, 1.0, 60.0)
        for n, pose in enumerate(poses):
            id = f"{regiment.id}-{n + 1:02d}"
            name = f"{regiment.name} {n + 1}"
            level = level_at(ground, pose.x, pose.y)
            found.append(
                Figure(
                    id=id,
                    side=regiment.side,
                    group=id,
                    name=name,
                    role=BEAST,
                    quality="green",
                    arm=ANIMAL,
                    firearms=(),
                    melee="improvised",
                    melee_foot="improvised",
                    pose=pose,
                    level=level,
                    rate=rate,
                )
            )
    return found


def _clear_of(beast: Figure, figures: list[Figure], ground: Ground, settings: Settings) -> Pose:
    """Where a beast stands that would be on somebody: the nearest free place."""
    there = [figure for figure in figures if figure.place == ON_TABLE]
    if not [one for one in there if disc_overlap(field.base(one, settings), field.base(beast, settings))]:
        return beast.pose
    room = 2.0 * field.radius(beast, settings)
    others = [Block(one.pose, 2.0 * field.radius(one, settings), 2.0 * field.radius(one, settings)) for one in there]
    return settled(Block(beast.pose, room, room), others, ground, 0.5 * room) or beast.pose


def commander(
    scenario: Scenario,
    side: Side,
    parties: list[muster_men.Party],
    figures: list[Figure],
    ground: Ground,
    settings: Settings,
) -> Figure:
    """The force commander: over and above the men of the units [setup.force-commander, setup.muster-leaders]."""
    chief = muster_men.chief_of(scenario, side)
    own = [party for party in parties if party.regiment.side == side.id]
    men = dict.fromkeys(tables.CLASSES, 0)
    for party in own:
        for man in party.men:
            men[man.regiment.quality] += 1
    most = max([men[quality] for quality in tables.CLASSES])
    common = tables.CLASSES[[men[quality] for quality in tables.CLASSES].index(most)]
    rating = muster_men.RATED[chief.rating or "average"] if chief is not None else 0
    quality = tables.shifted(common, 1 + rating, "regular")
    id = chief.id if chief is not None else f"{side.id}-commander"
    name = chief.name if chief is not None else f"Lieutenant of the {side.name}"
    mounted = values.said(scenario, "mounted", id) == "true"
    arm = MOUNTED if mounted else FOOT
    place, due, entry, pose = post(
        scenario=scenario,
        side=side,
        chief=chief,
        parties=own,
        figures=figures,
        mounted=mounted,
        ground=ground,
        settings=settings,
    )
    level = level_at(ground, pose.x, pose.y) if place == ON_TABLE else 0
    return Figure(
        id=id,
        side=side.id,
        group=id,
        name=name,
        role=COMMANDER,
        quality=quality,
        arm=arm,
        firearms=muster_men.firearms(scenario, muster_men.OFFICERS_ARMS, "", settings),
        melee=muster_men.melee_of(muster_men.OFFICERS_ARMS, mounted),
        melee_foot=muster_men.melee_of(muster_men.OFFICERS_ARMS, False),
        pose=pose,
        level=level,
        place=place,
        due=due,
        entry=entry,
    )


def post(
    scenario: Scenario,
    side: Side,
    chief: Commander | None,
    parties: list[muster_men.Party],
    figures: list[Figure],
    mounted: bool,
    ground: Ground,
    settings: Settings,
) -> tuple[str, int, Point | None, Pose]:
    """Where a commander is: his place, else behind the middle of his men, else with those who deploy or arrive."""
    own = [figure for figure in figures if figure.side == side.id and figure.arm != ANIMAL]
    there = [figure for figure in own if figure.place == ON_TABLE]
    nowhere = Pose(0.0, 0.0, 0)
    facing = INWARD[side.edge]
    size = settings.base_mounted_cm if mounted else settings.base_foot_cm
    if chief is not None and chief.place is not None:
        x, y = at_scale(chief.place, settings.yards_per_cm)
        wanted = Pose(x, y, facing)
    elif there:
        x = sum([figure.pose.x for figure in there]) / len(there)
        y = sum([figure.pose.y for figure in there]) / len(there)
        wanted = ahead(Pose(x, y, facing), -BEHIND_CM)
    elif [figure for figure in own if figure.place == TO_DEPLOY]:
        return TO_DEPLOY, 0, None, nowhere
    else:
        first = min(own, key=_arrival)
        return TO_ARRIVE, first.due, first.entry, nowhere
    others = [Block(f.pose, *_square(f, settings)) for f in figures if f.place == ON_TABLE]
    pose = settled(Block(rounded_pose(wanted), size, size), others, ground, 0.5 * size)
    if pose is None:
        raise MusterError(f"{side.id}: there is no room for its commander; make the field larger")
    return ON_TABLE, 0, None, pose


def _arrival(figure: Figure) -> tuple[int, str]:
    return (figure.due, figure.id)


def _square(figure: Figure, settings: Settings) -> tuple[float, float]:
    size = settings.base_mounted_cm if figure.arm == MOUNTED else settings.base_foot_cm
    return size, size


def pitch_of(scenario: Scenario, regiment: Regiment, settings: Settings) -> float:
    """From man to man: as the scenario says in yards, else an elbow's room."""
    base = settings.base_mounted_cm if muster_men.arm_of(regiment) == MOUNTED else settings.base_foot_cm
    yards = values.number(scenario, "spacing", regiment.id, 0.1, 200.0)
    return max(base, yards / settings.yards_per_cm) if yards else base + ELBOW_CM


def ranks_of(scenario: Scenario, regiment: Regiment) -> int:
    return int(values.number(scenario, "ranks", regiment.id, 1, 12)) or 2


def laid_out(middle: Pose, men: int, ranks: int, pitch: float) -> list[Pose]:
    """Men in so many ranks behind the middle of their front, from the right of the first rank on."""
    files = -(-men // ranks)
    found: list[Pose] = []
    for n in range(men):
        rank, file = divmod(n, files)
        in_rank = min(files, men - rank * files)
        x, y = to_world(middle, (0.5 * (in_rank - 1) - file) * pitch, -rank * pitch)
        found.append(rounded_pose(Pose(x, y, middle.facing)))
    return found


def placements(
    scenario: Scenario, parties: list[muster_men.Party], ground: Ground, settings: Settings
) -> dict[str, list[Pose]]:
    """Where the men of each group stand who are placed by the scenario: a unit's groups side by side."""
    found: dict[str, list[Pose]] = {}
    blocks: list[Block] = []
    for party in sorted(parties, key=_party_id):
        regiment = party.regiment
        if regiment.place is None or regiment.arrives is not None:
            continue
        pitch = pitch_of(scenario, regiment, settings)
        ranks = ranks_of(scenario, regiment)
        x, y = at_scale(regiment.place, settings.yards_per_cm)
        front = Pose(x, y, (regiment.facing or 0) % FULL_TURN)
        fellows = [other for other in parties if other.regiment.id == regiment.id]
        widths = [-(-len(other.men) // ranks) * pitch for other in fellows]
        place = [other.id for other in fellows].index(party.id)
        gaps = pitch * (len(fellows) - 1)
        right = 0.5 * (sum(widths) + gaps) - sum(widths[:place]) - place * pitch - 0.5 * widths[place]
        depth = -(-len(party.men) // -(-len(party.men) // ranks)) * pitch
        middle = ahead(aside(front, right), -0.5 * (depth - pitch))
        pose = settled(Block(rounded_pose(middle), widths[place], depth), blocks, ground, 0.5 * pitch)
        if pose is None:
            raise MusterError(f"{regiment.id}.place: there is no room for {party.name}; make the field larger")
        blocks.append(Block(pose, widths[place], depth))
        found[party.id] = laid_out(ahead(pose, 0.5 * (depth - pitch)), len(party.men), ranks, pitch)
    return found


def _party_id(party: muster_men.Party) -> str:
    return party.id


def fixed(scenario: Scenario, settings: Settings) -> tuple[Fixed, ...]:
    """The house rules that a battle has settled [setup.table-and-deployment, victory.game-length]."""
    if is_stock(scenario):
        return ()
    lasts = values.number(scenario, "turns", "", 1, 1000)
    ground = scaled(scenario.ground, settings.yards_per_cm)
    return (
        *([house.length("turn_limit", int(lasts), replace(scenario, minutes=0))] if lasts else []),
        *house.table(("table_width_cm", "table_depth_cm"), (ground.width, ground.depth), scenario),
        *house.zones("deploy_depth_cm", scenario),
    )


def is_stock(scenario: Scenario) -> bool:
    return not scenario.regiments or value(scenario, values.RULEBOOK, "stock") == "true"


def stock_scenario(settings: Settings, sides: tuple[Side, ...] = STOCK_SIDES) -> Scenario:
    """Open ground, a commander and three groups of eight a side, deployed by hand.

    [setup.group-make-up, setup.table-and-deployment]
    """
    scale = settings.yards_per_cm
    ground = Ground(settings.table_width_cm * scale, settings.table_depth_cm * scale)
    reach = settings.deploy_depth_cm * scale
    return Scenario(
        id="stock",
        title="The stock skirmish",
        date="",
        story="Three groups of riflemen and a commander a side on open ground.",
        sources=(),
        rulebooks=(values.RULEBOOK,),
        minutes=ceil(settings.turn_limit / settings.turns_per_minute),
        ground=ground,
        sides=sides,
        formations=(),
        commanders=(),
        regiments=tuple([squad for side in sides for squad in stock_squads(side, settings)]),
        deployment="zones",
        zones=tuple([Zone(s.id, muster_ground.along(s.edge, ground, reach)) for s in sides]),
    )


def stock_squads(side: Side, settings: Settings) -> list[Regiment]:
    men = settings.group_stock
    return [
        Regiment(
            id=f"{side.id}-{n}",
            name=f"{side.name} squad {n}",
            side=side.id,
            arm="infantry",
            men=men,
            guns=0,
            weapons=(Weapon("rifle-musket", men),),
            quality="regular",
            brigade="",
            division="",
        )
        for n in range(1, STOCK_GROUPS + 1)
    ]
