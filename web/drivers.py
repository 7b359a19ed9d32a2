"""Firefox and WebKit, driven by what they speak themselves: WebDriver BiDi, and WebDriver.

Both need what Debian has: `firefox-esr`, or `webkit2gtk-driver` and `xvfb`.
"""

import base64
import contextlib
import json
import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from PIL import ImageGrab
from websockets.sync.client import connect

PATIENCE = 600.0
"""Seconds until something is taken not to come: WebKit is slow where it draws without help."""
ERRORS = """
  globalThis.went = [];
  addEventListener('error', (event) => went.push(`${event.message} (${event.filename})`));
  addEventListener('unhandledrejection', (event) => went.push(String(event.reason)));
"""
"""Keeps what goes wrong on a page."""


class DriverError(Exception):
    """A browser that does not do what it was told."""


class Browser:
    """A browser with one window; how it is told is up to the kind of it."""

    name = ""

    def goto(self, address: str) -> None:
        """Open a page and wait until it is loaded."""
        raise NotImplementedError

    def run(self, body: str) -> Any:
        """Run the body of an asynchronous function on the page, and what it gives back."""
        raise NotImplementedError

    def click(self, x: float, y: float) -> None:
        """Click, as a hand does."""
        raise NotImplementedError

    def write(self, text: str) -> None:
        """Type, as hands do."""
        raise NotImplementedError

    def picture(self, file: Path) -> None:
        """Take a picture of the window."""
        raise NotImplementedError

    def close(self) -> None:
        """End it."""
        raise NotImplementedError

    def until(self, body: str) -> None:
        """Wait until the body of a function on the page gives back something true."""
        end = time.monotonic() + PATIENCE
        while not self.run(body):
            if time.monotonic() > end:
                raise DriverError(f"not so: {body}")
            time.sleep(0.05)

    def wait(self, selector: str) -> None:
        """Wait until something is there."""
        self.until(f"return !!document.querySelector({json.dumps(selector)})")

    def tap(self, selector: str) -> None:
        """Wait for something, and tap its middle, over which nothing else may lie."""
        self.wait(selector)
        x, y, hit = self.run(
            f"const one = document.querySelector({json.dumps(selector)});"
            "one.scrollIntoView({block: 'center', behavior: 'instant'});"
            "const box = one.getBoundingClientRect();"
            "const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];"
            "const under = document.elementFromPoint(x, y);"
            "const isHit = one.contains(under) || under?.closest('.stage .board');"
            "return [x, y, isHit ? null : (under?.outerHTML ?? 'nothing').slice(0, 200)]"
        )
        if hit:
            raise DriverError(f"over {selector} lies {hit}")
        self.click(x, y)

    def errors(self) -> list[str]:
        """What has gone wrong on the page that is open."""
        found: list[str] = self.run("return globalThis.went ?? []")
        return found


def _pointer(x: float, y: float) -> list[dict[str, Any]]:
    steps = [
        {"type": "pointerMove", "x": round(x), "y": round(y)},
        {"type": "pointerDown", "button": 0},
        {"type": "pointerUp", "button": 0},
    ]
    return [{"type": "pointer", "id": "hand", "actions": steps}]


