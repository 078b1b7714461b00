"""The stage: what others do is played before I am asked, great moments have their place, two captains are watched."""

from __future__ import annotations

from time import monotonic
from typing import Final

from playwright.sync_api import Page, expect

from tests.browser.conftest import PATIENCE, Open
from tests.browser.hands import PRIMARY, give_all, new_game

CONTROL: Final = ".control"
COVERED: Final = """() => {
    const card = document.querySelector('[data-moment]')?.getBoundingClientRect();
    if (!card) return [];
    const apart = (a, b) => a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
    const rings = [...document.querySelectorAll('.ring')].map((one) => one.getBoundingClientRect());
    return [...document.querySelectorAll('.piece')].filter((piece) => {
        const stands = [...piece.querySelectorAll('.stand')].map((one) => one.getBoundingClientRect());
        const told = rings.some((ring) => stands.some((box) => !apart(box, { left: ring.x + ring.width / 2,
            right: ring.x + ring.width / 2, top: ring.y + ring.height / 2, bottom: ring.y + ring.height / 2 })));
        const mine = piece.getAttribute('aria-label').includes(', Union,');
        return (told || mine) && stands.some((box) => !apart(card, box));
    }).map((piece) => piece.getAttribute('aria-label'));
}"""
"""My own units, and those that are told of, on which the card of the moment lies."""
LISTEN: Final = """window.sounds = 0; const Heard = window.AudioContext;
window.AudioContext = class extends Heard { constructor() { super(); window.sounds++; } };"""


def story(page: Page) -> str:
    return page.locator(".ribbon .last").inner_text()


def watched(page: Page, many: int) -> list[str]:
    """Every unit that a card covers while so many moments pass; whatever is asked meanwhile gets its second answer."""
    seen: set[str] = set()
    covered: list[str] = []
    until = monotonic() + PATIENCE / 1000
    while len(seen) < many:
        assert monotonic() < until, f"the stage stands still at {seen}"
        seen.add(story(page))
        covered += page.evaluate(COVERED)
        if page.locator(PRIMARY).count():
            page.keyboard.press("2")
            page.keyboard.press("Enter")
        page.wait_for_timeout(100)
    return covered


def test_what_the_captain_does_is_played_before_i_am_asked(opened: Open) -> None:
    page = opened(speed="fast", briefing=True)
    new_game(page, "training-field")
    card = page.locator(".briefing")
    for words in ("You command", "What wins", "breaks at 2", "At most 15 turns", "minutes", "the captain"):
        expect(card).to_contain_text(words)
    page.get_by_role("button", name="To battle").click()
    expect(page.locator(".phases .now")).to_have_text("Orders")
    expect(page.locator(".tides")).to_contain_text("0/2")
    page.wait_for_selector(PRIMARY)
    give_all(page, "Hold")
    page.wait_for_selector(CONTROL)
    page.keyboard.press("Space")
    page.reload()
    page.wait_for_selector(CONTROL)
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    expect(page.locator(PRIMARY)).to_have_count(0)
    before = story(page)
    page.wait_for_timeout(1500)
    assert story(page) == before
    a_hand_waits_for_the_story(page)
    at, end = page.locator(".scrub input").evaluate("(one) => [Number(one.value), Number(one.max)]")
    assert at < end, "the slider is where the story is"
    page.keyboard.press("ArrowRight")
    expect(page.locator(".ribbon .last")).not_to_have_text(before)
    expect(page.locator(".scrub input")).not_to_have_value(str(at))
    page.get_by_role("radio", name="4×").click()
    assert page.evaluate("localStorage.getItem('roundtop.tempo')") == "4"
    page.keyboard.press("Space")
    assert watched(page, 5) == []
    page.keyboard.press("Escape")
    expect(page.locator(".control")).to_have_count(0)


def a_hand_waits_for_the_story(page: Page) -> None:
    """A unit that is reached for while the story is played does not drag the map along."""
    box = page.locator(".piece[aria-label*=', Union,'] .stand").first.bounding_box()
    assert box is not None
    layer = page.locator(".board .layer")
    lay = layer.get_attribute("style")
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + 60, box["y"] - 40, steps=4)
    page.mouse.up()
    expect(page.locator(".panel .wait")).to_be_visible()
    assert layer.get_attribute("style") == lay


def test_two_captains_are_watched_to_the_end_and_found_again(opened: Open) -> None:
    page = opened(speed="fast", reduced_motion="reduce")
    page.add_init_script(LISTEN)
    page.reload()
    page.goto(page.url.split("#")[0] + "#/new/training-field")
    page.select_option("#seat-union", "bot:captain")
    page.get_by_role("button", name="Watch the battle").click()
    page.wait_for_selector(CONTROL)
    first = story(page)
    expect(page.locator(".ribbon .last")).not_to_have_text(first)
    assert page.evaluate("document.getAnimations().filter((one) => one.effect.target.matches('.stand')).length") == 0
    the_end_says_what_decided_it(page)
    dominoes_are_turned_pair_by_pair(page)
    assert page.evaluate("window.sounds") == 0
    page.keyboard.press("m")
    page.locator("dialog input[type=range]").fill("0.5")
    assert page.evaluate("window.sounds") == 1
    page.goto(page.url.split("#")[0] + "#/")
    expect(page.get_by_role("link", name="The training field").first).to_be_visible()


def the_end_says_what_decided_it(page: Page) -> None:
    for _ in range(60):
        if page.locator(CONTROL).count():
            page.keyboard.press("Escape")
        if page.locator(".verdict").count():
            break
        page.wait_for_timeout(1000)
    expect(page.locator(".decided")).to_contain_text("Turn ")
    told = page.locator(".decided i").inner_text()
    page.locator(".decided").get_by_role("button", name="See it again").click()
    expect(page.locator(".told > p")).to_contain_text(told)
    expect(page.locator(".verdict")).to_be_visible()
    expect(page.locator("[data-moment]")).to_have_count(0)


def dominoes_are_turned_pair_by_pair(page: Page) -> None:
    page.emulate_media(reduced_motion="no-preference")
    page.keyboard.press("g")
    page.get_by_label("Find in the story").fill(" pairs,")
    page.locator(".log li .line").first.click()
    page.get_by_role("button", name="See it again").last.click()
    pairs = page.locator("[data-moment] .duel")
    expect(pairs.first).to_be_visible()
    many = pairs.count()
    assert page.locator("[data-moment] .duel.down").count() == many - 1
    expect(page.locator("[data-moment] .duel.down")).to_have_count(max(0, many - 2))
    page.keyboard.press("Escape")
    expect(page.locator(".verdict")).to_be_visible()
