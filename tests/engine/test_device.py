"""A device chooses as a server does: the engine as it was built, in its own Python."""

import gzip
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from taupes.bots import LEVELS, TEMPERAMENTS, level_of, temperament_of
from taupes.rules import PRESETS
from tests.engine import everything
from tests.engine.conftest import ROOT, Run

WEIGHTS = "taupes/bots/evaluation/weights"
PYODIDE = ROOT / "web" / "node_modules" / "pyodide"


def unpack(built: Path, kind: str, folder: Path) -> None:
    """Lay the parts of the engine into a folder, as a page does in its memory."""
    manifest = json.loads(next(built.glob("engine-*.json")).read_text("utf-8"))
    parts = manifest["parts"] | manifest["weights"]

    def part(name: str) -> bytes:
        return gzip.decompress((built / parts[name]["file"]).read_bytes())

    (folder / "library.zip").write_bytes(part("library"))
    (folder / "engine.so").write_bytes(part(f"kernel-{kind}"))
    head, _, rest = part("taupes").partition(b"\n")
    for name, length in json.loads(head).items():
        path = folder / "package" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(rest[:length])
        rest = rest[length:]
    for name in manifest["weights"]:
        (folder / "package" / WEIGHTS / f"{name}.npz").write_bytes(part(name))


@pytest.mark.parametrize("kind", ["simd", "plain"])
def test_every_bot_plays_the_same_games_on_a_device(
    built: Path, node: str, numba: dict[str, Any], tmp_path: Path, kind: str
) -> None:
    if not PYODIDE.is_dir():
        pytest.skip("needs Pyodide: python web/npm.py build")
    unpack(built, kind, tmp_path)
    script, program = Path(__file__).with_name("device.mjs"), Path(everything.__file__)
    command = [node, str(script), str(tmp_path), str(PYODIDE), str(program)]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    device = json.loads(done.stdout)
    assert device.pop("way") == "library"
    assert device == numba


def test_the_games_have_every_level_preset_and_set() -> None:
    games = everything.games()
    played = {name for _, names in games for name in names}
    assert {level_of(name).name for name in played} == set(LEVELS)
    assert {temperament_of(name) for name in played} == {None, *TEMPERAMENTS}
    assert len(games) == len(PRESETS) * 3 * 3
    assert len({(game.seats, game.stack) for game, _ in games}) == 3 * 3


def test_a_library_of_other_sources_is_noticed(run: Run, tmp_path: Path) -> None:
    library = tmp_path / "engine.so"
    library.write_bytes(b"nothing")
    sources = {"taupes/kernel/play.py": "0" * 64, "web/engine/build.py": "0" * 64}
    (tmp_path / "manifest.json").write_text(json.dumps({"sources": sources}))
    done = subprocess.run(
        [sys.executable, "-c", "import taupes.kernel"],
        env={**os.environ, "TAUPES_LIBRARY": str(library)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "NoLibrary" in done.stderr
    assert "before taupes/kernel/play.py was changed" in done.stderr
