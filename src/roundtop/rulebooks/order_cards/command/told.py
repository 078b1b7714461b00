"""Officers and messengers in words and pictures."""

from __future__ import annotations

from typing import Final

from roundtop.battle.forms import Answer, Marched
from roundtop.battle.outline import Tellings
from roundtop.battle.protocol import Preview
from roundtop.battle.scene import Badge, Part, Piece, Telling
from roundtop.battle.tally import Row
from roundtop.battle.words import SIDES, plain
from roundtop.rulebooks.order_cards import field, tables
from roundtop.rulebooks.order_cards.cards import told as cards_told
from roundtop.rulebooks.order_cards.command import events, messengers, rule, table
from roundtop.rulebooks.order_cards.movement import rule as movement_rule
from roundtop.rulebooks.order_cards.state import Messenger, Officer, State
from roundtop.rulebooks.order_cards.words import inches, telling_of
from roundtop.table.measure import distance
from roundtop.table.pose import Point, Pose, rounded_pose

RANKS: Final[dict[str, str]] = {
    rule.BRIGADE: "brigade officer",
    rule.DIVISION: "division officer",
    rule.CINC: "commander in chief",
}
STARS: Final[dict[str, int]] = {rule.BRIGADE: 1, rule.DIVISION: 2, rule.CINC: 3}


def officer_piece(view: State, officer: Officer) -> Piece:
    """A general on his round base, with the cards of his player on his own [officer.placement]."""
    size = 2.0 * tables.OFFICER_RADIUS
    badges: list[Badge] = []
    if officer.unit:
        text = f"Swept along by {field.named(view, officer.unit)}"
        badges.append(Badge("rout", text, tables.BOOK + "rally.officer-routs"))
    return Piece(
        id=officer.id,
        side=officer.side,
        name=officer.name,
        group=officer.command,
        glyph="officer",
        pose=officer.pose,
        width=size,
        depth=size,
        parts=(Part(officer.pose, size, size, "officer"),),
        ghosts=(),
        badges=tuple(badges),
        card=(
            Row("Side", SIDES.get(officer.side, officer.side), tables.BOOK + "setup.organisation"),
            Row("Rank", RANKS[officer.rank], tables.BOOK + "officer.ratings"),
            Row(
                "Rating",
                f"+{officer.rating} morale, +{rule.melee_bonus(officer.rating)} melee",
                tables.BOOK + "officer.ratings",
            ),
            *([Row("Minor wounds", str(officer.minor), tables.BOOK + "officer.wound-table")] if officer.minor else []),
            *[row for hand in view.hands if hand.player == officer.player for row in cards_told.hand_rows(view, hand)],
        ),
        stars=STARS[officer.rank],
    )


def rider_piece(view: State, rider: Messenger) -> Piece:
    """A messenger; what he carries only his side can read [officer.messengers]."""
    size = 2.0 * tables.MESSENGER_RADIUS
    rows = [Row("Side", SIDES.get(rider.side, rider.side), tables.BOOK + "officer.messengers")]
    if rider.errand not in ("", tables.UNKNOWN):
        rows.append(Row("To", field.named(view, rider.to), tables.BOOK + "officer.messengers"))
        rows.append(Row("Carries", rider.errand.replace("-", " "), tables.BOOK + "officer.messengers"))
    return Piece(
        id=rider.id,
        side=rider.side,
        name="Messenger",
        group="",
        glyph="officer",
        pose=rider.pose,
        width=size,
        depth=size,
        parts=(Part(rider.pose, size, size, "officer"),),
        ghosts=(),
        badges=(),
        card=tuple(rows),
    )


def officer_placed(view: State, event: events.OfficerPlaced) -> Telling:
    words = {"replace": "takes over", "arrive": "rides on"}.get(event.cause, "takes his place")
    clause = "officer.wound-effect" if event.cause == "replace" else "setup.deployment"
    tally = (Row(words, "", tables.BOOK + clause),)
    text = f"{field.named(view, event.officer)} {words}."
    return Telling(
        text, ((event.pose.x, event.pose.y),), tally=tally, hint="place", side=field.side_of(view, event.officer)
    )


def officer_moved(view: State, event: events.OfficerMoved) -> Telling:
    a, b = event.start, event.end
    far = inches(distance(a.x, a.y, b.x, b.y))
    words = {"along": "goes along with his men", "driven": "is driven off by the enemy"}.get(
        event.cause, f"rides {far}"
    )
    text = f"{field.named(view, event.officer)} {words}."
    return Telling(text, ((a.x, a.y), (b.x, b.y)), hint="move", side=field.side_of(view, event.officer))


FATES: Final[dict[str, tuple[str, str]]] = {
    "killed": ("is killed", "officer.melee-casualty"),
    "serious wound": ("is carried off with a serious wound", "officer.wound-table"),
    "light wound": ("leaves the field with a light wound", "officer.wound-table"),
    "minor wound": ("has a minor wound and stays", "officer.wound-table"),
    "captured": ("is captured", "officer.placement"),
    "lost": ("is lost with his men", "rally.officer-routs"),
}


