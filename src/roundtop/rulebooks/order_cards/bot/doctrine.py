"""The rules of thumb: what a unit is worth, what a volley or a charge would bring, which cards to lay."""

from __future__ import annotations

from typing import Final

from roundtop.dice.sources import Stream
from roundtop.record import copy, record
from roundtop.rulebooks.order_cards import tables
from roundtop.rulebooks.order_cards.cards import rule as cards_rule
from roundtop.rulebooks.order_cards.command import rule as command_rule
from roundtop.rulebooks.order_cards.cover import rule as cover_rule
from roundtop.rulebooks.order_cards.cover import table as cover_table
from roundtop.rulebooks.order_cards.field import (
    NO_CARD,
    block,
    block_at,
    card_of,
    copied,
    enemy_of,
    hand_of,
    officers_on,
    on_table,
    size_of,
)
from roundtop.rulebooks.order_cards.fire import aim as fire_aim
from roundtop.rulebooks.order_cards.fire import rule as fire_rule
from roundtop.rulebooks.order_cards.melee import rule as melee_rule
from roundtop.rulebooks.order_cards.morale import rule as morale_rule
from roundtop.rulebooks.order_cards.movement import rule as movement_rule
from roundtop.rulebooks.order_cards.state import State, Unit
from roundtop.rulebooks.order_cards.victory import rule as victory_rule
from roundtop.rulebooks.order_cards.victory import table as victory_table
from roundtop.table.footprint import FAR, Block, gap, point_gap
from roundtop.table.ground import level_at
from roundtop.table.measure import bearing, distance, turn_between
from roundtop.table.pose import Pose, to_local

LEADS: Final[tuple[float, ...]] = (0.5, 0.610, 0.713, 0.801, 0.872, 0.925, 0.960, 0.981, 0.992, 0.998, 1.0)
"""How often the higher of two sides wins a melee, by its lead before the dice, ties shared [melee.total]."""
AVERAGE_DICE: Final = 7
ROUT_WORTH: Final = 0.9
HEAD_DOWN_WORTH: Final = 0.3
"""What putting a unit to rout, or sending it head down, is worth, as a share of its stands."""
DISORDER_COST: Final = 0.6
"""What it costs to win a melee and be in disorder, in stands."""
CHARGE_SIGHT: Final = 12.0
"""Nobody charges farther than this on the usual cards."""
FRONT: Final = 5500
"""Off a unit's front by more than this it neither fires nor charges."""
KEEP: Final = 1.0
"""Friends nearer than this share each other's losses [fire.one-inch-rule]."""
ENGAGE: Final = 10.5
"""Near enough to charge, and all but near enough for muskets."""


@record
class Odds:
    """How likely the enemy's next card is one on which he fires, or charges."""

    fire: float
    charge: float


WARY: Final = "wary"
"""The manner in which a captain may be told to fight, other than he would."""


@record
class Field:
    """The table as one general sees it while he thinks about one decision."""

    view: State
    side: str
    player: str
    own: list[Unit]
    foes: list[Unit]
    blocks: list[Block]
    card: cards_rule.Card
    coming: list[cards_rule.Card]
    enemy: Odds
    attacks: bool
    reckoned: dict[tuple[str, str, int, bool], float]


def field_of(view: State, player: str, manner: str = "") -> Field:
    hand = hand_of(view, player)
    side = hand.side
    own = [unit for unit in on_table(view, side) if not unit.captive]
    foes = [unit for unit in on_table(view, enemy_of(view, side)) if not unit.captive]
    coming = [card for word in hand.cards[hand.turned :] for card in view.deck if card.word == word]
    return Field(
        view=view,
        side=side,
        player=player,
        own=own,
        foes=foes,
        blocks=[block(foe) for foe in foes],
        card=card_of(view, player),
        coming=coming,
        enemy=enemy_cards(view, side),
        attacks=manner != WARY and attacks(view, side),
        reckoned={},
    )


