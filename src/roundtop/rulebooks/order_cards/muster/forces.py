"""A scenario's order of battle as this book's forces: units, officers, hands, ground and goals."""

from __future__ import annotations

from typing import Final

from roundtop.battle import scenario as scenarios
from roundtop.battle.options import Fixed
from roundtop.battle.protocol import Player
from roundtop.kit import deployment, house, objectives
from roundtop.kit.objectives import Goal
from roundtop.record import record
from roundtop.rulebooks.order_cards import field, tables
from roundtop.rulebooks.order_cards.command import rule as command_rule
from roundtop.rulebooks.order_cards.muster import brigades
from roundtop.rulebooks.order_cards.muster import units as muster_units
from roundtop.rulebooks.order_cards.options import Settings
from roundtop.rulebooks.order_cards.state import Army, Hand, Officer, Unit
from roundtop.rulebooks.order_cards.supply import rule as supply_rule
from roundtop.table.ground import Ground
from roundtop.table.layout import at_scale, scaled, settled
from roundtop.table.measure import rounded
from roundtop.table.pose import Point, Pose, ahead, rounded_pose

RULEBOOK: Final = "order-cards"
MINUTES_PER_CARD: Final = 10
"""An own card with the enemy's answer to it [setup.scale]."""
DEPLOY_DEPTH: Final = 12.0
"""[setup.deployment]"""
GOAL_RADIUS: Final = 3.0
"""[victory.points]"""
BEHIND: Final = 2.0
"""How far behind the middle of his units an officer stands for whom the scenario gives no place."""


@record
class Muster:
    """The forces of a battle on its table; the zones are those of sides with units to deploy by hand."""

    ground: Ground
    armies: tuple[Army, ...]
    hands: tuple[Hand, ...]
    units: tuple[Unit, ...]
    officers: tuple[Officer, ...]
    goals: tuple[Goal, ...]
    zones: tuple[tuple[str, tuple[Point, ...]], ...]
    reserves: tuple[tuple[str, int], ...]
    sets: int
    visibility: float


def muster(scenario: scenarios.Scenario, settings: Settings, players: tuple[Player, ...]) -> Muster:
    """A scenario's forces under its players [setup.muster, setup.organisation]."""
    ground = scaled(scenario.ground, settings.yards_per_inch)
    found = brigades.brigades(scenario, settings)
    if not found:
        raise scenarios.MusterError("regiment: the battle has no regiment or battery that takes the field; name some")
    owners = {brigade.id: brigades.owner(scenario, brigade.id, brigade.side, players) for brigade in found}
    units = _units(scenario, found, owners, ground, settings)
    units = (*units, *_wagons(found, units, owners, ground, settings))
    in_hand = [unit.side for unit in units if unit.place == tables.TO_DEPLOY]
    return Muster(
        ground=ground,
        armies=tuple([Army(side.id, side.edge, side.friendly, side.exits) for side in scenario.sides]),
        hands=tuple([_hand(player, units, settings) for player in players]),
        units=units,
        officers=_officers(
            scenario=scenario, found=found, units=units, players=players, ground=ground, settings=settings
        ),
        goals=objectives.goals_of(scenario, settings.yards_per_inch, GOAL_RADIUS),
        zones=deployment.zones(scenario, in_hand, ground, settings.yards_per_inch, DEPLOY_DEPTH),
        reserves=_reserves(scenario, found),
        sets=set_limit(scenario, settings),
        visibility=visibility(scenario, settings),
    )


def set_limit(scenario: scenarios.Scenario, settings: Settings) -> int:
    """Sets the battle lasts, by the scenario's number or minutes, else the option [setup.scale, victory.length]."""
    said = scenarios.whole_number(scenario, RULEBOOK, "sets", "", (1, 200))
    if said:
        return said
    return sets_of(scenario.minutes, settings) if scenario.minutes else settings.sets


def fixed(scenario: scenarios.Scenario, settings: Settings) -> tuple[Fixed, ...]:
    """The house rules that a battle has settled: its length [setup.scale, victory.length]."""
    said = scenarios.whole_number(scenario, RULEBOOK, "sets", "", (1, 200))
    if not said and not scenario.minutes:
        return ()
    return (house.length("sets", set_limit(scenario, settings), scenario, "set"),)


