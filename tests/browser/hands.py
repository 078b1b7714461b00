"""What a player's hands do at the table, whatever the rulebook: by the shapes of the panels alone."""

from __future__ import annotations

from time import monotonic
from typing import Any

from playwright.sync_api import Page

from tests.browser.conftest import ROOT

SENTENCE = ".sentence"
PRIMARY = ".panel footer .big"
SHAPES = ("march", "aims", "other", "place", "choose")
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"


def new_game(page: Page, battle: str, seats: dict[str, str] | None = None, **choices: str) -> None:
    """From the set-up page to the table or to the invitation."""
    page.goto(page.url.split("#")[0] + f"#/new/{battle}")
    page.wait_for_selector("#seat-union")
    for side, who in (seats or {}).items():
        page.select_option(f"#seat-{side}", who)
    for name, value in choices.items():
        page.select_option(f"#{name}", value)
    page.get_by_role("button", name="To battle").click()


def asked(page: Page) -> str:
    """Which shape of answer is wanted now; "" while others decide."""
    shape: str = page.evaluate(
        """() => {
            if (document.querySelector('.verdict')) return 'end';
            if (document.querySelector('.veil')) return 'veil';
            if (document.querySelector('.panel form')) return 'throw';
            if (!document.querySelector('.panel footer .big')) return '';
            for (const [shape, mark] of Object.entries({
                orders: '.slots', march: '.ways', aims: '.aims', choose: '.choices', place: '.numbers'}))
                if (document.querySelector('.panel ' + mark)) return shape;
            return 'other';
        }"""
    )
    return shape


def wait_asked(page: Page, seconds: float = 90.0) -> str:
    """Wait until something is wanted of this player, and say what."""
    limit = monotonic() + seconds
    while monotonic() < limit:
        shape = asked(page)
        if shape:
            return shape
        page.wait_for_timeout(20)
    raise AssertionError(f"nothing is asked for {seconds:g} s: {page.locator('.panel').inner_text()[:200]}")


def give_all(page: Page, chit: str) -> None:
    """The same chit to all who take it and have none, the first lawful one to the others; then confirm."""
    page.locator(f'.chit[title^="{chit} to "]').click()
    for _ in range(20):
        if page.locator(PRIMARY).is_enabled() and "still" not in page.locator(PRIMARY).inner_text():
            break
        page.keyboard.press(page.locator(".tray .option kbd").first.inner_text())
    confirm(page)


def confirm(page: Page, tap: bool = False) -> None:
    """The one large button, by its key or by touch; waits until the table has taken it or says why not."""
    before = panel(page)
    if tap:
        page.locator(PRIMARY).tap()
    else:
        page.keyboard.press("Enter")
    limit = monotonic() + 60
    while monotonic() < limit and panel(page) == before:
        page.wait_for_timeout(15)


def panel(page: Page) -> str:
    """What stands in the panel; "" where there is none."""
    text: str = page.evaluate("document.querySelector('.panel .scroll')?.innerText ?? ''")
    return text


def play_on(page: Page, chit: str) -> str:
    """One answer by the keyboard; gives the shape that was asked."""
    shape = wait_asked(page)
    if shape == "orders":
        give_all(page, chit)
        return shape
    open_choice = shape == "choose" and not page.locator(".panel .option.on").count()
    if shape in SHAPES and not (open_choice and taken(page)):
        confirm(page)
    return shape


def taken(page: Page, tap: bool = False) -> bool:
    """Take the first choice, by its key or by touch; whether that was all, because it can be taken back."""
    before = panel(page)
    if tap:
        page.locator(".panel .option").first.tap()
    else:
        page.keyboard.press("1")
    for _ in range(12):
        page.wait_for_timeout(25)
        if panel(page).split("\n")[0] != before.split("\n")[0]:
            return True
    return panel(page) != before and not page.locator(".panel .option.on").count()


def violations(page: Page) -> list[str]:
    """What axe-core finds wrong with a page."""
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found: dict[str, Any] = page.evaluate("async () => await axe.run(document, {resultTypes: ['violations']})")
    return [f"{one['id']}: {one['nodes'][0]['html'][:160]}" for one in found["violations"]]
