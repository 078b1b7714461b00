"""Seats and the tokens that open them."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from dataclasses import dataclass
from typing import Any, Final, final

HUMAN: Final = "human"
BOT: Final = "bot"
OPEN: Final = "open"
INVITED: Final = "invited"


def new_token() -> str:
    """256 bits from the system, as they fit into a link."""
    return secrets.token_urlsafe(32)


def hashed(token: str) -> str:
    """What is kept of a token: whoever reads the database cannot take a seat with it."""
    return hashlib.sha256(token.encode()).hexdigest()


def opens(token: str, hash: str) -> bool:
    return bool(hash) and hmac.compare_digest(hashed(token), hash)


@final
@dataclass(slots=True)
class Seat:
    """Who plays for one player. `bot` plays a bot's seat, `stand_in` for a person who is away.

    `token` and `invite` are hashes; a seat is taken once it has a nonce for the dice.
    """

    player: str
    side: str
    kind: str
    name: str = ""
    bot: str = ""
    token: str = ""
    invite: str = ""
    nonce: str = ""
    stand_in: str = ""

    @property
    def taken(self) -> bool:
        return self.kind in (HUMAN, BOT)

    @property
    def played_by_bot(self) -> str:
        """The bot that decides now; "" for a person."""
        return self.bot if self.kind == BOT else self.stand_in


def seat_of(plain: dict[str, Any]) -> Seat:
    return Seat(**plain)


def plain_seat(seat: Seat) -> dict[str, str]:
    return {name: getattr(seat, name) for name in Seat.__dataclass_fields__}