def sets_of(minutes: int, settings: Settings) -> int:
    """Sets that so many minutes take [setup.scale]."""
    return tables.ceiling(minutes, MINUTES_PER_CARD * settings.cards_per_set)


def visibility(scenario: scenarios.Scenario, settings: Settings) -> float:
    """How far anybody sees, 0 for no limit: the option, else the scenario's fog or dusk [visibility.table]."""
    if settings.max_visibility or scenario.visibility is None:
        return settings.max_visibility
    return rounded(scenario.visibility / settings.yards_per_inch)


def cards_before(minute: int) -> int:
    """Cards that a player must have played before troops due at that minute come on [setup.reinforcements]."""
    return tables.ceiling(minute, MINUTES_PER_CARD)


def _units(
    scenario: scenarios.Scenario,
    found: list[brigades.Brigade],
    owners: dict[str, str],
    ground: Ground,
    settings: Settings,
) -> tuple[Unit, ...]:
    """Every unit, a body that is too large as several wings [setup.muster]."""
    units: list[Unit] = []
    for brigade in found:
        for body in brigade.bodies:
            sizes = muster_units.parts_of(body, settings)
            for part in range(len(sizes)):
                units.append(
                    _unit(
                        body=body, part=part, sizes=sizes, brigade=brigade, player=owners[brigade.id], settings=settings
                    )
                )
                _put(units[-1], body[0], settings)
    # Lines that would overlap are settled in the order of their names, whatever the order of battle lists first.
    for place, unit in enumerate(sorted(units, key=lambda one: one.id)):
        if unit.place == tables.ON_TABLE:
            earlier = sorted(units, key=lambda one: one.id)[:place]
            unit.pose = _settled(unit, unit.pose, earlier, ground)
    return tuple(units)


def _unit(
    body: muster_units.Body, part: int, sizes: list[int], brigade: brigades.Brigade, player: str, settings: Settings
) -> Unit:
    arm = muster_units.arm_of(body[0])
    names = " and ".join([regiment.name for regiment in body])
    wing = ("1st", "2nd", "3rd")[part] if part < 3 else f"{part + 1}th"
    stands = sizes[part]
    return Unit(
        id=body[0].id if len(sizes) == 1 else f"{body[0].id}.{part + 1}",
        side=brigade.side,
        player=player,
        brigade=brigade.id,
        name=names if len(sizes) == 1 else f"{names}, {wing} wing",
        arm=arm,
        weapon=muster_units.weapon_of(body),
        grade=muster_units.grade_of(muster_units.larger(body).quality, settings),
        start=stands,
        rifled=muster_units.rifled_stands(body, stands, settings),
        stands=stands,
        pose=Pose(0.0, 0.0, 0),
        formation=tables.UNLIMBERED if arm == tables.ARTILLERY else tables.LINE,
        mounted=arm == tables.CAVALRY and not body[0].dismounted,
    )


def _put(unit: Unit, regiment: scenarios.Regiment, settings: Settings) -> None:
    """Where a unit stands, comes on, or waits to be deployed [setup.deployment, setup.reinforcements]."""
    arrives = regiment.arrives
    if arrives is not None:
        unit.place = tables.TO_ARRIVE
        unit.due = cards_before(arrives.minute)
        unit.entry = at_scale((arrives.x, arrives.y), settings.yards_per_inch)
        unit.known = arrives.known
        unit.formation = tables.LIMBERED if unit.arm == tables.ARTILLERY else tables.COLUMN
    elif regiment.place is None:
        unit.place = tables.TO_DEPLOY
    else:
        x, y = at_scale(regiment.place, settings.yards_per_inch)
        unit.pose = Pose(x, y, regiment.facing or 0)


def _settled(unit: Unit, wanted: Pose, earlier: list[Unit], ground: Ground) -> Pose:
    others = [field.block_at(other, other.pose) for other in earlier if other.place == tables.ON_TABLE]
    found = settled(field.block_at(unit, wanted), others, ground, 0.5)
    if found is None:
        raise scenarios.MusterError(f"{unit.id}.place: there is no room for {unit.name}; make the field larger")
    return found


