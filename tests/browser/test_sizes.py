"""A desk, a laptop and a phone: the large button and every choice can be seen and touched, in every book."""

from __future__ import annotations

from typing import Final

import pytest
from playwright.sync_api import Page, ViewportSize

from roundtop.battle.protocol import Rulebook
from roundtop.rulebooks import rulebooks
from tests.browser.conftest import DESK, PHONE, Open
from tests.browser.gestures import asked
from tests.browser.hands import PRIMARY, new_game, wait_asked
from tests.browser.test_battles import FIELDS

SIZES: Final = {"desk": DESK, "laptop": ViewportSize(width=1024, height=768), "phone": PHONE}
DECISIONS: Final = 3
QUIET: Final = 120
ASKED: Final = ".choices button, .ways button, .tray button, .all button, .cards .tile, .laid li, .places button"
WRONG: Final = """(asked) => {
    const big = document.querySelector('.panel footer .big'), scroll = document.querySelector('.panel .scroll');
    const words = (one) => one.innerText.split('\\n').join(' ');
    const hidden = [big, ...scroll.querySelectorAll(asked)].filter((one) => {
        const box = one.getBoundingClientRect();
        const whole = box.left >= 0 && box.top >= 0 && box.right <= innerWidth && box.bottom <= innerHeight;
        const under = document.elementFromPoint(box.x + box.width / 2, box.bottom - 3);
        return !whole || !(one.contains(under) || under?.contains(one) && under !== scroll);
    });
    return [...(scroll.scrollTop ? ['not read from its beginning'] : []), ...hidden.map(words)];
}"""
"""What cannot be touched because it lies outside the window or under something else."""
NAMES: Final = """() => {
    const names = [...document.querySelectorAll('.labels text')].map((one) => [one, one.getBoundingClientRect()]);
    const on = (a, b) => a.left + 2 < b.right && b.left < a.right - 2
        && a.top + 0.28 * a.height < b.bottom - 1 && b.top + 1 < a.bottom - 0.22 * a.height;
    return [...document.querySelectorAll('.piece')].flatMap((piece) => {
        const called = piece.getAttribute('aria-label').split(',')[0];
        const stands = [...piece.querySelectorAll('.stand')].map((one) => one.getBoundingClientRect());
        return names.filter(([one, box]) => one.textContent !== called && stands.some((stand) => on(box, stand)))
            .map(([one]) => `${one.textContent} on ${called}`);
    });
}"""
"""Names that lie on another's unit."""


@pytest.mark.parametrize("book", rulebooks(), ids=lambda book: book.id)
def test_what_is_asked_can_be_touched_at_every_size(opened: Open, book: Rulebook) -> None:
    page = opened()
    new_game(page, FIELDS[book.id], rules=book.id)
    page.wait_for_selector(PRIMARY)
    for number in range(DECISIONS):
        wait_asked(page)
        for name, size in SIZES.items():
            looked_at(page, size, f"{book.id}-{number}-{name}")
        page.evaluate("document.querySelector('.panel .scroll').scrollTop = 999")
        answered(page)


def answered(page: Page) -> None:
    """The first of what there is, as often as it takes, then the large button."""
    before = asked(page)
    for key in ("1", "1", "1", "1", "1", "Enter", "Enter"):
        big = page.locator(PRIMARY)
        ready = key == "1" and big.is_enabled() and not page.locator(".big.unready").count()
        page.keyboard.press("Enter" if ready else key)
        for _ in range(12):
            page.wait_for_timeout(25)
            if asked(page) != before:
                return


def looked_at(page: Page, size: ViewportSize, name: str) -> None:
    page.set_viewport_size(size)
    page.wait_for_timeout(QUIET)
    assert page.evaluate(WRONG, ASKED) == [], name
    assert page.evaluate(NAMES) == [], name
