"""A unit in the hand: what a move, a volley and a charge cost in gestures, in every book."""

from __future__ import annotations

import re
from pathlib import Path
from time import monotonic
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from roundtop.server.ahead import Deed
from tests.browser.conftest import Open, keep
from tests.browser.gestures import Hand, asked, play_on, told
from tests.browser.hands import PRIMARY, wait_asked
from tests.browser.positions import FIELDS, Position, positions

MOST: Final[dict[Deed, int]] = {"move": 2, "fire": 2, "charge": 3}
"""Gestures that a deed may take."""
QUIET: Final = 300


@pytest.mark.parametrize("deed", MOST)
@pytest.mark.parametrize("book", FIELDS)
def test_a_deed_takes_few_gestures(opened: Open, tmp_path: Path, book: str, deed: Deed) -> None:
    page = opened()
    position = positions(book)[deed]
    play_on(page, position, tmp_path)
    hand = Hand(page)
    before = told(page)
    by_hand(hand, position)
    keep(page, f"hand-{book}-{deed}")
    proposed = asked(page)
    for _ in range(MOST[deed] - hand.made):
        enter(hand)
        if told(page) > before:
            break
    named = deed == "fire" and asked(page) != proposed
    keep(page, f"hand-{book}-{deed}-done")
    assert named or told(page) > before, f"{hand.made} gestures, and still: {asked(page)}"


def next_unit(page: Page, position: Position, moved: list[str]) -> str:
    """A unit of one's own that has not moved and could now; "" once the others act."""
    wait_asked(page)
    offered: list[str] = page.evaluate(
        "[...document.querySelectorAll('.piece:has(.offered)')].map((one) => one.dataset.id)"
    )
    words = [(one, labelled(page, one)) for one in offered]
    own = [(one, text) for one, text in words if position.player in text]
    movable = [one for one, text in own if not re.search("battery|commander", text) and one not in moved]
    return movable[0] if movable else ""


def labelled(page: Page, piece: str) -> str:
    """What a piece is called aloud, its side included."""
    words = page.locator(f'.piece[data-id="{piece}"]').get_attribute("aria-label") or ""
    return words.lower()


def by_hand(hand: Hand, position: Position) -> None:
    """The gesture itself: drag a unit, drag it on to an enemy, or click the enemy."""
    wish = position.wish
    if wish.deed == "move":
        hand.drag(wish.piece, by=(12, -24) if position.player == "union" else (-12, 24))
    elif wish.deed == "charge":
        hand.drag(wish.piece, onto=wish.onto)
    else:
        hand.touch(wish.onto)
    settle(hand.page)
    ready(hand.page)


def settle(page: Page) -> None:
    """Wait until the panel has said the same for a while, so that a wish that is slow to be answered is waited for."""
    said, limit = "", monotonic() + 10
    while monotonic() < limit and said != (said := page.locator(".panel").inner_text()):
        page.wait_for_timeout(2 * QUIET)


def ready(page: Page) -> None:
    """Wait until the large button can be pressed."""
    expect(page.locator(PRIMARY)).to_be_enabled()


def enter(hand: Hand) -> None:
    """Press Enter, and wait for what it brings."""
    before = told(hand.page), asked(hand.page)
    hand.key("Enter")
    limit = monotonic() + 10
    while monotonic() < limit and (told(hand.page), asked(hand.page)) == before:
        hand.page.wait_for_timeout(20)


def test_enter_and_space_keep_their_meaning_after_the_map_was_touched(opened: Open, tmp_path: Path) -> None:
    page = opened()
    position = positions("infantry-action")["move"]
    play_on(page, position, tmp_path)
    hand = Hand(page)
    hand.touch(position.wish.piece)
    expect(page.locator(PRIMARY)).to_contain_text("Activate")
    assert page.evaluate("document.activeElement.tagName") == "BODY", "the mouse takes no focus"
    page.keyboard.press("Space")
    page.keyboard.press("Space")
    chosen = page.locator('.piece[aria-pressed="true"]').first.get_attribute("data-id")
    assert chosen != position.wish.piece, "Space goes on to the next unit"
    hand.touch(position.wish.piece)
    enter(hand)
    expect(page.locator(".panel .sentence")).to_contain_text("may move")


def test_second_drags_and_double_clicks_select_no_text(opened: Open, tmp_path: Path) -> None:
    page = opened()
    position = positions("infantry-action")["move"]
    play_on(page, position, tmp_path)
    hand = Hand(page)
    x, y = hand.place(position.wish.piece)
    page.mouse.dblclick(x, y)
    page.mouse.dblclick(x, y + 40)
    page.evaluate("getSelection().selectAllChildren(document.querySelector('.labels'))")
    hand.drag(position.wish.piece, by=(0, -30))
    ready(page)
    assert page.evaluate("getSelection().toString()") == ""
    first = ghost(page)
    page.mouse.move(*first)
    page.mouse.down()
    page.mouse.move(first[0] + 10, first[1] - 6, steps=3)
    page.mouse.move(first[0] + 25, first[1] - 12, steps=3)
    page.wait_for_timeout(QUIET)
    page.mouse.up()
    page.wait_for_timeout(QUIET)
    second = ghost(page)
    keep(page, "hand-second-drag")
    assert second[0] > first[0] + 10, "the second drag adjusts the ghost"
    before = told(page)
    page.mouse.click(*second)
    expect(page.locator(".panel .sentence")).not_to_contain_text("may move")
    assert told(page) > before, "a click on the ghost goes there"


