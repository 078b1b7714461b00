"""Who sits where in a new game, and who sits down later."""

from __future__ import annotations

import secrets

from roundtop.battle.protocol import Player
from roundtop.bots.bot import names
from roundtop.server.limits import Trouble
from roundtop.server.seats import BOT, HUMAN, INVITED, OPEN, Seat, hashed, new_token, opens
from roundtop.server.session import Session
from roundtop.server.wire import Chair, Made, Take


def new_nonce() -> str:
    return secrets.token_urlsafe(16)


def seated(players: tuple[Player, ...], chairs: dict[str, Chair]) -> tuple[list[Seat], list[Made]]:
    """The seats of a new game, and what their makers are given for them."""
    known = [player.id for player in players]
    if sorted(chairs) != sorted(known):
        raise Trouble(400, "bad-seats", f"seats: say who commands each of {', '.join(known)}, and nobody else", "seats")
    seats: list[Seat] = []
    given: list[Made] = []
    for player in players:
        chair = chairs[player.id]
        seat = Seat(player.id, player.side, HUMAN, chair.name)
        made = Made(player.id)
        if chair.kind == "bot":
            checked_bot(chair.bot, f"seats.{player.id}.bot")
            seat.kind, seat.bot, seat.nonce = BOT, chair.bot, new_nonce()
        elif chair.kind == "here":
            made.token = new_token()
            seat.token, seat.nonce = hashed(made.token), chair.nonce or new_nonce()
        elif chair.kind == "invite":
            made.invite = new_token()
            seat.kind, seat.invite = INVITED, hashed(made.invite)
        else:
            seat.kind = OPEN
        seats.append(seat)
        given.append(made)
    return seats, given


def checked_bot(bot: str, field: str) -> None:
    """Only bots that are offered by name: a client may not name code to be run."""
    if bot not in names():
        raise Trouble(400, "unknown-bot", f"{field}: no bot is called '{bot}'; there are {', '.join(names())}", field)


def claimed(session: Session, wish: Take) -> Seat:
    """The seat that an invitation or a player's name claims."""
    if not wish.invite and not wish.player:
        raise Trouble(400, "no-seat", "player: name the open seat to take, or give an invitation", "player")
    for seat in session.seats.values():
        if wish.invite and opens(wish.invite, seat.invite):
            return seat
        if not wish.invite and seat.player == wish.player and seat.kind == OPEN:
            return seat
    if wish.invite:
        raise Trouble(403, "bad-invitation", "This invitation opens no seat of this game.", "invite")
    raise Trouble(409, "taken", "There is no such open seat.", "player")
