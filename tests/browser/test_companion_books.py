"""A stretch of four books on a phone beside a real table: a volley, a melee and a test, their taps counted."""

from __future__ import annotations

import sys
from itertools import combinations_with_replacement
from statistics import median
from time import monotonic

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Open, keep
from tests.browser.hands import violations

MOST_TAPS = 8
MOST_FACES = 56
DOMINOES = list(combinations_with_replacement(range(7), 2))
PATIENCE = 15_000
SCROLLS = "document.documentElement.scrollHeight - innerHeight"
Deed = tuple[str, tuple[str, ...], str, int]
"""What kind of deed it is, whose cards are tapped, the procedure ("" for what is due), and how often an input is."""

STRETCHES: dict[str, tuple[str, list[Deed]]] = {
    "chamberlain": (
        "little-round-top",
        [
            ("volley", ("4th Texas", "20th Maine"), "Fire", 1),
            ("volley", ("4th Alabama", "20th Maine"), "Fire", 1),
            ("melee", ("5th Texas", "44th New York"), "Melee", 1),
            ("morale", ("20th Maine",), "Rally", 0),
        ],
    ),
    "infantry-action": (
        "little-round-top",
        [
            ("volley", ("4th Texas", "20th Maine"), "Infantry volley", 1),
            ("melee", ("5th Texas", "44th New York"), "Resolve combat", 0),
        ],
    ),
    "order-cards": (
        "little-round-top",
        [
            ("volley", ("4th Texas", "20th Maine"), "Fire", 1),
            ("melee", ("5th Texas", "44th New York"), "Melee", 0),
        ],
    ),
    "charge-boys": (
        "little-round-top",
        [
            ("volley", ("4th Texas", "20th Maine"), "Musketry", 1),
            ("melee", ("5th Texas", "44th New York"), "Melee", 1),
        ],
    ),
}


class Finger:
    """Counts what it taps; dice are counted by themselves."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0
        self.waits: list[float] = []

    def tap(self, what: Locator) -> None:
        what.click()
        self.taps += 1

    def dice(self) -> bool:
        """Every throw that is asked for, a high face to three low ones; False where eyes must tell more first."""
        ready = self.page.get_by_role("button", name="So it is")
        pads = self.page.locator(".throw .pads button:enabled")
        more = self.page.locator(".answer .trouble")
        for place in range(MOST_FACES):
            expect(ready.or_(pads.last).or_(more).first).to_be_visible(timeout=PATIENCE)
            if ready.is_visible() or more.is_visible():
                return ready.is_visible()
            begun = monotonic()
            if self.page.get_by_label("Faces of the domino").is_visible():
                pads.nth(DOMINOES[place // 2][place % 2]).click()
            else:
                (pads.first if place % 4 else pads.last).click()
            if not self.page.locator(".so-far .soft").count():
                expect(ready.or_(pads.last).or_(more).first).to_be_visible(timeout=PATIENCE)
                self.waits.append(monotonic() - begun)
        raise AssertionError("no end of dice")

    def deed(self) -> str:
        """What is open is carried out; "" where it waits for eyes. What it was."""
        name = self.page.get_by_role("heading", level=1).inner_text()
        if not self.dice():
            self.page.get_by_role("button", name="‹ The cards").click()
            return ""
        assert self.page.evaluate(SCROLLS) == 0
        self.tap(self.page.get_by_role("button", name="So it is"))
        self.page.wait_for_timeout(500)
        return name


@pytest.mark.parametrize("rules", STRETCHES)
def test_a_stretch_of_each_book_takes_few_taps(opened: Open, rules: str) -> None:
    battle, deeds = STRETCHES[rules]
    page = opened("#/companion", phone=True)
    page.set_default_timeout(PATIENCE)
    page.get_by_label("Battle").select_option(battle)
    if page.get_by_label("Rules").locator(f"option[value='{rules}']").count():
        page.get_by_label("Rules").select_option(rules)
    page.get_by_role("button", name="Begin the ledger").click()
    expect(page.get_by_label("The turn")).to_be_visible()
    counted: dict[str, list[int]] = {}
    waits: list[float] = []
    for kind, cards, procedure, inputs in deeds:
        finger = Finger(page)
        for name in cards:
            finger.tap(page.locator(".card").filter(has_text=name).first)
        if procedure:
            finger.tap(page.get_by_role("button", name=procedure, exact=True))
        if rules == "order-cards" and kind == "volley":
            page.get_by_label("Card", exact=True).fill("volley")
        if procedure == "Rally":
            page.get_by_label("Nearest enemy (bw)", exact=True).fill("3")
            page.get_by_label("Nearest enemy (bw)", exact=True).press("Tab")
            finger.taps += 2
        for _ in range(inputs):
            finger.tap(page.locator(".tiles button:enabled").first)
        keep(page, f"companion-{rules}-{kind}")
        done = finger.deed()
        counted.setdefault(kind, []).append(finger.taps)
        waits += finger.waits
        # What follows by the rules comes by itself.
        while done and page.locator(".deed").is_visible():
            finger = Finger(page)
            done = finger.deed()
            tests = any(word in done.lower() for word in ("morale", "rout", "rally"))
            if done:
                counted.setdefault("morale" if tests else kind, []).append(finger.taps)
            waits += finger.waits
    assert violations(page) == []
    quick = f"{median(waits) * 1000:.0f} ms, the median of {len(waits)}"
    sys.stdout.write(f"{rules}: taps {counted}, answers within {quick}\n")
    assert {"volley", "melee", "morale"} == set(counted)
    assert all(median(taps) <= MOST_TAPS for taps in counted.values())