def _wagons(
    found: list[brigades.Brigade], units: tuple[Unit, ...], owners: dict[str, str], ground: Ground, settings: Settings
) -> tuple[Unit, ...]:
    """A wagon behind each brigade where supplies are carried [setup.organisation, supply.limit].

    The ledger does not say how many: one for each brigade that has a unit on the table.
    """
    wagons: list[Unit] = []
    if not (settings.supply_limit and settings.supply_wagons):
        return ()
    for brigade in found:
        own = [unit for unit in units if unit.brigade == brigade.id and unit.place != tables.TO_ARRIVE]
        if not own:
            continue
        wagon = Unit(
            id=f"{brigade.id}-wagon",
            side=brigade.side,
            player=owners[brigade.id],
            brigade=brigade.id,
            name="Wagon",
            arm=tables.WAGON,
            weapon="",
            grade=0,
            start=1,
            rifled=0,
            stands=1,
            pose=Pose(0.0, 0.0, 0),
            formation=tables.LIMBERED,
            load=supply_rule.WAGON_POINTS,
        )
        standing = [unit for unit in own if unit.place == tables.ON_TABLE]
        if standing:
            wanted = _behind(standing, BEHIND + 3.0)
            wagon.pose = _settled(wagon, wanted, [*units, *wagons], ground)
        else:
            wagon.place = tables.TO_DEPLOY
        wagons.append(wagon)
    return tuple(wagons)


def _behind(units: list[Unit], back: float) -> Pose:
    """The ground behind the middle of some units, facing as the one nearest to their middle does."""
    x = sum([unit.pose.x for unit in units]) / len(units)
    y = sum([unit.pose.y for unit in units]) / len(units)
    near = min(units, key=lambda u: (rounded((u.pose.x - x) ** 2 + (u.pose.y - y) ** 2), u.id))
    return rounded_pose(ahead(Pose(x, y, near.pose.facing), -back))


def _officers(
    scenario: scenarios.Scenario,
    found: list[brigades.Brigade],
    units: tuple[Unit, ...],
    players: tuple[Player, ...],
    ground: Ground,
    settings: Settings,
) -> tuple[Officer, ...]:
    """Every commander from brigade upwards, and those of the parts of divided brigades [setup.muster-commanders]."""
    officers: list[Officer] = []
    for side in scenario.sides:
        chief = _highest(scenario, side.id)
        for commander in scenario.commanders:
            rank = rank_of(scenario, commander, chief)
            if commander.side == side.id and rank:
                officers.append(
                    _officer(
                        scenario=scenario,
                        commander=commander,
                        rank=rank,
                        units=units,
                        players=players,
                        settings=settings,
                    )
                )
    for brigade in found:
        if "." in brigade.id:
            player = brigades.owner(scenario, brigade.id, brigade.side, players)
            second = Officer(
                id=f"{brigade.id}-officer",
                side=brigade.side,
                player=player,
                command=brigade.id,
                name="Second in command",
                rank=command_rule.BRIGADE,
                rating=command_rule.LEAST_RATING,
                pose=Pose(0.0, 0.0, 0),
            )
            officers.append(_placed(second, _led(scenario, brigade.id, units), None))
    for officer in officers:
        if officer.place == tables.ON_TABLE:
            officer.pose = _on_table(officer.pose, ground)
    return tuple(officers)


def _on_table(pose: Pose, ground: Ground) -> Pose:
    x = min(max(pose.x, 0.5), ground.width - 0.5)
    y = min(max(pose.y, 0.5), ground.depth - 0.5)
    return rounded_pose(Pose(x, y, pose.facing))


def _highest(scenario: scenarios.Scenario, side: str) -> str:
    """The highest of a side by what he leads, then by rank; the first if equal."""
    best: scenarios.Commander | None = None
    for one in scenario.commanders:
        if one.side != side or scenarios.level(scenario, one) not in scenarios.LEVELS:
            continue
        if best is None or _height(scenario, one) < _height(scenario, best):
            best = one
    return "" if best is None else best.id


def _height(scenario: scenarios.Scenario, commander: scenarios.Commander) -> tuple[int, int]:
    return (scenarios.LEVELS.index(scenarios.level(scenario, commander)), scenarios.RANKS.index(commander.rank))