def enemy_cards(view: State, side: str) -> Odds:
    """What the enemy may turn next, by the cards he has not turned in this set."""
    fire = charge = left = 0.0
    for hand in view.hands:
        if hand.side == side:
            continue
        fresh = hand.turned == len(hand.cards)
        shown = () if fresh else hand.cards[: hand.turned]
        for card in view.deck:
            if card.word not in shown:
                left += 1.0
                fire += 1.0 if card.fire else 0.0
                charge += 1.0 if card.charge else 0.0
    if left == 0.0:
        return Odds(0.0, 0.0)
    # He lays what he can use: more likely fire and steel than the plain share of the deck.
    return Odds(min(0.7, 1.5 * fire / left), min(0.6, 2.0 * charge / left))


def attacks(view: State, side: str) -> bool:
    """Whether a side has to go for the enemy: it does unless it would win by standing where it is."""
    ours = standing(view, side)
    theirs = standing(view, enemy_of(view, side))
    if view.settings.victory == "break":
        return True
    return ours <= theirs or 10 * (ours - theirs) < ours


def standing(view: State, side: str) -> int:
    """A side's points as the battle stands [victory.points]."""
    return victory_rule.points(victory_table.score(view, side))


def value_of(view: State, unit: Unit, more: float) -> int:
    """A unit's morale when so many more boxes are circled, as it stands."""
    per = tables.boxes_per_stand(unit.arm, view.settings)
    stands = tables.stands_left(unit.start, unit.circled + int(more + 0.5), per)
    figure = morale_rule.basic(unit.grade, unit.start - stands, view.settings)
    if unit.state == tables.ROUTING:
        return tables.half_up(figure)
    return figure - 10 if unit.disordered else figure


def shaken_worth(view: State, unit: Unit, boxes: float, cover: tuple[str, ...] = ()) -> float:
    """What so many boxes on a unit are worth, the test that follows counted in [morale.fire-check-failed]."""
    if boxes <= 0.0:
        return 0.0
    per = tables.boxes_per_stand(unit.arm, view.settings)
    worth = min(boxes / per, float(unit.stands))
    if unit.arm == tables.WAGON:
        return worth
    help = sum([mod.value for mod in cover_rule.morale_cover(cover)])
    fails = 1.0 - max(1, min(99, value_of(view, unit, boxes) + help)) / 100.0
    touched = min(1.0, boxes)
    if unit.state == tables.STEADY:
        return worth + touched * fails * HEAD_DOWN_WORTH * unit.stands
    if unit.state == tables.HEAD_DOWN:
        return worth + touched * fails * ROUT_WORTH * unit.stands
    return worth + touched * fails


def beaten_cost(view: State, unit: Unit, boxes: int) -> float:
    """What it costs a unit to lose a melee with so many boxes circled [melee.morale-rout]."""
    per = tables.boxes_per_stand(unit.arm, view.settings)
    stands = tables.stands_left(unit.start, unit.circled + boxes, per)
    lost = min(boxes / per, float(unit.stands))
    if stands == 0:
        return float(unit.stands)
    value = min(99, morale_rule.basic(unit.grade, unit.start - stands, view.settings))
    rout = 1.0 - value / 100.0
    down = (value - tables.half_up(value)) / 100.0
    left = max(0.0, unit.stands - lost)
    return lost + left * (rout * ROUT_WORTH + down * HEAD_DOWN_WORTH) + DISORDER_COST


def win_chance(lead: int) -> float:
    """How often a side with this lead before the dice wins a melee."""
    if lead >= 0:
        return LEADS[min(lead, 10)]
    return 1.0 - LEADS[min(-lead, 10)]


def officer_near(field: Field, unit: Unit) -> int:
    """The best rating of an officer who could help a unit where it stands."""
    best = 0
    here = block(unit)
    for officer in officers_on(field.view, unit.side):
        if officer.rating > best and point_gap(here, officer.pose.x, officer.pose.y) <= tables.OFFICER_REACH + 0.5:
            best = officer.rating
    return best


def weight(field: Field, unit: Unit) -> int:
    """What a unit brings to a melee whichever way it fights."""
    lowered = 0 if unit.ammo == tables.NORMAL else -2
    return unit.stands + lowered + command_rule.melee_bonus(officer_near(field, unit))


