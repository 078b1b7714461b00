"""A volley and the test it causes on a phone beside a real table, tap by tap."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Open, Site, keep
from tests.browser.hands import violations

SCROLLS = "document.documentElement.scrollHeight - innerHeight"
MOST_TAPS = 8


class Taps:
    """A finger that counts."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0

    def tap(self, what: Locator) -> None:
        what.click()
        self.taps += 1

    def card(self, name: str) -> None:
        self.tap(self.page.locator(".card").filter(has_text=name))

    def button(self, name: str) -> None:
        self.tap(self.page.get_by_role("button", name=name, exact=True))


def dice(page: Page, *pads: int) -> None:
    for pad in pads:
        page.get_by_label(f"A {pad}", exact=True).click()


def test_the_turn_tells_what_is_due_and_goes_on(opened: Open) -> None:
    page = opened("#/companion", phone=True)
    page.get_by_label("Battle").select_option("little-round-top")
    page.get_by_role("button", name="Begin the ledger").click()
    turn = page.get_by_label("The turn")
    expect(turn).to_contain_text("Turn 1 of 12: Orders")
    turn.get_by_role("button", name="Turn 1").click()
    turn.get_by_role("button", name="Done").first.click()
    expect(turn.get_by_role("button", name="Done")).to_have_count(1)
    turn.get_by_role("button", name="Next phase").click()
    turn.get_by_role("button", name="Do it").first.click()
    expect(page.get_by_role("heading", name="Initiative")).to_be_visible()
    dice(page, 6)
    dice(page, 2)
    expect(page.get_by_label("The answer")).to_contain_text("first none → union")
    page.get_by_role("button", name="So it is").click()
    expect(turn).to_contain_text("Union first.")
    assert violations(page) == []
    turn.get_by_role("button", name="Next phase").click()
    expect(turn).to_contain_text("Movement")
    turn.get_by_role("button", name="20th Maine").click()
    expect(turn.get_by_role("button", name="20th Maine")).to_have_count(0)


def test_a_volley_and_its_test_take_few_taps_and_are_kept(opened: Open) -> None:
    page = opened("#/companion", phone=True)
    page.get_by_label("Battle").select_option("little-round-top")
    page.get_by_label("Rules").select_option("order-cards")
    page.get_by_role("button", name="Begin the ledger").click()
    finger = Taps(page)
    finger.card("4th Texas")
    finger.card("20th Maine")
    assert violations(page) == []
    finger.button("Fire")
    answer = page.get_by_label("The answer")
    expect(answer).to_contain_text("Throw one d100")
    page.get_by_label("Card", exact=True).fill("volley")
    finger.tap(page.get_by_label("Less: Stands by range range"))
    expect(answer).to_contain_text("Throw one d100")
    assert page.evaluate(SCROLLS) == 0
    dice(page, 0, 7)
    expect(answer).to_contain_text("Next: Morale (20th Maine)")
    page.wait_for_timeout(600)
    keep(page, "companion-phone")
    assert violations(page) == []
    finger.button("So it is")
    assert finger.taps <= MOST_TAPS
    # The test comes by itself.
    finger = Taps(page)
    expect(page.get_by_role("heading", name="Morale")).to_be_visible()
    dice(page, 9, 9)
    expect(answer).to_contain_text("20th Maine: state steady → head-down")
    assert page.evaluate(SCROLLS) == 0
    finger.button("So it is")
    assert finger.taps <= MOST_TAPS
    maine = page.locator(".card").filter(has_text="20th Maine")
    expect(maine).to_contain_text("head-down")
    page.reload()
    expect(maine).to_contain_text("head-down")
    page.get_by_role("button", name="Take back").click()
    expect(maine).not_to_contain_text("head-down")
    expect(page.get_by_text("Next: Morale")).to_be_visible()


def test_two_phones_share_a_ledger_and_keep_their_secrets(opened: Open) -> None:
    host = opened("#/companion")
    host.get_by_label("Battle").select_option("little-round-top")
    host.get_by_role("button", name="Begin the ledger").click()
    host.get_by_role("button", name="Others").click()
    asked = host.get_by_role("dialog")
    expect(asked.locator(".typed").last).to_have_text(re.compile("^[a-z0-9]{10}$"))
    code = asked.locator(".typed").last.inner_text()
    phones: list[Page] = []
    for side in ("union", "confederate"):
        phone = opened(f"#/companion/join/{code}", phone=True)
        phone.get_by_role("combobox").select_option(side)
        phone.get_by_label("Your name").fill(side.title())
        phone.get_by_role("button", name="Join").click()
        expect(phone.get_by_label("The turn")).to_be_visible()
        phones.append(phone)
    union, confederate = phones
    host.keyboard.press("Escape")
    confederate.locator(".card").filter(has_text="4th Texas").click()
    confederate.get_by_role("button", name="Order …").click()
    confederate.get_by_role("button", name="Charge").click()
    texas = [page.locator(".card").filter(has_text="4th Texas") for page in (host, union, confederate)]
    expect(texas[2]).to_contain_text("order: charge, face down")
    for tile in texas[:2]:
        expect(tile).to_contain_text("order: face down")
        expect(tile).not_to_contain_text("charge")
    assert violations(confederate) == []
    confederate.get_by_role("button", name="Turn up all of mine (1)").click()
    for tile in texas:
        expect(tile).to_contain_text("charge")
    union.get_by_role("button", name="Log").click()
    expect(union.get_by_role("dialog")).to_contain_text("order laid face down: 4th Texas")
    # What is asked on one phone stays while another writes.
    host.locator(".card").filter(has_text="4th Texas").click()
    host.locator(".card").filter(has_text="20th Maine").click()
    host.get_by_role("button", name="Infantry volley").click()
    dice(host, 6)
    confederate.get_by_role("button", name="Next phase").click()
    expect(union.get_by_label("The turn")).to_contain_text("Initiative")
    expect(host.get_by_role("heading", name="Infantry volley")).to_be_visible()


def test_what_is_tapped_while_the_server_is_away_is_kept_and_sent(opened: Open, site: Site) -> None:
    page = opened("#/companion", phone=True)
    page.get_by_label("Battle").select_option("little-round-top")
    page.get_by_role("button", name="Begin the ledger").click()
    turn = page.get_by_label("The turn")
    expect(turn).to_contain_text("Turn 1 of 12: Orders")
    turn.get_by_role("button", name="Turn 1").click()
    page.wait_for_function("navigator.serviceWorker.controller !== null")
    page.wait_for_function("caches.open('roundtop-page').then((kept) => kept.keys()).then((all) => all.length > 4)")
    site.kill()
    turn.get_by_role("button", name="Done").first.click()
    expect(page.get_by_role("status")).to_contain_text("1 kept here")
    page.reload()
    expect(page.get_by_role("status")).to_contain_text("1 kept here")
    expect(page.locator(".card").filter(has_text="20th Maine")).to_be_visible()
    turn.get_by_role("button", name="Next phase").click()
    expect(page.get_by_role("status")).to_contain_text("2 kept here")
    site.start()
    expect(page.get_by_role("status")).to_have_count(0)
    expect(turn).to_contain_text("Turn 1 of 12: Initiative")
    page.get_by_role("button", name="Log").click()
    expect(page.get_by_role("dialog")).to_contain_text("lays an order chit beside every unit: Union")