def _keys(text: str) -> list[dict[str, Any]]:
    steps = [{"type": kind, "value": key} for key in text for kind in ("keyDown", "keyUp")]
    return [{"type": "key", "id": "keys", "actions": steps}]


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Firefox(Browser):
    """Firefox without a window, by WebDriver BiDi."""

    name = "firefox"

    def __init__(self, width: int, height: int, locale: str) -> None:
        program = shutil.which("firefox-esr") or shutil.which("firefox")
        if program is None:
            raise DriverError("Firefox is not installed")
        self._place = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        wishes = {"intl.accept_languages": locale, "browser.shell.checkDefaultBrowser": False}
        lines = [f"user_pref({json.dumps(k)}, {json.dumps(v)});" for k, v in wishes.items()]
        Path(self._place.name, "user.js").write_text("\n".join(lines), "utf-8")
        port = _free_port()
        words = [program, "--headless", "--profile", self._place.name]
        words += ["--remote-debugging-port", str(port)]
        self._process = subprocess.Popen(  # noqa: S603 - a browser
            words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        end = time.monotonic() + PATIENCE
        while True:
            try:
                address = f"ws://127.0.0.1:{port}/session"
                self._line = connect(address, max_size=None, proxy=None, open_timeout=PATIENCE)
                break
            except OSError as error:
                if time.monotonic() > end:
                    raise DriverError("Firefox does not answer") from error
                time.sleep(0.1)
        self._count = 0
        self.logged: list[str] = []
        self._ask("session.new", capabilities={})
        self._ask("session.subscribe", events=["log.entryAdded"])
        self._window = self._ask("browsingContext.getTree")["contexts"][0]["context"]
        self._tell("browsingContext.setViewport", viewport={"width": width, "height": height})
        self._ask("script.addPreloadScript", functionDeclaration=f"() => {{ {ERRORS} }}")

    def _ask(self, method: str, **values: Any) -> Any:
        self._count += 1
        self._line.send(json.dumps({"id": self._count, "method": method, "params": values}))
        while True:
            answer = json.loads(self._line.recv(timeout=5 * PATIENCE))
            if answer.get("method") == "log.entryAdded" and answer["params"]["level"] == "error":
                self.logged.append(str(answer["params"]["text"]))
            if answer.get("id") == self._count:
                if answer["type"] == "error":
                    raise DriverError(f"{answer['error']}: {answer['message']}")
                return answer["result"]

    def _tell(self, method: str, **values: Any) -> Any:
        return self._ask(method, context=self._window, **values)

    def goto(self, address: str) -> None:
        """Open a page and wait until it is loaded."""
        self._tell("browsingContext.navigate", url=address, wait="complete")

    def run(self, body: str) -> Any:
        """Run the body of an asynchronous function on the page."""
        said = self._ask(
            "script.evaluate",
            expression=f"(async () => {{ {body} }})().then((said) => JSON.stringify(said ?? null))",
            target={"context": self._window},
            awaitPromise=True,
        )
        if said["type"] == "exception":
            raise DriverError(said["exceptionDetails"]["text"])
        return json.loads(said["result"]["value"])

    def click(self, x: float, y: float) -> None:
        """Click, as a hand does."""
        self._tell("input.performActions", actions=_pointer(x, y))

    def write(self, text: str) -> None:
        """Type, as hands do."""
        self._tell("input.performActions", actions=_keys(text))

    def picture(self, file: Path) -> None:
        """Take a picture of the window."""
        taken = self._tell("browsingContext.captureScreenshot")["data"]
        file.write_bytes(base64.b64decode(taken))

    def errors(self) -> list[str]:
        """What has gone wrong, the console's errors too; that there is no network is none."""
        logged, self.logged = self.logged, []
        return [*super().errors(), *(said for said in logged if "NetworkError" not in said)]

    def close(self) -> None:
        """End it."""
        with contextlib.suppress(Exception):
            self._ask("browser.close")
        self._process.terminate()
        self._process.wait(PATIENCE)
        self._place.cleanup()


class WebKit(Browser):
    """WebKitGTK's small browser on a screen of nobody's, by WebDriver."""

    name = "webkit"

    def __init__(self, width: int, height: int, locale: str) -> None:
        driver, screen = shutil.which("WebKitWebDriver"), shutil.which("Xvfb")
        found = sorted(Path("/usr").glob("lib*/*/webkit2gtk-4*/MiniBrowser"))
        if driver is None or screen is None or not found:
            raise DriverError("WebKitWebDriver, MiniBrowser and Xvfb are needed")
        self._screen, number = _screen(screen)
        self._display = f":{number}"
        self._size = (width, height)
        port = _free_port()
        wishes = {"DISPLAY": self._display, "LC_ALL": f"{locale.replace('-', '_')}.UTF-8"}
        self._process = subprocess.Popen(  # noqa: S603 - a browser's driver
            [driver, f"--port={port}"],
            env=os.environ | wishes,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self._address = f"http://127.0.0.1:{port}"
        options = {"binary": str(found[-1]), "args": ["--automation"]}
        wanted = {"webkitgtk:browserOptions": options, "timeouts": {"script": 5 * PATIENCE * 1000}}
        end = time.monotonic() + PATIENCE
        while True:
            try:
                made = self._ask("POST", "/session", {"capabilities": {"alwaysMatch": wanted}})
                break
            except OSError as error:
                if time.monotonic() > end:
                    raise DriverError("WebKitWebDriver does not answer") from error
                time.sleep(0.1)
        self._address += f"/session/{made['sessionId']}"
        self._ask("POST", "/window/rect", {"width": width, "height": height})

    def _ask(self, method: str, path: str, body: Any = None) -> Any:
        content = None if body is None else json.dumps(body).encode()
        request = Request(self._address + path, content, method=method)  # noqa: S310
        try:
            with urlopen(request, timeout=6 * PATIENCE) as answer:  # noqa: S310
                return json.load(answer)["value"]
        except HTTPError as error:
            wrong = json.load(error)["value"]
            raise DriverError(f"{wrong['error']}: {wrong['message']}") from error

    def goto(self, address: str) -> None:
        """Open a page and wait until it is loaded."""
        self._ask("POST", "/url", {"url": address})
        self.run(f"if (!globalThis.went) {{ {ERRORS} }}")

    def run(self, body: str) -> Any:
        """Run the body of an asynchronous function on the page."""
        script = (
            "const say = arguments[0];"
            f"(async () => {{ {body} }})()"
            ".then((said) => say({said}), (error) => say({wrong: String(error)}))"
        )
        said = self._ask("POST", "/execute/async", {"script": script, "args": []})
        if "wrong" in said:
            raise DriverError(said["wrong"])
        return said.get("said")

    def click(self, x: float, y: float) -> None:
        """Click, as a hand does."""
        self._ask("POST", "/actions", {"actions": _pointer(x, y)})

    def write(self, text: str) -> None:
        """Type, as hands do."""
        self._ask("POST", "/actions", {"actions": _keys(text)})

    def picture(self, file: Path) -> None:
        """Take a picture of the screen: the one its driver takes knows nothing of layers."""
        ImageGrab.grab(xdisplay=self._display).crop((0, 0, *self._size)).save(file)

    def close(self) -> None:
        """End it."""
        with contextlib.suppress(DriverError, OSError):
            self._ask("DELETE", "")
        for process in (self._process, self._screen):
            process.terminate()
            process.wait(PATIENCE)


def _screen(program: str) -> tuple[subprocess.Popen[bytes], str]:
    """A screen that nobody looks at, and its number."""
    reader, writer = os.pipe()
    words = [program, "-displayfd", str(writer), "-screen", "0", "1600x1200x24", "-nolisten", "tcp"]
    process = subprocess.Popen(  # noqa: S603 - a screen
        words, pass_fds=(writer,), stderr=subprocess.DEVNULL
    )
    os.close(writer)
    with os.fdopen(reader) as said:
        return process, said.readline().strip()


@contextlib.contextmanager
def opened(kind: type[Browser], *wishes: Any) -> Iterator[Any]:
    """A browser, and its end."""
    browser = kind(*wishes)
    try:
        yield browser
    finally:
        browser.close()
