"""`roundtop play`: the table in the browser, served by this computer."""

from __future__ import annotations

import os
import sys
import threading
import webbrowser
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from roundtop.cli.setup import Trouble


def play(
    *,
    port: int = 0,
    host: str = "127.0.0.1",
    data: Path | None = None,
    known_as: Annotated[list[str] | None, Parameter(negative=())] = None,
    browser: Annotated[bool, Parameter(negative="--no-browser")] = True,
) -> int:
    """Fight battles in the browser, against a bot, a friend here or a friend far away.

    The table is served by this computer until you stop it with Ctrl-C; games are kept and go on the next time.
    For example: `roundtop play --host 0.0.0.0` lets friends on your network join. `roundtop play --terminal` plays here
    in the terminal instead; `roundtop play --terminal --help` explains that.

    Parameters
    ----------
    port
        Where the table is served; 0 takes any free port.
    host
        The address to serve on; 0.0.0.0 lets others on your network join.
    data
        The file games are kept in.
    known_as
        A name your friends reach this computer by, such as that of your router; may be given again.
    browser
        Open the browser at once.
    """
    from roundtop.server.doors import EVERYWHERE, Doors
    from roundtop.server.run import ServeError, serve

    path = data or kept()
    path.parent.mkdir(parents=True, exist_ok=True)
    doors = Doors(tuple(known_as or ()))
    try:
        serve(host, port, path, ready=lambda address: said(address, path, browser, host in EVERYWHERE), doors=doors)
    except ServeError as error:
        raise Trouble(str(error)) from None
    return 0


def kept() -> Path:
    """Where games are kept when no file is named."""
    home = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(home) / "roundtop" / "games.sqlite"


def said(address: str, path: Path, browser: bool, friends: bool = False) -> None:
    """Tell where the table is, for friends in the network too, and open it where there is a screen."""
    print(f"The table is at {address}")
    if friends:
        from roundtop.server.doors import own_names

        port = address.rstrip("/").rpartition(":")[2]
        print(f"Friends in your network open http://{own_names()[1]}:{port}/, or this computer's address in figures.")
    print(f"Games are kept in {path}. Stop with Ctrl-C.", flush=True)
    if browser and has_screen():
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()


def has_screen() -> bool:
    """Whether a browser with windows could be opened."""
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