def rank_of(scenario: scenarios.Scenario, commander: scenarios.Commander, chief: str) -> str:
    """Brigade, division or cinc; "" for a commander without a model [setup.muster-commanders]."""
    led = scenarios.level(scenario, commander)
    if led == "brigade":
        return command_rule.BRIGADE
    if led == "division":
        return command_rule.DIVISION
    if led in ("corps", "army"):
        return command_rule.CINC if commander.id == chief else command_rule.DIVISION
    return ""


def _officer(
    scenario: scenarios.Scenario,
    commander: scenarios.Commander,
    rank: str,
    units: tuple[Unit, ...],
    players: tuple[Player, ...],
    settings: Settings,
) -> Officer:
    said = scenarios.value(scenario, RULEBOOK, "rating", commander.id)
    if said is not None and said not in ("10", "20", "30"):
        raise scenarios.MusterError(f"{commander.id}.values.{RULEBOOK}.rating: expected 10, 20 or 30, found '{said}'")
    rating = int(said) if said else command_rule.rating_of(rank, commander.rating or "", settings)
    owner = brigades.owner(scenario, commander.formation, commander.side, players)
    officer = Officer(
        id=commander.id,
        side=commander.side,
        player=owner,
        command=commander.formation,
        name=commander.name,
        rank=rank,
        rating=rating,
        pose=Pose(0.0, 0.0, 0),
    )
    led = _led(scenario, commander.formation, units) if commander.formation else units
    own = [unit for unit in led if unit.side == commander.side]
    place = None if commander.place is None else at_scale(commander.place, settings.yards_per_inch)
    return _placed(officer, own, place)


def _led(scenario: scenarios.Scenario, formation: str, units: tuple[Unit, ...]) -> list[Unit]:
    """The units of a formation and of those under it."""
    found: list[Unit] = []
    for unit in units:
        above = unit.brigade
        while above and above != formation:
            above = above.partition(".")[0] if "." in above else brigades.parent(scenario.formations, above)
        if above:
            found.append(unit)
    return found


def _placed(officer: Officer, led: list[Unit], place: Point | None) -> Officer:
    """At his place, behind his units, to be deployed, or to come on with the first of them."""
    standing = [unit for unit in led if unit.place == tables.ON_TABLE]
    if place is not None:
        facing = _behind(standing, 0.0).facing if standing else 0
        officer.pose = Pose(place[0], place[1], facing)
    elif standing:
        officer.pose = _behind(standing, BEHIND)
    elif [unit for unit in led if unit.place == tables.TO_DEPLOY]:
        officer.place = tables.TO_DEPLOY
    else:
        coming = sorted([(unit.due, unit.id) for unit in led if unit.place == tables.TO_ARRIVE])
        officer.place = tables.TO_ARRIVE
        officer.unit = coming[0][1] if coming else ""
    return officer


def _hand(player: Player, units: tuple[Unit, ...], settings: Settings) -> Hand:
    """A player's hand, and his supplies where they are limited [cards.set-per-player, supply.limit]."""
    own = [unit for unit in units if unit.player == player.id and unit.arm != tables.WAGON]
    points = (
        supply_rule.starting_points(len(own), settings) if settings.supply_limit and not settings.supply_wagons else 0
    )
    return Hand(player.id, player.side, supplies=points)


def _reserves(scenario: scenarios.Scenario, found: list[brigades.Brigade]) -> tuple[tuple[str, int], ...]:
    """Brigades that the scenario holds back, with the cards after which they are free anyway (0: never).

    Written as the value `reserve`, one `brigade` or `brigade minute` after another [officer.messengers].
    """
    said = scenarios.value(scenario, RULEBOOK, "reserve")
    if said is None:
        return ()
    held: list[tuple[str, int]] = []
    for entry in said.split(","):
        id, _, minute = entry.strip().partition(" ")
        if id not in [brigade.id for brigade in found] or (minute and not minute.strip().isdigit()):
            raise scenarios.MusterError(
                f"values.{RULEBOOK}.reserve: '{entry.strip()}' is not a brigade, or a brigade and a minute"
            )
        held.append((id, cards_before(int(minute)) if minute else 0))
    return tuple(held)