def defence(field: Field, unit: Unit, start: Pose) -> int:
    """What a unit charged from there has to set against it [melee.modifiers]."""
    view = field.view
    found = weight(field, unit)
    if unit.state == tables.HEAD_DOWN:
        found -= 3
    if unit.disordered:
        found -= 2
    elif flanked(unit, start) or unit.formation == tables.LIMBERED:
        found -= 3
    if view.ground.heights and level_at(view.ground, unit.pose.x, unit.pose.y) > level_at(
        view.ground, start.x, start.y
    ):
        found += 1
    cover = cover_table.cover_of(view, unit, [(start.x, start.y)]) if view.ground.lines or view.ground.areas else ()
    if "earthworks" in cover or "defence-barrier" in cover:
        return found + 4
    return found + 2 if "wall" in cover or "fence-or-bush" in cover or "built-up" in cover else found


def uphill(view: State, there: Pose, start: Pose) -> bool:
    """Whether a charge from the one place to the other climbs [melee.uphill-mod]."""
    ground = view.ground
    return bool(ground.heights) and level_at(ground, there.x, there.y) > level_at(ground, start.x, start.y)


def flanked(unit: Unit, start: Pose) -> bool:
    """Whether a charge from there comes in on flank or rear [charge.facing-zones]."""
    width, depth = size_of(unit)
    right, forth = to_local(unit.pose, start.x, start.y)
    return forth < 0.5 * depth and (abs(right) > 0.5 * width or forth < -0.5 * depth)


def charge_worth(field: Field, charger: Unit, start: Pose, target: Unit, bonus: int, helpers: int) -> float:
    """What a charge that gets home is worth to the charger; `helpers` are stands that join it."""
    taken = target.state == tables.ROUTING and field.view.settings.routing_surrender_when_charged
    if taken or target.arm == tables.WAGON:
        return 2.0 * target.stands
    stands = weight(field, charger) + helpers
    if target.formation == tables.LOOSE and not target.disordered:
        stands += charger.stands + helpers
    shock = bonus + (2 if charger.arm == tables.CAVALRY and charger.mounted else 0) - (2 if charger.disordered else 0)
    attack = stands + shock
    hold = defence(field, target, start)
    wins = win_chance(attack - hold)
    given = melee_rule.inflicted(AVERAGE_DICE + attack)
    suffered = melee_rule.inflicted(AVERAGE_DICE + hold)
    own = suffered / tables.boxes_per_stand(charger.arm, field.view.settings)
    theirs = given / tables.boxes_per_stand(target.arm, field.view.settings)
    won = beaten_cost(field.view, target, given + 1) - own - DISORDER_COST
    lost = theirs - beaten_cost(field.view, charger, suffered + 1)
    return wins * won + (1.0 - wins) * lost


def may_reach(charger: Unit, start: Pose, target: Unit, there: Pose, reach: float) -> bool:
    """Whether a charge from one place might get to a unit at another, as an eye judges it."""
    if (
        charger.state != tables.STEADY
        or charger.arm in (tables.ARTILLERY, tables.WAGON)
        or charger.formation == tables.COLUMN
    ):
        return False
    if gap(block_at(charger, start), block_at(target, there)) > reach:
        return False
    return abs(turn_between(start.facing, bearing(start.x, start.y, there.x, there.y))) <= FRONT


def expected_percent(view: State, firer: Unit, at: Pose, target: Unit, there: Pose, card: cards_rule.Card) -> float:
    """The percentage of a volley as an eye judges it, the two standing so and nothing between."""
    if (
        firer.formation in (tables.COLUMN, tables.LIMBERED)
        or firer.state == tables.ROUTING
        or firer.arm == tables.WAGON
        or firer.ammo == "out"
    ):
        return 0.0
    near = gap(block_at(firer, at), block_at(target, there))
    if near > fire_aim.farthest(firer):
        return 0.0
    off = abs(turn_between(at.facing, bearing(at.x, at.y, there.x, there.y)))
    if off > FRONT and not firer.disordered:
        return 0.0
    each = fire_rule.stand_percent(fire_aim.weapon_row(firer, 0), near, card)
    stands = 1.0 if firer.disordered else firer.stands * (1.0 if off < 3000 else 0.6)
    # The ends of a line are farther off than its middle.
    if near > 0.7 * fire_rule.longest(fire_aim.weapon_row(firer, 0)) and firer.arm != tables.ARTILLERY:
        stands *= 0.6
    return each * stands * factors(firer, target)


