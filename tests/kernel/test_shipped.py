"""The library that came with the package: taken only where it suits and is as it was built."""

import hashlib
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from taupes.kernel import shipped
from taupes.kernel.shipped import PLAIN, WIDE, WIDE_NEEDS, candidates, find

SOURCE = "taupes/kernel/way.py"
SOURCES = Path(shipped.__file__).parents[2]


@pytest.mark.parametrize(
    ("system", "machine", "abilities", "named"),
    [
        ("linux", "x86_64", WIDE_NEEDS | {"sse2"}, (WIDE, PLAIN)),
        ("linux", "x86_64", WIDE_NEEDS - {"bmi2"}, (PLAIN,)),
        ("linux", "x86_64", frozenset(), (PLAIN,)),
        ("linux", "aarch64", WIDE_NEEDS, ()),
        ("darwin", "x86_64", WIDE_NEEDS, ()),
        ("win32", "AMD64", WIDE_NEEDS, ()),
        ("emscripten", "wasm32", frozenset(), ()),
    ],
)
def test_only_what_has_been_seen_to_work_is_taken(
    system: str, machine: str, abilities: frozenset[str], named: tuple[str, ...]
) -> None:
    assert candidates(system, machine, abilities) == named


def digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two libraries of which every one would be taken, and a manifest."""
    monkeypatch.setattr(shipped, "candidates", lambda *_: (WIDE, PLAIN))
    monkeypatch.setattr("ctypes.CDLL", _load)
    files = {}
    for name in (WIDE, PLAIN):
        (tmp_path / name).write_bytes(b"good " + name.encode())
        files[name] = {"sha256": digest((tmp_path / name).read_bytes())}
    sources = {SOURCE: digest((SOURCES / SOURCE).read_bytes()), "web/engine/not-here.py": "0"}
    write(tmp_path, {"files": files, "sources": sources})
    return tmp_path


def _load(name: str) -> object:
    if not Path(name).read_bytes().startswith(b"good"):
        raise OSError("no library")
    return object()


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
@pytest.mark.skipif(sys.platform != "linux", reason="no library is shipped for this system")
def test_who_takes_the_library(
    environment: dict[str, str], words: tuple[str, ...], way: list[Any], tmp_path: Path
) -> None:
    # Any library will do: what is asked is which way is taken.
    package = tmp_path / "taupes"
    (package / "kernel" / "libraries").mkdir(parents=True)
    for name in ("__init__.py", "kernel/way.py", "kernel/shipped.py"):
        shutil.copy(SOURCES / "taupes" / name, package / name)
    (package / "kernel" / "__init__.py").touch()
    library = package / "kernel" / "libraries" / PLAIN
    math = next(iter(Path(sys.base_prefix).rglob("_struct*.so")), None)
    if math is None:
        pytest.skip("no library to try with")
    shutil.copy(math, library)
    write(library.parent, {"files": {PLAIN: {"sha256": digest(library.read_bytes())}}})
    done = subprocess.run(
        [sys.executable, "-c", ASK, *words],
        env={**os.environ, **environment, "PYTHONPATH": str(tmp_path)},
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert json.loads(done.stdout) == way
