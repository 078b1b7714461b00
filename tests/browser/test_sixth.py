"""A rulebook that another package brings, played in the browser untouched."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Open, Site, keep
from tests.browser.hands import PRIMARY, SENTENCE, new_game, play_on
from tests.rulebooks.fence.brought import installed


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
    shapes = [play_on(page, "") for _ in range(9)]
    keep(page, "fence-played")
    assert {"choose", "march"} <= set(shapes)
    expect(page.locator(".moment")).to_contain_text("Turn 2 of 8")