def officer_hurt(view: State, event: events.OfficerHurt) -> Telling:
    words, clause = FATES.get(event.result, (f"is {event.result}", "officer.wound-effect"))
    tally = (Row(event.result, "", tables.BOOK + clause),)
    return telling_of(view, event.officer, f"{field.named(view, event.officer)} {words}.", "remove", tally)


def officer_swept(view: State, event: events.OfficerSwept) -> Telling:
    name = field.named(view, event.officer)
    if event.cause == "lead":
        text = (
            f"{name} leads {field.named(view, event.unit)} into the melee."
            if event.unit
            else f"{name} leaves the melee."
        )
        return telling_of(view, event.officer, text, "none", (Row("leads", "", tables.BOOK + "melee.officer-mod"),))
    text = (
        f"{name} is swept along by {field.named(view, event.unit)}." if event.unit else f"{name} is his own man again."
    )
    return telling_of(view, event.officer, text, "none", (Row("swept along", "", tables.BOOK + "rally.officer-routs"),))


def messenger_sent(view: State, event: events.MessengerSent) -> Telling:
    rider = event.messenger
    text = f"{field.named(view, rider.sender)} sends a messenger"
    shown = rider.errand not in ("", tables.UNKNOWN)
    text += f" to {field.named(view, rider.to)}: {rider.errand.replace('-', ' ')}." if shown else "."
    tally = (Row("messenger", "", tables.BOOK + "officer.messengers"),)
    return Telling(text, ((rider.pose.x, rider.pose.y),), tally=tally, hint="place", side=rider.side)


def messenger_moved(view: State, event: events.MessengerMoved) -> Telling:
    a, b = event.start, event.end
    text = f"The messenger rides {inches(distance(a.x, a.y, b.x, b.y))}."
    return Telling(text, ((a.x, a.y), (b.x, b.y)), hint="move", side=_rider_side(view, event.messenger))


def _rider_side(view: State, id: str) -> str:
    for rider in view.messengers:
        if rider.id == id:
            return rider.side
    return ""


def messenger_gone(view: State, event: events.MessengerGone) -> Telling:
    text = "The messenger is killed." if event.killed else "The messenger has delivered his order."
    tally = (Row("messenger", "killed" if event.killed else "delivered", tables.BOOK + "officer.messengers"),)
    return Telling(text, tally=tally, hint="remove", side="" if event.order is None else event.order.side)


def handed_over(view: State, event: events.HandedOver) -> Telling:
    text = f"The brigade {plain(event.brigade)} is under {event.player}'s cards from now on."
    return Telling(text, tally=(Row("handed over", "", tables.BOOK + "officer.messengers"),), hint="orders")


def released(view: State, event: events.Released) -> Telling:
    text = f"The brigade {plain(event.brigade)} is released from reserve."
    return Telling(
        text, tally=(Row("released", "", tables.BOOK + "officer.messengers"),), hint="orders", side=event.side
    )


def rides(view: State, step: events.MoveOfficer | events.MoveMessenger) -> tuple[str, Pose, float]:
    """Whose man rides, from where, and how wide his base is."""
    if isinstance(step, events.MoveOfficer):
        officer = field.officer_of(view, step.officer)
        return officer.side, officer.pose, tables.OFFICER_RADIUS
    rider = messengers.rider_of(view, step.messenger)
    return rider.side, rider.pose, tables.MESSENGER_RADIUS


def propose(view: State, step: events.MoveOfficer | events.MoveMessenger, player: str, pose: Pose) -> Answer:
    return Marched(table.ride(rides(view, step)[1], pose))


def preview(view: State, step: events.MoveOfficer | events.MoveMessenger, player: str, answer: Answer) -> Preview:
    """Where a ride would end, its length, and what forbids it."""
    assert isinstance(answer, Marched)
    side, start, radius = rides(view, step)
    faults = table.ride_faults(view, side, start, radius, answer.manoeuvres)
    points: list[Point] = [(start.x, start.y), *[(one.x, one.y) for one in answer.manoeuvres]]
    end = rounded_pose(Pose(points[-1][0], points[-1][1], start.facing))
    walked = sum([distance(*points[at - 1], *points[at]) for at in range(1, len(points))])
    cost = Row("ride", f"{walked:.1f}″ of {movement_rule.OFFICER_MOVE:g}″", tables.BOOK + "move.fixed-moves")
    part = Part(end, 2 * radius, 2 * radius, "officer")
    return Preview(end, (part,), track=tuple(points), costs=(cost,), reasons=tuple(faults))


TELLINGS: Final[Tellings] = {
    events.OfficerPlaced: officer_placed,
    events.OfficerMoved: officer_moved,
    events.OfficerHurt: officer_hurt,
    events.OfficerSwept: officer_swept,
    events.MessengerSent: messenger_sent,
    events.MessengerMoved: messenger_moved,
    events.MessengerGone: messenger_gone,
    events.HandedOver: handed_over,
    events.Released: released,
}
