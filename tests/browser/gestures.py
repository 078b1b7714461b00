"""A hand whose gestures are counted: every click, key and drag is one."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page

from tests.browser.hands import PRIMARY
from tests.browser.positions import Position

DROPPED = 90
"""Milliseconds after which a table has heard what was dropped on it."""


class Hand:
    """Mouse and keys at one page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.made = 0

    def key(self, key: str) -> None:
        self.made += 1
        self.page.keyboard.press(key)

    def click(self, mark: str) -> None:
        self.made += 1
        self.page.locator(mark).first.click()

    def touch(self, piece: str) -> None:
        """Click a piece on the map."""
        self.made += 1
        self.page.mouse.click(*self.place(piece))

    def drag(self, piece: str, by: tuple[float, float] = (0, 0), onto: str = "", modifier: str = "") -> None:
        """Drag a piece by so many pixels, or on to another."""
        self.made += 1
        x, y = self.place(piece)
        to = self.place(onto) if onto else (x + by[0], y + by[1])
        if modifier:
            self.page.keyboard.down(modifier)
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        self.page.mouse.move((x + to[0]) / 2, (y + to[1]) / 2, steps=4)
        self.page.wait_for_timeout(DROPPED)
        self.page.mouse.move(*to, steps=4)
        self.page.wait_for_timeout(DROPPED)
        self.page.mouse.up()
        if modifier:
            self.page.keyboard.up(modifier)

    def place(self, piece: str) -> tuple[float, float]:
        """Where a hand takes hold of a piece: a stand of it that nothing covers."""
        found = self.grip(piece)
        assert found is not None, f"{piece} cannot be seen"
        return found

    def grip(self, piece: str) -> tuple[float, float] | None:
        """The same, or none where others stand on it."""
        found: list[float] | None = self.page.evaluate(
            """(id) => {
                const piece = document.querySelector(`.piece[data-id="${id}"]`);
                const spots = [...piece.querySelectorAll('.stand')].map((one) => one.getBoundingClientRect());
                const shares = [[.5, .5], [.2, .5], [.8, .5], [.5, .2], [.5, .8]];
                for (const [a, b] of shares) for (const box of spots) {
                    const [x, y] = [box.x + a * box.width, box.y + b * box.height];
                    const under = document.elementFromPoint(x, y)?.closest('[data-id]');
                    if (under?.dataset.id === id) return [x, y];
                }
                return null;
            }""",
            piece,
        )
        return None if found is None else (found[0], found[1])


def play_on(page: Page, position: Position, folder: Path) -> None:
    """Sit down at a position as the player who is asked, against the captain."""
    file = folder / f"{position.wish.deed}.jsonl"
    file.write_text(position.file, encoding="utf-8")
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Play on from a file").click()
    chooser.value.set_files(file)
    page.wait_for_selector(f"#seat-{position.player}")
    page.get_by_role("button", name="Play on", exact=True).click()
    page.wait_for_selector(PRIMARY)


def asked(page: Page) -> str:
    """What is asked now, in its sentence."""
    text: str = page.evaluate("document.querySelector('.panel .sentence')?.innerText ?? ''")
    return text


def told(page: Page) -> int:
    """How far the story has come."""
    length: str = page.evaluate("document.querySelector('.scrub input')?.max ?? '0'")
    return int(float(length))