def factors(firer: Unit, target: Unit) -> float:
    """Halves and doubles that anybody can see [fire.modifier-table]."""
    found = 1.0
    if firer.ammo != tables.NORMAL:
        found *= 0.5
    if (
        firer.state == tables.HEAD_DOWN
        or (firer.arm == tables.CAVALRY and firer.mounted)
        or firer.formation == tables.LOOSE
    ):
        found *= 0.5
    if target.state == tables.HEAD_DOWN or target.formation in (tables.LOOSE, tables.UNLIMBERED):
        found *= 0.5
    if target.formation == tables.LIMBERED or (target.arm == tables.CAVALRY and target.mounted):
        found *= 2.0
    return found


def fire_worth(field: Field, firer: Unit, at: Pose, target: Unit, there: Pose, card: cards_rule.Card) -> float:
    """What a volley is worth, the two standing so."""
    percent = expected_percent(view=field.view, firer=firer, at=at, target=target, there=there, card=card)
    if percent <= 0.0:
        return 0.0
    cover = cover_at(field.view, target, there, at)
    saved = max(
        [
            cover_rule.COVERS[name].artillery if firer.arm == tables.ARTILLERY else cover_rule.COVERS[name].small_arms
            for name in cover
        ]
        + [0]
    )
    return shaken_worth(field.view, target, percent * (100 - saved) / 10000.0, cover)


def cover_at(view: State, unit: Unit, there: Pose, foe: Pose) -> tuple[str, ...]:
    """The cover a unit has where it stands; nothing is asked of an open field, or of a place it might go to."""
    if there is not unit.pose or not (view.ground.lines or view.ground.areas):
        return ()
    return cover_table.cover_of(view, unit, [(foe.x, foe.y)])


def stance(field: Field, unit: Unit, pose: Pose) -> float:
    """Weigh a place: what the next card may do from it, what the enemy's may do to it, friends and the way to go."""
    here = block_at(unit, pose)
    upcoming = field.coming[0] if field.coming else NO_CARD
    nearest = FAR
    gain = 0.0
    danger = 0.0
    for foe, line in zip(field.foes, field.blocks, strict=True):
        apart = gap(here, line)
        if foe.state != tables.ROUTING:
            nearest = min(nearest, apart)
        if apart > 36.0:
            continue
        gain = max(gain, gain_from(field=field, unit=unit, pose=pose, foe=foe, apart=apart, card=upcoming))
        danger += danger_from(field, unit, pose, foe, apart)
    worth = gain - (0.35 if field.attacks else 0.7) * danger
    return (
        worth
        + way_to_go(field, unit, pose, here, nearest)
        + company(field, unit, here)
        - turned_away(field, unit, pose)
    )


def gain_from(field: Field, unit: Unit, pose: Pose, foe: Unit, apart: float, card: cards_rule.Card) -> float:
    """What the next card is good for against one enemy from a place."""
    if card is NO_CARD:
        return 0.5 * max(
            _strike(field, unit, pose, foe, apart),
            fire_worth(field=field, firer=unit, at=pose, target=foe, there=foe.pose, card=VOLLEY),
        )
    if card.charge:
        reach = movement_rule.card_inches(card, unit.arm, unit.mounted) + card.charge - 0.5
        if apart <= reach and may_reach(unit, pose, foe, foe.pose, reach):
            return max(
                0.0,
                charge_worth(
                    field=field,
                    charger=unit,
                    start=pose,
                    target=foe,
                    bonus=max(0, card.charge - 1),
                    helpers=unit.stands // 2,
                ),
            )
        return 0.0
    if card.fire and not (card.move and unit.arm == tables.ARTILLERY):
        return fire_worth(field=field, firer=unit, at=pose, target=foe, there=foe.pose, card=card)
    return 0.0


VOLLEY: Final[cards_rule.Card] = cards_rule.Card(
    word="", name="a usual volley", infantry=0.0, cavalry=0.0, limbered=0.0, fire=30, charge=0, move=False
)
"""What to reckon with where the next card is not known."""


def _strike(field: Field, unit: Unit, pose: Pose, foe: Unit, apart: float) -> float:
    if apart > ENGAGE or not may_reach(unit, pose, foe, foe.pose, ENGAGE):
        return 0.0
    return max(0.0, charge_worth(field=field, charger=unit, start=pose, target=foe, bonus=1, helpers=0))


