"""Every rulebook, played by hand against the captain from the set-up page to the verdict."""

from __future__ import annotations

from time import monotonic
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from roundtop.battle.protocol import Rulebook
from roundtop.battle.scenario import Scenario
from roundtop.battles import load
from roundtop.battles.shelf import ids
from roundtop.rulebooks import rulebooks
from tests.browser.conftest import Open, keep
from tests.browser.hands import new_game

LONGEST: Final = 150
HANDS: Final = """async ([seconds, seed]) => {
    const rest = (ms) => new Promise((done) => setTimeout(done, ms));
    const all = (mark) => [...document.querySelectorAll(`.panel ${mark}`)].filter((one) => !one.disabled);
    let state = seed, made = 0;
    const chance = (n) => (state = (state * 48271) % 2147483647) % n;
    const pick = (mark) => {
        const found = all(mark);
        if (found.length) found[chance(found.length)].click();
        return found.length;
    };
    const text = (mark) => document.querySelector(mark)?.innerText;
    const shown = () => text('.panel .scroll') + text('.moment');
    const until = performance.now() + 1000 * seconds;
    while (performance.now() < until && !document.querySelector('.verdict')) {
        const big = document.querySelector('.panel footer .big');
        if (!big) { await rest(10); continue; }
        const before = shown();
        while (all('.cards .tile').length) { pick('.cards .tile'); await rest(0); }
        for (let n = 0; n < 60 && /still to give/.test(big.innerText); n++) { pick('.tray .option'); await rest(0); }
        if (!all('.option.on').length || chance(2)) pick('.choices .option') || pick('.ways .option');
        await rest(5);
        const there = () => document.body.contains(big);
        for (let n = 0; n < 20 && there() && big.disabled; n++) {
            pick('.choices .option') || pick('.ways .option');
            await rest(15);
        }
        if (there()) big.click();
        made++;
        for (let n = 0; n < 60 && shown() === before; n++) await rest(8);
    }
    return [made, document.querySelector('.verdict') ? 1 : 0];
}"""


def smallest(book: Rulebook) -> Scenario:
    """The battle of a rulebook with the fewest men."""
    own = [battle for battle in [load(id) for id in ids()] if book.id in battle.rulebooks]
    return min(own, key=lambda battle: (sum(one.men for one in battle.regiments), battle.id))


@pytest.mark.parametrize("book", rulebooks(), ids=lambda book: book.id)
def test_a_battle_by_hand_from_the_set_up_to_the_verdict(opened: Open, book: Rulebook) -> None:
    page = opened()
    new_game(page, smallest(book).id, rules=book.id)
    page.wait_for_selector(".panel footer .big")
    page.wait_for_timeout(400)
    keep(page, f"{book.id}-begins")
    made = played(page, book)
    keep(page, f"{book.id}-ends")
    expect(page.locator(".verdict")).to_be_visible()
    assert made > 10
    paper(page, book)


def played(page: Page, book: Rulebook) -> int:
    """Until the verdict; looks at the table now and then."""
    limit = monotonic() + LONGEST
    made = 0
    while monotonic() < limit:
        answers, over = page.evaluate(HANDS, [8, 1 + made])
        made += int(answers)
        if over:
            return made
        keep(page, f"{book.id}-on")
    left = page.locator(".panel").inner_text()
    raise AssertionError(f"{book.id}: no verdict after {LONGEST} s and {made} answers: {left}")


def paper(page: Page, book: Rulebook) -> None:
    """The sheet and the roster open from the menu."""
    page.keyboard.press("m")
    for name in ("Quick reference, to print", "Roster, to print"):
        with page.expect_popup() as sheet:
            page.get_by_role("link", name=name).click()
        expect(sheet.value.locator("h1")).to_be_visible()
        keep(sheet.value, f"{book.id}-{name.split(',')[0].lower().replace(' ', '-')}")
