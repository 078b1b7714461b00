"""`python -m bench.page`: the page in a real Chromium: its size, how soon the table is there, how smoothly it moves."""

from __future__ import annotations

import argparse
import gzip
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Page, Route, ViewportSize, sync_playwright

from roundtop.server.pages import STATIC
from roundtop.server.run import listening

FIGURES: Final = 1500
FRAMES: Final = 150
PAN: Final = """frames => new Promise(done => {
    const times = [], board = document.querySelector('.board');
    const hand = (kind, x, y) => board.dispatchEvent(
        new PointerEvent(kind, {pointerId: 1, clientX: x, clientY: y, bubbles: true, button: 0}));
    board.setPointerCapture = () => {};
    let last = performance.now();
    hand('pointerdown', 400, 400);
    const frame = now => {
        times.push(now - last);
        last = now;
        hand('pointermove', 400 + 60 * Math.sin(times.length / 10), 400 + 40 * Math.cos(times.length / 10));
        if (times.length < frames) requestAnimationFrame(frame);
        else { hand('pointerup', 400, 400); done(times.sort((a, b) => a - b)); }
    };
    requestAnimationFrame(frame);
})"""


def bundle() -> int:
    """Bytes of the page's JavaScript as they go over the wire."""
    return sum([len(gzip.compress(file.read_bytes(), 9)) for file in STATIC.glob("assets/*.js")])


@contextmanager
def server() -> Iterator[str]:
    """A server with no games, in a process of its own."""
    with listening("127.0.0.1", 0) as free:
        port = free.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder, "games.sqlite")
        command = [sys.executable, "-m", "roundtop.server", "--port", str(port), "--data", str(data)]
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        address = f"http://127.0.0.1:{port}/"
        try:
            wait_for(address)
            yield address
        finally:
            process.kill()
            process.wait()


def wait_for(address: str) -> None:
    for _ in range(600):
        try:
            urllib.request.urlopen(address, timeout=5).close()
        except OSError:
            time.sleep(0.05)
        else:
            return
    raise SystemExit("the server does not answer")


def crowd(route: Route) -> None:
    """The table on its way to the page, with a field full of single figures in place of its units."""
    reply = route.fetch()
    table: dict[str, Any] = reply.json()
    first = table["scene"]["pieces"][0]
    table["scene"]["pieces"] = [figure(first, number) for number in range(FIGURES)]
    route.fulfill(response=reply, json=table)


def figure(first: dict[str, Any], number: int) -> dict[str, Any]:
    pose = {"x": 2 + number % 50 * 1.35, "y": 2 + number // 50 * 1.45, "facing": number * 100 % 36000}
    part = {"pose": pose, "width": 0.8, "depth": 0.8, "glyph": "figure"}
    whose = {"id": f"figure-{number}", "side": ("union", "confederate")[number % 2], "name": "", "glyph": "figure"}
    return {**first, **whose, **part, "parts": [part], "badges": [], "ghosts": [], "card": []}


def measured(page: Page, address: str) -> tuple[float, list[float]]:
    """Seconds from the address to the table, and the frame times of a pan over many figures."""
    page.goto(address)
    page.get_by_role("button", name="Fight").click()
    page.wait_for_selector(".sentence")
    start = time.perf_counter()
    page.reload()
    page.wait_for_selector(".piece")
    ready = time.perf_counter() - start
    page.route("**/table", crowd)
    page.route_web_socket("**/play*", lambda socket: None)
    page.reload()
    page.wait_for_selector(f'[data-id="figure-{FIGURES - 1}"]')
    page.wait_for_timeout(500)
    times: list[float] = page.evaluate(PAN, FRAMES)
    return ready, times


def main() -> int:
    argparse.ArgumentParser(prog="python -m bench.page", description=__doc__).parse_args()
    chromium = shutil.which("chromium")
    if chromium is None:
        print("not measured: there is no Chromium here")
        return 1
    with server() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--disable-dev-shm-usage"])
        page = browser.new_page(viewport=ViewportSize(width=1440, height=900))
        ready, times = measured(page, address)
        browser.close()
    print(f"JavaScript, gzipped: {bundle() / 1024:.0f} KiB (aim: under 250)")
    print(f"from the address to the table: {ready:.2f} s")
    middle, late = times[len(times) // 2], times[int(0.95 * len(times))]
    print(f"a frame while {FIGURES} figures are panned: median {middle:.1f} ms, p95 {late:.1f} ms")
    return 0


if __name__ == "__main__":
    sys.exit(main())
