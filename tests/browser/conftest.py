"""A real server and a real Chromium, and what every test in them is held to: no errors on the console."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterator
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from time import monotonic, sleep
from typing import Any, Final, NoReturn

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect

ROOT: Final = Path(__file__).resolve().parents[2]
SCREENS: Final = ROOT / "build" / "screens"
FLAGS: Final = (
    "--disable-dev-shm-usage", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--font-render-hinting=none", "--force-color-profile=srgb",
)  # fmt: skip
ROOMY: Final = (
    "--games-per-day", "100000", "--requests-per-second", "100000", "--messages-per-second", "100000",
    "--loop-size", "1000000", "--loop-seconds", "1000",
)  # fmt: skip
DESK: Final = ViewportSize(width=1440, height=900)
PHONE: Final = ViewportSize(width=390, height=844)
PATIENCE: Final = 60_000
"""Milliseconds after which a test gives up; nothing is expected to take as long."""
expect.set_options(timeout=PATIENCE)
EXPECTED: Final = ("WebSocket connection to", "ERR_CONNECTION", "net::ERR")
"""What a browser says of a server that was killed on purpose."""

Open = Callable[..., Page]


class Site:
    """A server in a process of its own, which can be killed and started again on the same games."""

    def __init__(self, data: Path, env: dict[str, str] | None = None) -> None:
        self.data = data
        self.env = env or {**os.environ, "PYTHONPATH": str(ROOT / "src")}
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}/"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        command = [sys.executable, "-m", "roundtop.server", "--port", str(self.port), "--data", str(self.data), *ROOMY]
        quiet = subprocess.DEVNULL
        self.process = subprocess.Popen(command, env=self.env, cwd=self.data.parent, stdout=quiet, stderr=quiet)
        limit = monotonic() + 120
        while monotonic() < limit:
            try:
                urllib.request.urlopen(f"{self.address}api/shelf", timeout=5).close()
            except OSError:
                sleep(0.05)
            else:
                return
        raise RuntimeError("the server does not answer")

    def kill(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None


def missing(what: str) -> NoReturn:
    """Leave the browser's tests out where a part is not to be had; where nobody reads that, it is a failure."""
    if os.environ.get("CI"):
        pytest.fail(what)
    pytest.skip(what)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    found = shutil.which("chromium")
    if found is None:
        missing("Chromium is not here")
    return {**browser_type_launch_args, "executable_path": found, "args": list(FLAGS)}


@pytest.fixture(scope="session")
def client() -> None:
    """The page, built from the present sources."""
    loader = SourceFileLoader("roundtop_client", str(ROOT / "web" / "build.py"))
    spec = spec_from_loader("roundtop_client", loader)
    assert spec is not None
    module = module_from_spec(spec)
    loader.exec_module(module)
    try:
        module.build()
    except module.NoClientError as failure:
        missing(str(failure))


@pytest.fixture(scope="module")
def site(client: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    house = Site(tmp_path_factory.mktemp("games") / "games.sqlite")
    house.start()
    yield house
    house.kill()


@pytest.fixture
def opened(browser: Browser, site: Site) -> Iterator[Open]:
    """Opens a browser of its own at an address; at the end nobody may have found an error."""
    contexts: list[BrowserContext] = []
    errors: list[str] = []

    def open_page(
        at: str = "",
        phone: bool = False,
        guided: bool = False,
        speed: str = "instant",
        briefing: bool = False,
        expected: str = "",
        **how: Any,
    ) -> Page:
        view = PHONE if phone else DESK
        context = browser.new_context(viewport=view, has_touch=phone, is_mobile=phone, accept_downloads=True, **how)
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        words = [f"localStorage.setItem('roundtop.speed', '\"{speed}\"')"]
        words.append(f"localStorage.setItem('roundtop.briefing', '{str(briefing).lower()}')")
        if not guided:
            words.append("localStorage.setItem('roundtop.guided', 'true')")
        context.add_init_script(f"if (location.protocol === 'http:') {{ {';'.join(words)} }}")
        page = context.new_page()
        page.on("console", lambda said: errors.extend(complaints(said.type, said.text, expected)))
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("request", lambda asked: errors.extend([] if ours(asked.url, site) else [f"asked {asked.url}"]))
        page.goto(site.address + at)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert errors == []


def complaints(kind: str, text: str, expected: str) -> list[str]:
    """What a browser complains of, but for what a test provokes."""
    known = (*EXPECTED, expected) if expected else EXPECTED
    return [text] if kind in ("error", "warning") and not any(word in text for word in known) else []


def ours(url: str, site: Site) -> bool:
    """Whether a request goes to our own server, or nowhere."""
    return url.startswith((site.address, "data:", "blob:", f"ws://127.0.0.1:{site.port}/"))


def keep(page: Page, name: str) -> None:
    """A screenshot to look at afterwards."""
    SCREENS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=SCREENS / f"{name}.png")
