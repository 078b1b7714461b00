"""The pages round the table, and whether everybody can use them."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from roundtop.battles.shelf import ids, load
from tests.browser.conftest import Open, keep
from tests.browser.hands import SENTENCE, confirm, give_all, new_game, play_on, violations, wait_asked


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_axe_finds_nothing(opened: Open, phone: bool) -> None:
    page = opened(phone=phone, guided=True)
    expect(page.locator(".shelf li")).to_have_count(len(ids()))
    assert violations(page) == []
    new_game_page(page)
    assert violations(page) == []
    page.get_by_role("button", name="To battle").click()
    page.wait_for_selector(SENTENCE)
    page.wait_for_timeout(300)
    assert violations(page) == []
    give_all(page, "Fire")
    wait_asked(page)
    page.keyboard.press("?" if not phone else "m")
    expect(page.get_by_role("dialog")).to_be_visible()
    assert violations(page) == []


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_the_shelf_is_searched_by_size_time_arm_year_and_book(opened: Open, phone: bool) -> None:
    """Every choice narrows the shelf as the battles say; what is asked is undone at once; all by keys."""
    page = opened(phone=phone)
    shown, search = page.locator(".shelf li"), page.get_by_role("search")
    expect(shown).to_have_count(len(ids()))
    battles = [load(id) for id in ids()]
    mounted = [
        one for one in battles if one.date.startswith("1863") and any(of.arm == "cavalry" for of in one.regiments)
    ]
    search.get_by_label("Year").select_option("1863")
    search.get_by_label("Arm").select_option("cavalry")
    expect(shown).to_have_count(len(mounted))
    small = [one for one in mounted if len(one.regiments) <= 12 and "skirmish" in one.rulebooks]
    search.get_by_label("Size").select_option("small")
    search.get_by_label("Rulebook").select_option("skirmish")
    search.get_by_label("Time").select_option("hour")
    expect(shown).to_have_count(len(small))
    expect(search.get_by_role("status")).to_contain_text(f"{len(small)} battles")
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    page.locator("#shelf").evaluate("it => it.scrollIntoView()")
    keep(page, f"shelf-search-{'phone' if phone else 'desk'}")
    search.get_by_label("Words").focus()
    page.keyboard.type("mosby")
    expect(shown.first).to_contain_text("Mosby")
    search.get_by_role("button", name="Show all").press("Enter")
    expect(shown).to_have_count(len(ids()))


def new_game_page(page: Page) -> None:
    page.goto(page.url.split("#")[0] + "#/new/training-field")
    page.wait_for_selector("#seat-union")
    page.locator("summary", has_text="House rules").click()


def test_rules_are_searched_and_linked(opened: Open) -> None:
    page = opened("#/rules/infantry-action.movement.measuring")
    expect(page.locator("article.on")).to_be_in_viewport()
    keep(page, "rules")
    assert violations(page) == []
    page.get_by_label("Search").fill("charge flank")
    expect(page.get_by_role("status")).to_contain_text("speak of that.")
    assert {book_of(one) for one in page.locator("article").all()} == {"infantry-action"}
    page.get_by_label("in all five books").check()
    expect(page.get_by_role("status")).to_contain_text("in all books")
    expect(page.locator("article", has_text="Chamberlain ACW").first).to_be_attached()
    assert len({book_of(one) for one in page.locator("article").all()}) > 2


def book_of(article: Locator) -> str:
    return (article.get_attribute("id") or "").partition(".")[0]


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_a_rulebook_is_a_page_with_its_turn_its_tables_and_its_house_rules(opened: Open, phone: bool) -> None:
    page = opened("#/rules", phone=phone)
    page.get_by_role("link", name="State of War").click()
    expect(page.locator(".turn li").first).to_be_visible()
    assert violations(page) == []
    contents = page.get_by_role("navigation", name="Contents")
    contents.get_by_role("link", name="Morale").click()
    expect(page.locator("section[id='skirmish.morale'] h2")).to_be_in_viewport()
    if not phone:
        expect(contents).to_be_in_viewport()
    page.get_by_text("Target's dice").click()
    expect(page.locator("details[open] table")).to_be_visible()
    assert "House rule: " in page.locator("section[id='skirmish.setup']").inner_text()
    keep(page, f"rulebook-{'phone' if phone else 'desk'}")


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_the_umpire_answers_in_sight_and_the_address_keeps_it(opened: Open, phone: bool) -> None:
    """The book, the procedure, dice by taps and as they are typed; nothing to scroll for."""
    page = opened("#/umpire", phone=phone, expected="400 (Bad Request)")
    page.get_by_role("link", name="Chamberlain").click()
    page.get_by_role("link", name="Fire", exact=False).first.click()
    answer = page.get_by_label("The answer")
    expect(answer).to_contain_text("Throw 4 d6")
    page.get_by_label("More: Firer fatigue").click()
    page.get_by_role("button", name="Target in cover").click()
    expect(answer).to_contain_text("Throw 3 d6, counting 6 or more")
    assert page.evaluate(SCROLLS) == 0
    assert violations(page) == []
    page.get_by_label("Dice thrown").fill("9 1 6")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("a d6 has no face 9")
    for face in (4, 6, 6):
        page.get_by_label(f"A {face}", exact=True).click()
    expect(page.locator(".came")).to_contain_text("Target fatigue2")
    expect(page.locator(".came")).to_be_in_viewport(ratio=1)
    assert page.evaluate(SCROLLS) == 0
    keep(page, "umpire-phone" if phone else "umpire")
    page.reload()
    expect(page.locator(".came")).to_contain_text("Target fatigue2")
    page.get_by_role("button", name="The odds").click()
    expect(page.locator("figure").first).to_be_visible()
    page.get_by_role("button", name="Throw again").click()
    page.get_by_label("Dice thrown").fill("266")
    page.keyboard.press("Enter")
    expect(page.locator(".came")).to_contain_text("Hits2")


SCROLLS = "document.documentElement.scrollHeight - innerHeight"


def test_house_rules_are_offered_and_checked(opened: Open) -> None:
    page = opened(expected="400 (Bad Request)")
    new_game_page(page)
    page.locator("#option-min_separation_in").fill("-3")
    page.get_by_role("button", name="To battle").click()
    expect(page.get_by_role("alert")).to_contain_text("min_separation_in")
    keep(page, "set-up")


def test_reduced_motion_is_respected(opened: Open) -> None:
    page = opened(reduced_motion="reduce")
    new_game(page, "training-field")
    page.wait_for_selector(".stand")
    assert page.locator(".stand").first.evaluate("one => getComputedStyle(one).transitionDuration") == "0s"


def test_keys_alone_do_for_everything(opened: Open) -> None:
    page = opened()
    new_game(page, "training-field")
    page.wait_for_selector(SENTENCE)
    first = page.locator('.piece[aria-pressed="true"]').get_attribute("data-id")
    page.keyboard.press("Space")
    assert page.locator('.piece[aria-pressed="true"]').get_attribute("data-id") != first
    page.keyboard.press("Shift+Space")
    assert page.locator('.piece[aria-pressed="true"]').get_attribute("data-id") == first
    layer = page.locator(".board .layer")
    before = layer.get_attribute("style")
    page.keyboard.press("+")
    assert layer.get_attribute("style") != before
    page.keyboard.press("0")
    for key, seen in (("o", "nav.army h2"), ("g", ".log"), ("l", ".seen")):
        page.keyboard.press(key)
        expect(page.locator(seen).first).to_be_visible()
    page.keyboard.press("r")
    page.mouse.move(500, 400)
    page.mouse.down()
    page.mouse.move(700, 400, steps=3)
    page.mouse.up()
    expect(page.locator(".ruler text")).to_contain_text("yards")
    keep(page, "ruler")
    page.keyboard.press("Escape")
    expect(page.locator(".ruler")).to_have_count(0)


HEAR_WALKS = """
    window.walked = [];
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (frames, how) {
        window.walked.push(frames.map((frame) => frame.transform));
        return animate.call(this, frames, how);
    };
"""


def wheeled(page: Page) -> None:
    """March the first unit that may wheel, by a wheel."""
    for _ in range(30):
        if play_on(page, "Move") != "choose" or wait_asked(page) != "march":
            continue
        ways = page.locator(".ways button").filter(has_text="heel")
        if ways.count():
            ways.first.click()
            page.wait_for_timeout(300)
            confirm(page)
            return
    raise AssertionError("nobody was asked to march")


@pytest.mark.parametrize("calm", [False, True], ids=["moving", "reduced motion"])
def test_a_wheel_turns_on_its_pivot_unless_nothing_is_to_move(opened: Open, calm: bool) -> None:
    page = opened(speed="fast", reduced_motion="reduce" if calm else "no-preference")
    page.add_init_script(HEAR_WALKS)
    page.reload()
    new_game(page, "training-field")
    wheeled(page)
    page.wait_for_timeout(500)
    walks = page.evaluate("window.walked")
    if calm:
        assert walks == []
        return
    assert walks
    assert min(len(frames) for frames in walks) > 2
    page.keyboard.press("Escape")
    assert page.evaluate("document.getAnimations().filter((one) => one.effect.target.matches('.stand')).length") == 0
