"""A rulebook that another package brings, played in the browser untouched."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

import pytest
from playwright.sync_api import TimeoutError as Gone
from playwright.sync_api import expect

from tests.browser.conftest import Open, Site, keep
from tests.browser.hands import PRIMARY, SENTENCE, new_game, play_on, wait_asked
from tests.rulebooks.fence.brought import installed

GONE: Final = 3000
"""Milliseconds after which something that was to be clicked has gone."""


@pytest.fixture(scope="module")
def site(client: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A server beside which the package is installed."""
    house = Site(tmp_path_factory.mktemp("games") / "games.sqlite", installed(tmp_path_factory.mktemp("packages")))
    house.start()
    yield house
    house.kill()


def test_a_book_of_another_package_is_set_up_and_played(opened: Open) -> None:
    page = opened()
    new_game(page, "the-fence")
    page.wait_for_selector(PRIMARY)
    expect(page.locator(SENTENCE).first).to_have_text("Which regiment acts?")
    for _ in range(12):
        move = page.locator(".panel .choices .option", has_text="Move")
        ways = page.locator(".panel .ways .option")
        # A lone answer gives itself: what was asked may be past when the hand comes to it.
        if wait_asked(page) == "march" and ways.count():
            ways.first.click()
            expect(page.locator(".panel")).to_contain_text("of 8″")
        elif move.count():
            try:
                move.click(timeout=GONE)
            except Gone:
                continue  # it has given itself meanwhile
            expect(ways.first).to_be_visible()
            continue
        play_on(page, "")
    expect(page.locator(".moment")).to_contain_text("of 8")
    page.wait_for_timeout(500)
    keep(page, "fence-played")
    page.get_by_role("button", name="Story").click()
    expect(page.get_by_text(re.compile(r"Blue moves \d+(\.\d)?″")).first).to_be_visible()