def danger_from(field: Field, unit: Unit, pose: Pose, foe: Unit, apart: float) -> float:
    """What one enemy's next card may do to a unit at a place."""
    found = 0.0
    if field.enemy.fire > 0.0 and apart <= fire_aim.farthest(foe):
        percent = expected_percent(view=field.view, firer=foe, at=foe.pose, target=unit, there=pose, card=VOLLEY)
        if percent > 0.0:
            found += field.enemy.fire * 0.7 * shaken_worth(field.view, unit, percent / 100.0)
    if field.enemy.charge > 0.0 and apart <= CHARGE_SIGHT and may_reach(foe, foe.pose, unit, pose, 11.0):
        moved = unit_at(unit, pose)
        key = (foe.id, unit.id, pose.facing // 1500, flanked(moved, foe.pose))
        if key not in field.reckoned:
            field.reckoned[key] = max(
                0.0, charge_worth(field=field, charger=foe, start=foe.pose, target=moved, bonus=2, helpers=0)
            )
        found += field.enemy.charge * field.reckoned[key]
    return found


def unit_at(unit: Unit, pose: Pose) -> Unit:
    """A unit thought of at another place."""
    new = copied(unit)
    new.pose = pose
    return new


def way_to_go(field: Field, unit: Unit, pose: Pose, here: Block, nearest: float) -> float:
    """How far there is still to go: to ground worth holding, and to the enemy if the battle must be sought."""
    goals = [goal for goal in field.view.goals if goal.side in ("", field.side)]
    wanted = [goal for goal in goals if (goal.holder == field.side) != field.attacks] or goals
    way = 0.0
    if wanted:
        way = min([max(0.0, point_gap(here, goal.x, goal.y) - 2.0) for goal in wanted])
    if not field.attacks:
        return -0.15 * way
    reach = max(0.0, nearest - ENGAGE) if nearest < FAR else 0.0
    if unit.arm == tables.ARTILLERY:
        return -0.05 * max(0.0, nearest - 16.0) if nearest < FAR else 0.0
    return -0.2 * (0.4 * way + 0.6 * reach if wanted else reach)


def company(field: Field, unit: Unit, here: Block) -> float:
    """A line alone is worth less than one with friends abreast, and one upon its friends shares their losses."""
    nearest = FAR
    crowded = 0.0
    for friend in field.own:
        if friend.id == unit.id or friend.state == tables.ROUTING:
            continue
        apart = gap(here, block(friend))
        nearest = min(nearest, apart)
        if apart < KEEP and friend.formation != tables.UNLIMBERED and unit.formation != tables.UNLIMBERED:
            crowded += 1.0
    alone = 0.06 * max(0.0, min(nearest, 20.0) - 5.0) if nearest < FAR else 0.0
    return -crowded - alone


def turned_away(field: Field, unit: Unit, pose: Pose) -> float:
    """A line wants its front to the enemy."""
    if unit.disordered:
        return 0.0
    foe = nearest_foe(field, pose)
    if foe is None:
        return 0.0
    off = abs(turn_between(pose.facing, bearing(pose.x, pose.y, foe.pose.x, foe.pose.y)))
    return 2.5 * max(0, off - 2000) / 16000


def nearest_foe(field: Field, pose: Pose) -> Unit | None:
    """The enemy nearest to a place, one in rout only if there is no other."""
    best: Unit | None = None
    least = FAR
    for foe in field.foes:
        away = distance(pose.x, pose.y, foe.pose.x, foe.pose.y) + (30.0 if foe.state == tables.ROUTING else 0.0)
        if away < least:
            best, least = foe, away
    return best


@record
class Outlook:
    """How an army may look when a card of the set is turned, as far as one can think ahead.

    `apart` is the gap between the lines; the rest are shares of the army.
    """

    apart: float
    ready: float
    shaken: float
    low: float
    mixed: float
    guns: float
    prey: float


def outlook(field: Field) -> Outlook:
    """The army as it is when the set is laid."""
    own = [unit for unit in field.own if unit.player == field.player and unit.arm != tables.WAGON]
    number = max(1, len(own))
    foot = [unit for unit in own if unit.arm != tables.ARTILLERY]
    gaps = sorted([nearest_gap(field, unit) for unit in foot if unit.state == tables.STEADY])
    guns = [
        unit
        for unit in own
        if unit.formation == tables.UNLIMBERED and nearest_gap(field, unit) <= fire_aim.farthest(unit)
    ]
    weak = [foe for foe in field.foes if foe.state != tables.STEADY or foe.disordered]
    return Outlook(
        apart=gaps[len(gaps) // 2] if gaps else 12.0,
        ready=len([unit for unit in foot if unit.state == tables.STEADY and not unit.disordered]) / number,
        shaken=len([unit for unit in own if unit.state != tables.STEADY]) / number,
        low=len([unit for unit in own if unit.ammo != tables.NORMAL]) / number,
        mixed=len([unit for unit in own if unit.disordered and unit.state == tables.STEADY]) / number,
        guns=len(guns) / number,
        prey=len(weak) / max(1, len(field.foes)),
    )


def nearest_gap(field: Field, unit: Unit) -> float:
    here = block(unit)
    found = [gap(here, line) for foe, line in zip(field.foes, field.blocks, strict=True) if foe.state != tables.ROUTING]
    return min(found) if found else 40.0


def lay_set(field: Field, size: int, stream: Stream) -> tuple[str, ...]:
    """Cards for a set, one after another, each the best for what the army may then look like."""
    now = outlook(field)
    left = list(field.view.deck)
    laid: list[str] = []
    for _ in range(size):
        best = left[0]
        most = -FAR
        for card in left:
            # A little chance keeps the enemy guessing between cards that are nearly as good.
            worth = card_worth(field, card, now) + 0.1 * stream.below(12)
            if worth > most:
                best, most = card, worth
        laid.append(best.word)
        left.remove(best)
        now = after_card(best, now)
    return tuple(laid)


def card_worth(field: Field, card: cards_rule.Card, now: Outlook) -> float:
    """What a card promises an army that looks like this."""
    found = 0.0
    if card.charge and now.apart <= card.infantry + card.charge:
        found = max(found, now.ready * (3.5 + 1.2 * card.charge + 4.0 * now.prey))
    if card.fire:
        reach = 10.0 + (card.infantry if card.move else 0.0)
        able = now.ready if now.apart <= reach else 0.0
        found = max(found, (able * (0.5 if now.low > 0.5 else 1.0) * card.fire / 5.0) + 2.0 * now.guns)
    if card.move and now.apart > ENGAGE:
        wanted = now.apart - ENGAGE
        # A charge card that only marches is wasted.
        pace = (0.6 if card.charge else 1.0) * min(1.0, card.infantry / wanted)
        found = max(found, now.ready * (5.0 if field.attacks else 2.0) * pace)
        found -= 0.05 * card.infantry if card.infantry > wanted + 2.0 else 0.0
    if card.move and card.infantry >= 6.0:
        found += 4.0 * now.mixed + (1.5 * now.mixed if card.word == cards_rule.FORM_UP else 0.0)
    if card.word == cards_rule.RALLY:
        found += 11.0 * now.shaken + 3.0 * now.mixed
    if card.word == cards_rule.RESUPPLY:
        found += 6.0 * now.low
    return found


def after_card(card: cards_rule.Card, now: Outlook) -> Outlook:
    """What may have become of the army, and of the enemy's, when a card and his answer to it are over."""
    new = copy(now)
    if card.word == cards_rule.RALLY:
        new.shaken *= 0.4
        new.ready += 0.5 * now.shaken
    elif card.word == cards_rule.RESUPPLY:
        new.low = 0.0
    elif card.charge and now.apart <= card.infantry + card.charge:
        new.mixed += 0.5 * now.ready
        new.ready *= 0.5
        new.prey = min(1.0, now.prey + 0.3)
        new.apart = 9.0
    elif card.fire and now.apart <= 10.0:
        new.low = min(1.0, now.low + 0.5 * now.ready)
        new.prey = min(1.0, now.prey + 0.1)
    elif card.move:
        new.apart = max(ENGAGE - 1.0, now.apart - card.infantry)
        new.ready += 0.8 * now.mixed
        new.mixed *= 0.2
    # The enemy answers: he comes nearer from afar, and from near by he shoots or charges.
    if new.apart > ENGAGE:
        new.apart = max(ENGAGE - 1.0, new.apart - 4.0)
    else:
        struck = 0.12 * new.ready
        new.shaken += struck
        new.ready -= struck
    return new
