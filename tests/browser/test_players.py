"""Two browsers, one browser for two, real dice, a lost server, a phone."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, WebSocket, expect

from roundtop.battle.game import Game
from roundtop.battle.gamefile import About, Source, text
from roundtop.battles import load
from roundtop.dice.sources import Seeded
from roundtop.rulebooks import rulebook
from tests.browser.conftest import Open, Site, keep
from tests.browser.hands import (
    PRIMARY,
    SENTENCE,
    asked,
    confirm,
    give_all,
    new_game,
    play_on,
    taken,
    violations,
    wait_asked,
)

OWN_CHIT = re.compile("Order not yet shown: Charge")


def test_two_browsers_keep_their_secrets(opened: Open) -> None:
    union = opened()
    new_game(union, "training-field", {"confederate": "invite"})
    link = union.get_by_label("Invitation link").input_value()
    union.get_by_role("button", name="To the table").click()
    heard: list[str] = []
    other = opened()
    other.on("websocket", lambda socket: listen(socket, heard))
    other.goto(link)
    other.get_by_label("Your name").fill("Longstreet")
    other.get_by_role("button", name="Take the seat").click()
    other.wait_for_selector(SENTENCE)
    give_all(union, "Charge")
    expect(union.locator(SENTENCE)).to_contain_text("Longstreet is deciding")
    expect(other.locator('.piece[aria-label*="1st Blue"]')).to_have_attribute("aria-label", re.compile("face down"))
    assert not OWN_CHIT.search(" ".join(heard))
    assert OWN_CHIT.search(union.content())
    keep(other, "secrets")
    they_talk_and_agree(union, other)


def listen(socket: WebSocket, heard: list[str]) -> None:
    socket.on("framereceived", lambda frame: heard.append(str(frame)))


def they_talk_and_agree(union: Page, other: Page) -> None:
    union.get_by_role("button", name="Talk").click()
    union.get_by_label("Say").fill("A fine morning for it.")
    union.get_by_role("button", name="Say it").click()
    union.get_by_role("button", name="Offer a draw").click()
    other.get_by_role("button", name=re.compile("^Talk")).click()
    expect(other.get_by_text("A fine morning for it.")).to_be_visible()
    keep(other, "talk")
    other.get_by_role("button", name="Agree").click()
    other.keyboard.press("Escape")
    union.keyboard.press("Escape")
    for page in (union, other):
        expect(page.locator(".verdict")).to_have_text("A drawn battle")


def test_hot_seat_hides_one_side_from_the_other(opened: Open) -> None:
    page = opened()
    new_game(page, "training-field", {"confederate": "here"})
    first = handed(page)
    assert page.locator(".room").count() == 0
    keep(page, "hand-over")
    page.get_by_role("button", name=f"I command {first}").click()
    give_all(page, "Charge")
    second = handed(page)
    assert {first, second} == {"Union", "Confederate"}
    page.get_by_role("button", name=f"I command {second}").click()
    page.wait_for_selector(SENTENCE)
    assert not OWN_CHIT.search(page.content())
    expect(page.locator('.piece[aria-label*="face down"]').first).to_be_visible()


def handed(page: Page) -> str:
    """Whose turn the curtain says it is."""
    button = page.locator(".veil button")
    expect(button).to_have_text(re.compile("I command .+"))
    return button.inner_text().removeprefix("I command ")


def test_own_dice_are_asked_for_and_told_of(opened: Open) -> None:
    page = opened()
    new_game(page, "training-field", dice="own")
    assert wait_asked(page) == "throw"
    keep(page, "own-dice")
    page.get_by_label("What was thrown").fill("7 7")
    page.get_by_role("button", name="That is the throw").click()
    expect(page.locator(".refusal")).to_contain_text("face")
    page.get_by_label("What was thrown").fill("")
    thrown = 0
    for _ in range(12):
        if wait_asked(page) != "throw":
            break
        count = int((re.findall(r"\d+(?!\d*d)", page.locator(".panel h2").inner_text()) or ["1"])[0])
        for _ in range(count):
            thrown += 1
            page.get_by_role("button", name=f"A {1 + thrown % 6}", exact=True).click()
        page.get_by_role("button", name="That is the throw").click()
        page.wait_for_timeout(150)
    assert asked(page) == "orders"


def test_a_killed_server_loses_nothing(opened: Open, site: Site) -> None:
    page = opened()
    new_game(page, "training-field")
    page.wait_for_selector(SENTENCE)
    give_all(page, "Hold")
    play_on(page, "Hold")
    wait_asked(page)
    before = page.locator(".moment p").inner_text()
    site.kill()
    expect(page.locator(".lost")).to_be_visible()
    keep(page, "lost")
    expect(page.locator(PRIMARY)).to_be_disabled()
    site.start()
    expect(page.locator(".lost")).to_have_count(0, timeout=90_000)
    assert page.locator(".moment p").inner_text() == before
    for _ in range(3):
        play_on(page, "Hold")
    page.goto(page.url.split("#")[0])
    expect(page.locator(".games li")).to_contain_text("The training field")
    page.locator(".games li a").first.click()
    page.wait_for_selector(SENTENCE)


def test_phone_plays_by_touch(opened: Open) -> None:
    page = opened(phone=True)
    expect(page.get_by_role("button", name="Fight")).to_be_visible()
    keep(page, "phone-front")
    page.get_by_role("button", name="Fight").tap()
    page.wait_for_selector(SENTENCE)
    page.locator('.piece[data-id="3rd-blue"]').tap()
    page.get_by_role("group", name="Chit for 3rd Blue").get_by_role("button", name="Move", exact=False).first.tap()
    page.locator('.chit[title="Move to the rest"]').tap()
    while "still" in page.locator(PRIMARY).inner_text():
        page.locator(".tray .option").first.tap()
    confirm(page, tap=True)
    for _ in range(20):
        shape = wait_asked(page)
        if shape == "march":
            break
        if page.locator(".panel .option.on").count() or not taken(page, tap=True):
            confirm(page, tap=True)
    page.locator(".ways .option").nth(1).tap()
    expect(page.locator(".cost")).to_be_visible()
    keep(page, "phone-march")
    for tab in ("Unit", "Log", "Now"):
        page.get_by_role("tab", name=tab).tap()
        keep(page, f"phone-{tab.lower()}")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_play_on_from_here_starts_a_new_game(opened: Open) -> None:
    page = opened()
    new_game(page, "training-field")
    page.wait_for_selector(SENTENCE)
    give_all(page, "Fire")
    wait_asked(page)
    first = page.url
    page.keyboard.press("m")
    page.get_by_role("button", name="Play on from here").click()
    expect(page.locator("#seat-union")).to_have_value("here")
    expect(page.locator("#seat-confederate")).to_have_value("bot:captain")
    page.select_option("#seat-confederate", "here")
    keep(page, "branch")
    page.get_by_role("button", name="Play on", exact=True).click()
    page.wait_for_url(lambda url: url != first)
    expect(page.locator(".veil, .sentence").first).to_be_visible()


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_who_uploads_a_file_chooses_who_plays_on(opened: Open, tmp_path: Path, phone: bool) -> None:
    game = Game(rulebook("infantry-action"), load("training-field"), {}, Seeded("a file"))
    file = tmp_path / "battle.jsonl"
    about = About("test", Source("seeded", "a file"), {"union": "you", "confederate": "recruit"})
    file.write_text(text(game, about), encoding="utf-8")
    page = opened(phone=phone)
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Play on from a file").click()
    chooser.value.set_files(file)
    expect(page.locator("#seat-union")).to_have_value("here")
    expect(page.locator("#seat-confederate")).to_have_value("bot:recruit")
    page.select_option("#seat-confederate", "invite")
    assert violations(page) == []
    keep(page, "resume-phone" if phone else "resume")
    page.get_by_role("button", name="Play on", exact=True).click()
    invitation = page.get_by_label("Invitation link").input_value()
    keep(page, "resume-invite-phone" if phone else "resume-invite")
    page.get_by_role("button", name="To the table").click()
    page.wait_for_url("**/game/**")
    friend = opened()
    friend.goto(invitation)
    friend.get_by_role("button", name="Take the seat").click()
    expect(friend.locator(SENTENCE)).to_be_visible()
    expect(page.locator(SENTENCE).first).to_be_visible()


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_a_general_is_given_a_time_to_think(opened: Open, phone: bool) -> None:
    page = opened(phone=phone)
    page.goto(page.url.split("#")[0] + "#/new/training-field")
    page.select_option("#seat-confederate", "bot:general")
    assert page.locator("#seat-confederate option[value^='bot:general']").count() == 1
    page.select_option("#time-confederate", "bot:general-quick")
    expect(page.locator("#seat-confederate")).to_have_value("bot:general")
    keep(page, "general-phone" if phone else "general")
    page.select_option("#seat-confederate", "bot:captain")
    expect(page.locator("#time-confederate")).to_have_count(0)