def test_men_caught_by_a_lasso_go_together(opened: Open, tmp_path: Path) -> None:
    page = opened()
    position = positions("skirmish")["move"]
    play_on(page, position, tmp_path)
    hand = Hand(page)
    x, y = hand.place(position.wish.piece)
    page.keyboard.down("Shift")
    page.mouse.move(x - 30, y - 45)
    page.mouse.down()
    for to in ((x + 26, y - 45), (x + 26, y + 45), (x - 30, y + 45)):
        page.mouse.move(*to, steps=4)
    page.mouse.up()
    page.keyboard.up("Shift")
    words = page.locator(".picks").inner_text()
    caught = int(words.split()[0])
    assert 1 < caught < 6, words
    for left in (caught - 1, caught):
        page.keyboard.press("p")
        expect(page.locator(".picks b")).to_have_text(f"{left} picked.")
    keep(page, "hand-lasso")
    hand.drag(position.wish.piece, by=(-14, 14))
    ready(page)
    before = told(page)
    enter(hand)
    expect(page.locator(".picks")).to_have_count(0)
    assert told(page) >= before + 2, "those who can go along"


def test_escape_puts_back_what_was_picked_up(opened: Open, tmp_path: Path) -> None:
    page = opened()
    position = positions("charge-boys")["move"]
    play_on(page, position, tmp_path)
    hand = Hand(page)
    was = asked(page)
    hand.drag(position.wish.piece, by=(10, -24))
    ready(page)
    expect(page.locator(".first")).to_contain_text("1st Blue")
    page.keyboard.press("Escape")
    expect(page.locator(".panel .sentence")).to_have_text(was)
    expect(page.locator("[data-ghost]")).to_have_count(0)
    expect(page.get_by_role("button", name="Take back")).to_be_disabled()
    hand.drag(position.wish.piece, by=(10, -24))
    ready(page)
    enter(hand)
    page.get_by_role("button", name="Take back").click()
    expect(page.get_by_role("button", name="Take back")).to_be_disabled()
    expect(page.locator(".panel .sentence")).to_have_text(was)


def test_a_refused_gesture_arms_nothing(opened: Open, tmp_path: Path) -> None:
    page = opened()
    position = positions("infantry-action")["move"]
    play_on(page, position, tmp_path)
    hand = Hand(page)
    far = page.locator(".piece[aria-label*='Confederate' i]").first.get_attribute("data-id") or ""
    hand.drag(position.wish.piece, onto=far)
    expect(page.locator(".refusal")).to_be_visible()
    expect(page.locator(PRIMARY)).to_contain_text("as it was")
    before = told(page)
    page.keyboard.press("Enter")
    expect(page.locator(".refusal")).to_have_count(0)
    assert told(page) == before, "Enter does nothing else in place of what was refused"
    hand.drag(position.wish.piece, by=(0, -20))
    ready(page)
    enter(hand)
    assert told(page) > before, "another wish is done"


def test_a_line_of_the_story_leaves_enter_its_meaning(opened: Open, tmp_path: Path) -> None:
    page = opened()
    position = positions("infantry-action")["move"]
    play_on(page, position, tmp_path)
    hand = Hand(page)
    hand.drag(position.wish.piece, by=(0, -24))
    ready(page)
    enter(hand)
    hand.touch(next_unit(page, position, [position.wish.piece]))
    ready(page)
    page.keyboard.press("g")
    page.locator(".story .line").last.click()
    before = told(page), asked(page)
    enter(hand)
    assert (told(page), asked(page)) != before


def test_a_march_goes_round_by_the_corners_that_are_clicked(opened: Open, tmp_path: Path) -> None:
    page = opened()
    position = positions("infantry-action")["move"]
    play_on(page, position, tmp_path)
    hand = Hand(page)
    x, y = hand.place(position.wish.piece)
    hand.drag(position.wish.piece, by=(0, -30))
    ready(page)
    page.mouse.click(x + 140, y - 90)
    page.wait_for_timeout(QUIET)
    ready(page)
    assert page.locator(".panel summary", has_text="2 manoeuvres").count(), "two legs"
    keep(page, "hand-corners")
    page.get_by_role("button", name="Put it back").click()
    expect(page.locator("[data-ghost]")).to_have_count(0)


def ghost(page: Page) -> tuple[float, float]:
    """The middle of a stand of the ghost, once it has come to rest."""
    before = (0.0, 0.0)
    while True:
        box = page.locator("[data-ghost] .stand").first.bounding_box()
        assert box is not None
        now = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        if now == before:
            return now
        before = now
        page.wait_for_timeout(QUIET)
