"""Turns played with mouse and keys as a player would: units dragged, enemies clicked, the rest by the large button."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from time import monotonic
from typing import Any, Final

from playwright.sync_api import Page, WebSocket

from tests.browser.gestures import Hand
from tests.browser.hands import PRIMARY

PANEL: Final = """() => {
    const all = (mark) => [...document.querySelectorAll(`.panel ${mark}`)].filter((one) => !one.disabled);
    const big = document.querySelector('.panel footer .big');
    const mine = JSON.parse(localStorage.getItem('roundtop.seats')).map((one) => one.player)[0];
    const lit = [...document.querySelectorAll('.piece[data-offered]')].map((one) => {
        const words = one.getAttribute('aria-label').toLowerCase();
        return {id: one.dataset.id, own: words.includes(mine), words};
    });
    const shape = document.querySelector('.verdict') ? 'end' : !big || big.closest('[aria-busy="true"]') ? ''
        : document.querySelector('.panel .slots')
        ? 'orders' : all('.cards .tile').length ? 'cards' : document.querySelector('.panel .ways')
        ? 'march' : document.querySelector('.panel .aims') ? 'aims' : 'other';
    const turn = /turn (\\d+)/i.exec(document.querySelector('.moment p')?.innerText ?? '');
    return {
        shape, lit, turn: turn ? Number(turn[1]) : 0, moment: document.querySelector('.moment p')?.innerText ?? '',
        text: document.querySelector('.panel .scroll')?.innerText ?? '', able: Boolean(big && !big.disabled),
        sentence: document.querySelector('.panel .sentence')?.innerText ?? '', button: big?.innerText ?? '',
        ends: all('footer .put:not([title^="Put"])').length > 0,
        options: all('.choices .option').length, none: all('.choices > button').length,
        over: (() => { const one = document.querySelector('.panel .scroll');
                       return one ? one.scrollHeight - one.clientHeight : 0; })(),
    };
}"""
AWAY: Final = """(id) => {
    const middle = (one) => {
        const box = one.getBoundingClientRect();
        return [box.x + box.width / 2, box.y + box.height / 2];
    };
    const mine = JSON.parse(localStorage.getItem('roundtop.seats')).map((one) => one.player)[0];
    const [x, y] = middle(document.querySelector(`.piece[data-id="${id}"]`));
    const foes = [...document.querySelectorAll('.piece')]
        .filter((one) => !one.getAttribute('aria-label').toLowerCase().includes(mine)).map(middle);
    if (!foes.length) return [0, -1, 100];
    const off = ([a, b]) => Math.hypot(a - x, b - y);
    const [a, b] = foes.reduce((best, one) => (off(one) < off(best) ? one : best), foes[0]);
    return [(a - x) / off([a, b]), (b - y) / off([a, b]), off([a, b])];
}"""
STEP: Final = 34.0
QUIET: Final = 120
SLOW: Final = 1500
"""Milliseconds within which what has one answer has answered itself on a busy machine."""


@dataclass
class Player:
    """A hand, what it did, and what the table was told of it."""

    hand: Hand
    commands: int = 0
    decisions: int = 0
    given: int = 0
    """Chits and cards, one gesture each."""
    moves: list[int] = field(default_factory=list[int])
    shots: list[int] = field(default_factory=list[int])
    tried: set[tuple[str, str]] = field(default_factory=set[tuple[str, str]])
    """What was asked, and the piece that was dragged or clicked then."""
    when: str = ""

    def listen(self, page: Page) -> None:
        page.on("websocket", self._on)

    def _on(self, socket: WebSocket) -> None:
        socket.on("framesent", lambda frame: self._sent(str(frame)))

    def _sent(self, frame: str) -> None:
        message: dict[str, Any] = json.loads(frame)
        if message["type"] == "command":
            self.commands += 1
            self.decisions += 1 + len(message["first"])


def look(page: Page) -> dict[str, Any]:
    """What is asked, and what is lit up on the map."""
    found: dict[str, Any] = page.evaluate(PANEL)
    return found


def rested(page: Page) -> dict[str, Any]:
    """What is asked once the table has come to rest, or that the battle is over."""
    limit = monotonic() + 60
    before = look(page)
    while monotonic() < limit:
        page.wait_for_timeout(40)
        now = look(page)
        if now["shape"] and now == before:
            return now
        before = now
    raise AssertionError(f"nothing is asked: {before}")


def go_on(player: Player) -> bool:
    """One thing done by hand; False at the verdict."""
    page = player.hand.page
    now = rested(page)
    if now["shape"] == "end":
        return False
    if lone(now):
        page.wait_for_timeout(SLOW)
        now = rested(page)
    assert not lone(now), f"a lone answer is asked: {now['text']}"
    assert now["over"] <= 0 or now["options"] > 12, f"the panel has to be scrolled: {now['sentence']}"
    if now["moment"] != player.when:
        player.when, player.tried = now["moment"], set()
    if now["shape"] in ("orders", "cards"):
        laid(player, now["shape"])
    elif not (dragged(player, now) or shot(player, now)):
        answered(player)
    return True


def lone(now: dict[str, Any]) -> bool:
    """Whether there is one answer only, which should answer itself."""
    return now["shape"] == "other" and now["options"] == 1 and not now["none"]


def laid(player: Player, shape: str) -> None:
    """Orders: the same to all that take it. Cards: the first that are there."""
    hand, page = player.hand, player.hand.page
    before = hand.made
    if shape == "orders":
        hand.click('.chit[title^="Move"]')
    for number in range(12):
        ready = page.locator(PRIMARY).is_enabled() and "still" not in page.locator(PRIMARY).inner_text()
        if ready:
            break
        hand.key(page.locator(".tray .option kbd").first.inner_text() if shape == "orders" else str(number + 1))
    player.given += hand.made - before
    sent(player)


def dragged(player: Player, now: dict[str, Any]) -> bool:
    """Units that are lit up are dragged towards the enemy; the next drag sets down what can be taken back."""
    own = [one["id"] for one in now["lit"] if one["own"] and (now["sentence"], one["id"]) not in player.tried]
    if not own or now["shape"] == "aims" or any(not one["own"] for one in now["lit"]):
        return False
    before = player.hand.made
    for unit in own:
        player.tried.add((now["sentence"], unit))
        found = carried(player, unit)
        if found is None:
            continue
        if not player.hand.page.locator("[data-ghost]").count() or "tak" in found["button"]:
            break
        player.moves.append(1)
    if player.hand.made > before:
        sent(player)
        player.moves.append(2)
    return True


def carried(player: Player, unit: str) -> dict[str, Any] | None:
    """Drag a unit a step towards the enemy; what is asked then, or None where that comes to nothing."""
    hand, page = player.hand, player.hand.page
    if hand.grip(unit) is None:
        return None
    right, down, far = page.evaluate(AWAY, unit)
    step = min(STEP, far / 3)
    before = hand.made
    hand.drag(unit, by=(right * step, down * step))
    page.wait_for_timeout(QUIET)
    found = rested(page)
    if found["able"] and not any(word in found["button"] for word in ("as it was", "Next")):
        return found
    page.keyboard.press("Escape")
    hand.made = before
    return None


def shot(player: Player, now: dict[str, Any]) -> bool:
    """An enemy that is lit up is clicked, and fired at."""
    hand, page = player.hand, player.hand.page
    foes = [one["id"] for one in now["lit"] if not one["own"] and (now["sentence"], one["id"]) not in player.tried]
    fires = [word for word in ("fire", "aim", "shoot", "nominate", "target") if word in now["text"].lower()]
    if not foes or not fires:
        return False
    player.tried.add((now["sentence"], foes[0]))
    if hand.grip(foes[0]) is None:
        return True
    before = hand.made
    hand.touch(foes[0])
    page.wait_for_timeout(QUIET)
    found = rested(page)
    if not found["able"]:
        page.keyboard.press("Escape")
        hand.made = before
        return True
    sent(player)
    player.shots.append(hand.made - before)
    return True


def answered(player: Player) -> None:
    """What is drafted is done; what is left is ended; otherwise the first choice, and of a march the first way."""
    hand, page = player.hand, player.hand.page
    now = look(page)
    if "Next" in now["button"] and now["ends"]:
        hand.key("e")
        settled(player, now["text"])
        return
    if not now["able"] or now["shape"] == "march" or "Next" in now["button"]:
        before = player.commands
        hand.key("1")
        found = rested(page)
        if player.commands > before or not found["able"]:
            return
    sent(player)


def sent(player: Player) -> None:
    """Enter, and the answer of the table."""
    page = player.hand.page
    before, text = player.commands, look(page)["text"]
    player.hand.key("Enter")
    limit = monotonic() + 10
    while monotonic() < limit and player.commands == before:
        page.wait_for_timeout(20)
    settled(player, text)


def settled(player: Player, text: str) -> None:
    """Wait until something else is asked than before."""
    page = player.hand.page
    limit = monotonic() + 0.5
    while monotonic() < limit and look(page)["text"] == text:
        page.wait_for_timeout(20)
