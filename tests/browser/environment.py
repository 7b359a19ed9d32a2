"""The browser, the server and the network as browser tests need them.

The server is a real process, the network a line that can be cut.
"""

import contextlib
import json
import os
import selectors
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

from tests.server.nursery import Child, start
from tests.server.process import ALIKE, MANY

ROOT = Path(__file__).resolve().parents[2]
PAGE = Path(os.environ.get("TAUPES_TEST_PAGE", ROOT / "src" / "taupes" / "server" / "static"))
"""The built page; another one can be tested."""
PATIENCE = 120_000
"""Milliseconds until a test gives up waiting: what takes half a second on a quiet machine may take
many times as long on a slow one that has other things to do."""
SIZES = {"desktop": (1280, 800), "phone": (390, 844), "small": (320, 640), "wide": (3840, 2160)}
"""Windows, in pixels."""
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser")
"""Any of them will do; the first has no windows to draw around its pages, and is twice as quick."""
CHROMIUM = next(filter(None, map(shutil.which, BROWSERS)), None)
TAUPES = "from taupes.cli import main; main()"
"""The command line of this environment."""
UNSEEN = """
window.unseen = new CSSStyleSheet();
unseen.replaceSync('body { opacity: 0 }');
document.adoptedStyleSheets = [unseen];
"""
"""Nobody looks at most pages of tests: what is on them has its place and can be pressed, but is not
drawn, which would be half of what a game costs and a third of a large window."""
QUESTION = {
    "position": {
        "level": 1,
        "turn": 0,
        "moles": [[[-2, 2], [1, -1]], [[-1, 0]]],
        "discs": [[1, 2, 3, 3, 4], [1, 2, 2, 3, 3, 4]],
        "disc": 2,
    },
    "names": ["Ada", "Bob"],
    "boards": "classic",
    "orientations": [0, 0, 0, 0],
    "hint": True,
}
"""A position of the companion's, about which a strong player is asked."""
GAME = ROOT / "tests" / "golden" / "special-taken.json"
"""A game that shows bots all they know."""


def launch(playwright: Any) -> Any:
    """Debian's Chromium."""
    return playwright.chromium.launch(
        executable_path=CHROMIUM,
        args=[
            "--no-sandbox",
            "--disable-gpu",
            "--disable-background-networking",
            # No page lives long enough here for Python in it to be worth compiling twice.
            "--js-flags=--liftoff-only",
        ],
    )


def check_built(*words: str) -> None:
    """Fail unless what was built is of these sources; what says so is a script in `web/`."""
    command = [sys.executable, str(ROOT / "web" / words[0]), *words[1:]]
    said = subprocess.run(command, check=False, stderr=subprocess.PIPE, text=True)
    assert said.returncode == 0, said.stderr


def compile_bots() -> None:
    """Have a game weighed, for as long as compiling may take; a server would not wait so long."""
    command = [sys.executable, "-c", TAUPES, "analyse", str(GAME), "--simulations", "20"]
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)


def free_port() -> int:
    """A port nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Server:
    """`taupes serve` with a database of its own; it can be stopped and started again."""

    def __init__(
        self, folder: Path, page: Path = PAGE, *options: str, engine: bool = False
    ) -> None:
        self.folder = folder
        self.options = options
        self.engine = engine
        self.page = page
        self.port = free_port()
        self.process: Child | subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        """Where it is."""
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start it and wait until it answers."""
        words = ["serve", "--port", str(self.port), "--page", str(self.page), "--no-warm"]
        words += ["--bot-seconds", "0.05"]
        words += [] if self.engine else ["--no-engine"]
        words += ["--database", f"sqlite:///{self.folder / 'taupes.sqlite'}"]
        for limit in MANY:
            words += ["--limit", f"{limit}=100000"]
        words += [*ALIKE, *self.options]
        with (self.folder / "server.log").open("ab") as log:
            self.process = start(TAUPES, words, log.fileno(), self.folder)
        deadline = time.monotonic() + PATIENCE / 1000
        while time.monotonic() < deadline:
            if self.process.poll() is not None:
                break
            ready = f"{self.address}/api/ready"
            with contextlib.suppress(OSError), urlopen(ready, timeout=5):  # noqa: S310
                return
            time.sleep(0.05)
        raise RuntimeError(f"no server: {(self.folder / 'server.log').read_text()[-2000:]}")

    def warm(self) -> None:
        """Have one hint made, so that no test waits for a bot's first thought."""
        path, headers = f"{self.address}/api/companion", {"Content-Type": "application/json"}
        request = Request(path, json.dumps(QUESTION).encode(), headers)  # noqa: S310
        with urlopen(request, timeout=PATIENCE / 1000) as answer:  # noqa: S310
            assert json.load(answer)["hint"]

    def stop(self) -> None:
        """Stop it as a service manager would."""
        if self.process is not None:
            self.process.send_signal(signal.SIGTERM)
            self.process.wait(PATIENCE / 1000)
            self.process = None


class Line:
    """A line to a server through a port of its own, which can be cut and mended."""

    def __init__(self, port: int) -> None:
        self.target = port
        self.is_cut = False
        self._open: list[socket.socket] = []
        self._lock = threading.Lock()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listener.getsockname()[1])
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def address(self) -> str:
        """Where to connect."""
        return f"http://127.0.0.1:{self.port}"

    def cut(self) -> None:
        """Break every connection, and let no new one through."""
        with self._lock:
            self.is_cut = True
            for end in self._open:
                with contextlib.suppress(OSError):
                    end.shutdown(socket.SHUT_RDWR)

    def mend(self) -> None:
        """Let connections through again."""
        self.is_cut = False

    def close(self) -> None:
        """Take the line away."""
        self.cut()
        self._listener.close()

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self._listener.accept()
            except OSError:
                return
            threading.Thread(target=self._carry, args=(near,), daemon=True).start()

    def _carry(self, near: socket.socket) -> None:
        with near:
            try:
                far = socket.create_connection(("127.0.0.1", self.target))
            except OSError:
                return
            with far, selectors.DefaultSelector() as ready:
                with self._lock:
                    if self.is_cut:
                        return
                    self._open += [near, far]
                ready.register(near, selectors.EVENT_READ, far)
                ready.register(far, selectors.EVENT_READ, near)
                with contextlib.suppress(OSError):
                    while True:
                        for key, _ in ready.select():
                            content = key.fileobj.recv(65536)  # type: ignore[union-attr]
                            if not content:
                                return
                            key.data.sendall(content)
