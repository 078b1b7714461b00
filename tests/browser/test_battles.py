"""Every rulebook, played by hand against the captain from the set-up page to the verdict."""

from __future__ import annotations

from time import monotonic
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from roundtop.battle.protocol import Rulebook
from roundtop.rulebooks import rulebooks
from tests.browser.conftest import SCREENS, Open, keep
from tests.browser.gestures import Hand
from tests.browser.hands import PRIMARY, new_game, panel
from tests.browser.turns import Player, go_on, look

LONGEST: Final = 240
TURNS: Final = 3
FEWEST: Final = 1
"""Units that a hand moves in so many turns, at the least: dice and cards decide how many may."""
NEXT: Final = """([seed]) => {
    const all = (mark) => [...document.querySelectorAll(`.panel ${mark}`)].filter((one) => !one.disabled);
    const any = (found) => found[seed % found.length];
    const big = document.querySelector('.panel footer .big');
    if (document.querySelector('.verdict')) return ['end'];
    if (!big) return null;
    const open = !all('.option.on').length || seed % 3 === 0;
    const first = all('.cards .tile:not(.on)').length ? all('.cards .tile:not(.on)')
        : /still to give/.test(big.innerText) ? all('.tray .option')
        : open || big.disabled ? [...all('.choices .option'), ...all('.ways .option')] : [];
    const choice = first.length ? any(first) : null;
    const spots = (choice ? [choice, big] : [big]).map((one) => {
        one.scrollIntoView({block: 'nearest'});
        const box = one.getBoundingClientRect();
        return [box.x + box.width / 2, box.y + box.height / 2];
    });
    return choice && (choice.matches('.tile') || choice.closest('.tray')) ? spots.slice(0, 1) : spots;
}"""


FIELDS: Final = {
    "infantry-action": "fredericksburg-streets",
    "order-cards": "fredericksburg-streets",
    "charge-boys": "burnsides-bridge",
    "chamberlain": "burnsides-bridge",
    "skirmish": "the-clearing",
}
"""A small battle of each rulebook; they stay the same, so that gestures compare."""


@pytest.mark.parametrize("book", rulebooks(), ids=lambda book: book.id)
def test_three_turns_by_few_gestures_and_a_battle_by_mouse_to_the_verdict(opened: Open, book: Rulebook) -> None:
    page = opened()
    player = Player(Hand(page))
    player.listen(page)
    new_game(page, FIELDS[book.id], rules=book.id)
    page.wait_for_selector(PRIMARY)
    keep(page, f"{book.id}-begins")
    limit = monotonic() + LONGEST
    while go_on(player) and look(page)["turn"] <= TURNS:
        assert monotonic() < limit, f"{book.id}: no end of turn {TURNS}: {page.locator('.panel').inner_text()}"
    keep(page, f"{book.id}-turn-{TURNS}")
    assert len(player.moves) >= FEWEST
    assert max(player.moves + player.shots) <= 2, "a move or a volley takes a drag or a click, and Enter"
    assert player.hand.made - player.given < 1.5 * player.decisions, (
        "before, every decision took a click and the large button"
    )
    noted(f"{book.id}: {player.hand.made} gestures for {player.decisions} decisions in {TURNS} turns")
    clicked(page, book)
    keep(page, f"{book.id}-ends")
    expect(page.locator(".verdict")).to_be_visible()
    paper(page, book)


def noted(line: str) -> None:
    """Kept beside the screenshots, for the table in docs/hands.md."""
    with (SCREENS / "gestures.txt").open("a", encoding="utf-8") as file:
        file.write(f"{line}\n")


def clicked(page: Page, book: Rulebook) -> None:
    """With the mouse alone, whatever it finds, until the verdict."""
    limit = monotonic() + LONGEST
    seed = 7
    while monotonic() < limit:
        seed = seed * 48271 % 2147483647
        spots = page.evaluate(NEXT, [seed])
        if spots == ["end"]:
            return
        before = panel(page)
        for x, y in spots or []:
            page.mouse.click(x, y)
        for _ in range(12):
            page.wait_for_timeout(12)
            if panel(page) != before:
                break
    raise AssertionError(f"{book.id}: no verdict after {LONGEST} s: {page.locator('.panel').inner_text()}")


def paper(page: Page, book: Rulebook) -> None:
    """The sheet and the roster open from the menu."""
    page.keyboard.press("m")
    for name in ("Quick reference, to print", "Roster, to print"):
        with page.expect_popup() as sheet:
            page.get_by_role("link", name=name).click()
        expect(sheet.value.locator("h1")).to_be_visible()
        keep(sheet.value, f"{book.id}-{name.split(',')[0].lower().replace(' ', '-')}")
