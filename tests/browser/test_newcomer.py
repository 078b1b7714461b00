"""From the first page to the end of a battle, and what a newcomer meets on the way."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from roundtop.battles.shelf import ids
from tests.browser.conftest import Open, keep
from tests.browser.hands import PRIMARY, SENTENCE, asked, confirm, give_all, new_game, play_on, wait_asked


def test_newcomer_fights_the_captain_to_the_end(opened: Open) -> None:
    page = opened(guided=True)
    expect(page.get_by_role("heading", name="Roundtop")).to_be_visible()
    expect(page.locator(".shelf li")).to_have_count(len(ids()))
    keep(page, "front")
    page.get_by_role("button", name="Fight").click()
    expect(page.locator("aside")).to_contain_text("Click a unit on the map")
    keep(page, "first-steps")
    page.get_by_role("button", name="I know my way").click()
    expect(page.locator("aside")).to_have_count(0)
    first_orders_by_hand(page)
    met = fought_out(page)
    keep(page, "end")
    assert met["aims"] > 3
    expect(page.locator(".verdict")).to_have_text(re.compile("^(Victory|Defeat|A drawn battle)$"))
    expect(page.locator(".words")).not_to_be_empty()
    the_dice_are_proved_and_the_past_is_open(page)


def fought_out(page: Page) -> dict[str, int]:
    """Fire whenever one may until the battle is over; how often what was asked."""
    met: dict[str, int] = {}
    for _ in range(250):
        shape = wait_asked(page)
        if shape == "end":
            break
        if shape not in met:
            page.wait_for_timeout(350)
            keep(page, f"asked-{shape}")
        met[shape] = met.get(shape, 0) + 1
        play_on(page, "Fire")
    assert asked(page) == "end"
    return met


def first_orders_by_hand(page: Page) -> None:
    """Click a unit on the map, pick its chit: the next one follows by itself."""
    page.locator('.piece[data-id="2nd-blue"]').click()
    page.get_by_role("group", name="Chit for 2nd Blue").get_by_role("button", name="Fire", exact=False).first.click()
    expect(page.locator(".slots li", has_text="2nd Blue").locator(".given")).to_have_text("Fire")
    expect(page.locator(PRIMARY)).to_contain_text("4 still to give")
    page.keyboard.press("Enter")
    expect(page.locator(PRIMARY)).to_contain_text("Yes, leave 4 without")
    give_all(page, "Fire")


def the_dice_are_proved_and_the_past_is_open(page: Page) -> None:
    page.get_by_role("button", name="Check the dice").click()
    expect(page.get_by_text("is the one promised before the first throw")).to_be_visible()
    page.locator(".scrub input").fill("12")
    expect(page.get_by_role("heading", name="A moment of the past")).to_be_visible()
    keep(page, "past")
    page.get_by_role("button", name="Back to now").click()
    page.keyboard.press("g")
    page.get_by_label("What to show").select_option("dice")
    page.locator(".log .line").first.click()
    expect(page.locator(".log .more")).to_be_visible()
    keep(page, "story")
    with page.expect_popup() as report:
        page.get_by_role("button", name="After-action report").click()
    expect(report.value.get_by_role("heading", name="Losses")).to_be_visible()
    with page.expect_download() as kept:
        page.get_by_role("button", name="Keep the whole game").click()
    file = kept.value.path()
    page.get_by_role("link", name="Another battle").click()
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Watch a file").click()
    chooser.value.set_files(str(file))
    expect(page.get_by_role("button", name="On", exact=True)).to_be_visible()
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    keep(page, "watch")


def test_march_by_hand_and_by_number(opened: Open) -> None:
    page = opened()
    new_game(page, "training-field")
    page.wait_for_selector(SENTENCE)
    give_all(page, "Move")
    for _ in range(30):
        if wait_asked(page) == "march":
            break
        play_on(page, "Move")
    expect(page.locator(".overlay.reach")).to_have_count(1)
    stand = page.locator('.piece[aria-pressed="true"] .stand').nth(5).bounding_box()
    assert stand is not None
    x, y = stand["x"] + stand["width"] / 2, stand["y"] + stand["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 30, y - 60, steps=8)
    expect(page.locator(".cost")).to_contain_text("″")
    keep(page, "march-drag")
    page.mouse.up()
    expect(page.locator(PRIMARY)).to_contain_text("Move there")
    page.keyboard.press("l")
    expect(page.locator(".seen li").first).to_be_visible()
    keep(page, "march-sight")
    for _ in range(4):
        page.keyboard.press("Escape")
    page.locator("details summary", has_text="By number").click()
    ahead = page.get_by_label("Ahead")
    ahead.fill("6")
    ahead.press("Enter")
    expect(page.locator(".cost")).to_contain_text("6.0″")
    too_far_is_refused_with_its_clause(page)


def too_far_is_refused_with_its_clause(page: Page) -> None:
    page.get_by_label("Add").select_option("forward")
    amount = page.locator(".manoeuvre input").last
    amount.fill("30")
    amount.press("Enter")
    refusal = page.locator(".refusal")
    expect(refusal).to_be_visible()
    expect(refusal.locator("a.clause").first).to_have_attribute("href", re.compile("#/rules/"))
    expect(page.locator(PRIMARY)).to_be_disabled()
    keep(page, "refusal")
    amount.blur()


def test_set_up_by_hand_in_the_zone_and_take_back(opened: Open) -> None:
    page = opened()
    new_game(page, "parade-ground")
    for _ in range(6):
        if wait_asked(page) == "place":
            break
        play_on(page, "Move")
    expect(page.locator("path.zone:not(.overlay)")).to_be_visible()
    page.get_by_label("North").fill("30")
    page.get_by_label("North").press("Enter")
    page.get_by_label("North").blur()
    page.keyboard.press("Enter")
    expect(page.locator(".refusal")).to_be_visible()
    keep(page, "place-refused")
    page.keyboard.press("1")
    confirm(page)
    assert wait_asked(page) == "choose"
    keep(page, "placed")
    play_on(page, "Move")
    assert wait_asked(page) == "place"
    page.get_by_role("button", name="Take back").click()
    expect(page.locator(".choices")).to_be_visible()
