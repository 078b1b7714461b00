"""House rules at the set-up page, at the table, and for friends who are invited, in a real browser."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from roundtop import rulebooks
from tests.browser.conftest import Open, keep
from tests.browser.hands import violations

SOON = 20_000
"""House rules are looked over in another process, which may have to be started first."""
DECK = Path(rulebooks.__file__).parent / "order_cards" / "deck.toml"


def set_up(page: Page, battle: str = "training-field", rules: str = "") -> None:
    """The set-up page with its house rules open."""
    page.goto(page.url.split("#")[0] + f"#/new/{battle}")
    page.wait_for_selector("#seat-union")
    if rules:
        page.select_option("#rules", rules)
    page.locator("summary", has_text="House rules").click()


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_what_the_battle_settles_is_shown_with_its_value_and_cannot_be_changed(opened: Open, phone: bool) -> None:
    page = opened(phone=phone)
    set_up(page)
    length = page.locator("#option-turn_limit")
    expect(length).to_be_disabled()
    expect(length).to_have_value("15")
    expect(page.locator("#option-turn_limit-why")).to_contain_text("The training field lasts 150 minutes, 15 turns")
    expect(page.locator("#option-unit_size")).to_have_value("by the battle")
    length.scroll_into_view_if_needed()
    keep(page, "settled-phone" if phone else "settled")
    assert violations(page) == []
    page.locator("#option-minutes_per_turn").fill("30")
    page.locator("#option-minutes_per_turn").blur()
    expect(length).to_have_value("5", timeout=SOON)


def test_the_panel_stays_open_and_house_rules_stay_with_their_book(opened: Open) -> None:
    page = opened()
    set_up(page)
    page.select_option("#option-boneyard", "per-turn")
    expect(page.locator("summary", has_text="House rules (1 changed)")).to_be_visible()
    page.locator("#option-cover_from_fire").check()
    expect(page.locator("summary", has_text="House rules (2 changed)")).to_be_visible()
    expect(page.locator("#option-boneyard")).to_be_visible()
    page.select_option("#rules", "charge-boys")
    expect(page.locator("summary", has_text="House rules")).to_have_text("House rules")
    page.select_option("#battle", "the-meadow")
    expect(page.locator("summary", has_text="House rules")).to_have_text("House rules")
    expect(page.locator("#option-boneyard")).to_have_count(0, timeout=SOON)
    page.get_by_role("button", name="To battle").click()
    page.wait_for_url("**/game/**")


def test_contradictions_are_said_where_they_are_made(opened: Open) -> None:
    page = opened()
    set_up(page, rules="order-cards")
    page.locator("#option-supply_wagons").check()
    expect(page.get_by_role("alert")).to_contain_text("unless supply_limit is on", timeout=SOON)
    page.locator("#option-supply_limit").check()
    expect(page.get_by_role("alert")).to_have_count(0, timeout=SOON)


def test_the_quick_reference_is_that_of_the_chosen_house_rules(opened: Open) -> None:
    page = opened()
    set_up(page)
    page.locator("#option-min_separation_in").fill("2.5")
    page.locator("#option-min_separation_in").blur()
    expect(page.get_by_text("by your house rules")).to_be_visible(timeout=SOON)
    with page.expect_popup() as sheet:
        page.get_by_role("link", name="quick reference").click()
    expect(sheet.value.locator("body")).to_contain_text("2.5")


def test_a_deck_is_given_as_a_file_with_its_lines(opened: Open, tmp_path: Path) -> None:
    page = opened()
    set_up(page, rules="order-cards")
    club = tmp_path / "club.toml"
    club.write_text(DECK.read_text(encoding="utf-8").replace('"Double Quick"', '"At the double"'), encoding="utf-8")
    page.get_by_label("Deck from a file").set_input_files(club)
    expect(page.locator("#option-deck")).to_have_value(club.read_text(encoding="utf-8"))
    expect(page.get_by_role("alert")).to_have_count(0, timeout=SOON)
    page.locator("#option-deck").scroll_into_view_if_needed()
    keep(page, "deck")
    page.locator("#option-deck").fill("cards, any cards")
    page.locator("#option-deck").blur()
    expect(page.get_by_role("alert")).to_contain_text("deck: it is no TOML text", timeout=SOON)
    page.get_by_label("Deck from a file").set_input_files(club)
    expect(page.get_by_role("alert")).to_have_count(0, timeout=SOON)
    page.get_by_role("button", name="To battle").click()
    page.wait_for_url("**/game/**")
    expect(page.get_by_text("At the double").first).to_be_visible()


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_everybody_sees_the_house_rules_before_and_at_the_table(opened: Open, phone: bool) -> None:
    page = opened()
    set_up(page)
    page.select_option("#option-boneyard", "per-turn")
    page.select_option("#seat-confederate", "invite")
    page.get_by_role("button", name="To battle").click()
    invitation = page.get_by_label("Invitation link").input_value()
    friend = opened(phone=phone)
    friend.goto(invitation)
    expect(friend.get_by_text("House rules in force (1)")).to_be_visible()
    expect(friend.locator("dt", has_text="Boneyard: per turn")).to_be_visible()
    keep(friend, "invited-phone" if phone else "invited")
    assert violations(friend) == []
    friend.get_by_role("button", name="Take the seat").click()
    friend.wait_for_selector(".sentence")
    friend.keyboard.press("m")
    expect(friend.get_by_role("dialog").locator("dt", has_text="Boneyard: per turn")).to_be_visible()
    keep(friend, "menu-house-phone" if phone else "menu-house")
    assert violations(friend) == []
