"""The library that came with the package: taken only where it suits and is as it was built."""

import _ctypes
import hashlib
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from taupes.kernel import shipped
from taupes.kernel.shipped import LIBRARIES, candidates, find

SOURCE = "taupes/kernel/way.py"
SOURCES = Path(shipped.__file__).parents[2]
WIDE, PLAIN = "engine-linux-x86_64-v3.so", "engine-linux-x86_64.so"


@pytest.mark.parametrize(
    ("system", "machine", "named"),
    [
        ("linux", "x86_64", (WIDE, PLAIN)),
        ("linux", "aarch64", ("engine-linux-arm64.so",)),
        ("linux", "riscv64", ()),
        ("darwin", "arm64", ("engine-macos-arm64.dylib",)),
        ("darwin", "x86_64", ("engine-macos-x86_64-v3.dylib", "engine-macos-x86_64.dylib")),
        ("win32", "AMD64", ("engine-windows-x86_64-v3.dll", "engine-windows-x86_64.dll")),
        ("win32", "ARM64", ()),
        ("emscripten", "wasm32", ()),
    ],
)
def test_each_kind_of_machine_has_its_own(
    system: str, machine: str, named: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", system)
    if system == "win32":
        monkeypatch.delattr(os, "uname", raising=False)
        monkeypatch.setenv("PROCESSOR_ARCHITECTURE", machine)
    else:
        asked = SimpleNamespace(machine=machine)
        monkeypatch.setattr(os, "uname", lambda: asked, raising=False)
    assert candidates() == named


def test_the_machines_that_tests_run_on_have_one() -> None:
    assert candidates() in LIBRARIES.values()


def digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two libraries of which every one would be taken, and a manifest."""
    monkeypatch.setattr(shipped, "candidates", lambda: (WIDE, PLAIN))
    monkeypatch.setattr("ctypes.CDLL", Loaded)
    files = {}
    for name in (WIDE, PLAIN):
        (tmp_path / name).write_bytes(b"good " + name.encode())
        files[name] = {"sha256": digest((tmp_path / name).read_bytes())}
    sources = {SOURCE: digest((SOURCES / SOURCE).read_bytes()), "web/engine/not-here.py": "0"}
    write(tmp_path, {"files": files, "sources": sources})
    return tmp_path


class Loaded:
    """A library as `ctypes` has it; the wide one asks the processor."""

    is_wide = True
    """What the processor says."""

    def __init__(self, name: str) -> None:
        if not Path(name).read_bytes().startswith(b"good"):
            raise OSError("no library")
        self.name = Path(name).name

    def __getattr__(self, name: str) -> Any:
        if (self.name, name) != (WIDE, "suits"):
            raise AttributeError(name)
        return lambda: int(self.is_wide)

    def __getitem__(self, name: str) -> Any:
        return getattr(self, name)


def write(folder: Path, manifest: Any) -> None:
    (folder / "manifest.json").write_text(json.dumps(manifest))


def read(folder: Path) -> Any:
    return json.loads((folder / "manifest.json").read_text())


def test_the_fastest_that_is_sound_is_taken(folder: Path) -> None:
    assert find(folder) == str(folder / WIDE)
    (folder / WIDE).write_bytes(b"good but another")
    assert find(folder) == str(folder / PLAIN)
    (folder / PLAIN).unlink()
    assert find(folder) == ""


def test_what_asks_more_than_the_processor_can_do_is_left(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Loaded, "is_wide", False)
    assert find(folder) == str(folder / PLAIN)


def test_what_cannot_be_loaded_is_left(folder: Path) -> None:
    told = read(folder)
    (folder / WIDE).write_bytes(b"for another C library")
    told["files"][WIDE]["sha256"] = digest(b"for another C library")
    write(folder, told)
    assert find(folder) == str(folder / PLAIN)


def test_what_was_built_of_other_sources_is_left(folder: Path) -> None:
    told = read(folder)
    told["sources"][SOURCE] = "0"
    write(folder, told)
    assert find(folder) == ""


@pytest.mark.parametrize("text", ["", "{", "{}", '{"files": {}}', "null", "[1]", "\ud800"])
def test_a_spoilt_manifest_is_none(folder: Path, text: str) -> None:
    (folder / "manifest.json").write_bytes(text.encode("utf-8", "surrogatepass"))
    assert find(folder) == ""
    (folder / "manifest.json").unlink()
    assert find(folder) == ""


ASK = """
import json, sys
if "bare" in sys.argv:
    sys.modules.update(dict.fromkeys(("numba", "llvmlite")))
from taupes.kernel.way import LIBRARY, WAY
print(json.dumps([WAY.value, bool(LIBRARY)]))
"""


@pytest.mark.parametrize(
    ("environment", "words", "way"),
    [
        ({"TAUPES_LIBRARY": ""}, (), ["numba", False]),
        ({"TAUPES_LIBRARY": "shipped"}, (), ["library", True]),
        ({"TAUPES_LIBRARY": ""}, ("bare",), ["library", True]),
        ({"TAUPES_LIBRARY": "shipped", "TAUPES_NO_NUMBA": "1"}, ("bare",), ["plain", False]),
        ({"TAUPES_LIBRARY": "shipped", "NUMBA_DISABLE_JIT": "1"}, (), ["plain", False]),
    ],
)
def test_who_takes_the_library(
    environment: dict[str, str], words: tuple[str, ...], way: list[Any], tmp_path: Path
) -> None:
    # Any library will do: what is asked is which way is taken.
    file = getattr(_ctypes, "__file__", None) or pytest.skip("no library to try with")
    assert ask(tmp_path, Path(file).read_bytes(), environment, words) == (way, "")


@pytest.mark.parametrize(("words", "way"), [((), ["numba", False]), (("bare",), ["plain", False])])
def test_a_library_that_the_system_refuses_is_not_missed(
    words: tuple[str, ...], way: list[Any], tmp_path: Path
) -> None:
    # As a system without its C library, or one that wants another signature, would refuse it.
    environment = {"TAUPES_LIBRARY": "shipped"}
    assert ask(tmp_path, b"whole, and no library", environment, words) == (way, "")


def ask(
    folder: Path, library: bytes, environment: dict[str, str], words: tuple[str, ...]
) -> tuple[Any, str]:
    """The way that is taken where all libraries that may suit are this one; and what is said."""
    package = folder / "taupes"
    libraries = package / "kernel" / "libraries"
    libraries.mkdir(parents=True)
    for name in ("__init__.py", "kernel/way.py", "kernel/shipped.py"):
        shutil.copy(SOURCES / "taupes" / name, package / name)
    (package / "kernel" / "__init__.py").touch()
    for name in candidates():
        (libraries / name).write_bytes(library)
    write(libraries, {"files": {name: {"sha256": digest(library)} for name in candidates()}})
    done = subprocess.run(
        [sys.executable, "-c", ASK, *words],
        env={**os.environ, **environment, "PYTHONPATH": str(folder)},
        check=True,
        capture_output=True,
        text=True,
    )
    return json.loads(done.stdout), done.stderr
