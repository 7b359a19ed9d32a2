"""How the kernel comes to be compiled, cached, or left as plain Python."""

import json
import os
import subprocess
import sys
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from taupes import kernel
from taupes.kernel import native, nesting
from taupes.kernel.native import cache_folder

GAMES = """
import json
from taupes import kernel
from taupes.rules import MOLES, Game, load_stack, preset_rules
result = [kernel.IS_COMPILED]
for code, seats, preset in (("classic-0351", 2, "web-pro"), ("grand-1234", 3, "shop-points")):
    game = Game(load_stack(code), preset_rules(preset, seats), seats, MOLES[seats])
    engine = kernel.Engine(game)
    tally, rng = kernel.words(kernel.TALLY_WORDS), kernel.seed(1)
    for is_hungry in (0, 1):
        rng = kernel.play_many(engine.tables, engine.start(), rng, 3, is_hungry, 10**6, tally)
    result.append([int(word) for word in tally] + [int(rng)])
print(json.dumps(result))
"""

KINDS = nesting._kinds
"""What Numba is at, by the kernel's own count."""

needs_numba = pytest.mark.skipif(not kernel.IS_COMPILED, reason="Numba is not here")


def run(code: str, **environment: str) -> Any:
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, **environment},
        check=True,
        capture_output=True,
        text=True,
    )
    assert done.stderr == "", "the notice is for terminals only"
    return json.loads(done.stdout)


@pytest.fixture(scope="module")
def games() -> Any:
    """What comes of games that are compiled as usual."""
    return run(GAMES)


@needs_numba
def test_plain_python_plays_the_same_games(games: Any) -> None:
    compiled, *usual = games
    plain, *same = run(GAMES, TAUPES_NO_NUMBA="1")
    assert (compiled, plain) == (True, False)
    assert usual == same


@needs_numba
def test_the_simplest_machine_of_its_kind_plays_the_same_games(games: Any) -> None:
    # Numba keeps what it compiles for one machine apart from what it does for another.
    assert run(GAMES, NUMBA_CPU_NAME="generic") == games


def test_plain_python_takes_actions_out_of_arrays() -> None:
    code = """
import json
import numpy
from taupes import kernel
from taupes.rules import Game, load_stack, preset_rules
engine = kernel.Engine(Game(load_stack("classic-0351"), preset_rules("web", 2), 2, 10))
rows = []
for kind in (int, numpy.int32):
    row, out = engine.start(), engine.actions()
    for step in range(200):
        count = kernel.list_actions(engine.tables, row, out)
        kernel.apply(engine.tables, row, kind(out[step * step % count]))
    rows.append([int(word) for word in row[: kernel.layout.STATE_WORDS]])
print(json.dumps(rows))
"""
    first, second = run(code, TAUPES_NO_NUMBA="1")
    assert first == second


def test_plain_python_needs_no_numba_at_all() -> None:
    # A module that is None in sys.modules cannot be imported.
    code = "import sys; sys.modules.update(numba=None, numpy=None)\n" + GAMES
    with_numba_hidden = code.replace(
        "from taupes import kernel",
        "import importlib.util as util\nutil.find_spec = "
        "lambda name: None\nfrom taupes import kernel",
    )
    assert run(with_numba_hidden)[0] is False


@needs_numba
def test_compiled_code_is_kept_in_the_users_cache(tmp_path: Path) -> None:
    code = """
import json
from taupes import kernel
from numba.core import event
seen = event.RecordingListener()
event.register("numba:compile", seen)
rng = int(kernel.stir(kernel.seed(1)))
print(json.dumps([rng, len(seen.buffer)]))
"""
    # The variable wins over the platform's own folder, so that this works on all of them.
    first = run(code, NUMBA_CACHE_DIR=str(tmp_path))
    assert first[1] > 0, "nothing was compiled on a fresh machine"
    assert list((tmp_path / "taupes" / "compiled").rglob("chance.stir*.nbi"))
    assert run(code, NUMBA_CACHE_DIR=str(tmp_path)) == [first[0], 0]


@needs_numba
def test_a_constant_does_not_make_a_function_be_compiled_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "sums.py").write_text(
        "from taupes.kernel import compiled\n"
        "@compiled\ndef add(a, b):\n    return a + b\n"
        "@compiled\ndef add_twice(a):\n    return add(a, 1) + add(2, a) + add(a, a)\n"
    )
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.syspath_prepend(str(tmp_path))
    sums: Any = import_module("sums")
    assert sums.add_twice(3) == 15
    assert sums.add(1, 2) == 3
    assert len(sums.add.overloads) == len(sums.add.nested.overloads) == 1


@needs_numba
def test_threads_that_compile_at_once_are_not_taken_for_each_other() -> None:
    # Who waits to compile must not say so before: what another thread makes ready would be left
    # unready, and crash as it is called.
    seen = []
    usual = SimpleNamespace(compile=lambda _: seen.append((nesting.LOCK.is_locked(), KINDS[1:])))
    nesting.ready(usual, SimpleNamespace(get_call_template=None, get_overload=None)).compile(None)
    assert seen == [(True, ["ready"])]
    assert KINDS == [""]


@needs_numba
def test_what_others_compile_calls_nothing_that_was_made_smaller(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Too long to be inlined, and one argument is of no use.
    lines = "".join(f"        total = total * {n} + a // {n}\n" for n in range(3, 90, 2))
    (tmp_path / "mixing.py").write_text(
        "from taupes.kernel import compiled\n"
        f"@compiled\ndef mix(unused, a):\n    total = 1\n    for _ in range(a & 7):\n{lines}"
        "    return total\n"
        "@compiled\ndef mix_all(a):\n    return mix(5, a) + mix(a, 6) + mix(1, a + 1)\n"
    )
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.syspath_prepend(str(tmp_path))
    mixing: Any = import_module("mixing")
    alone = mixing.mix(3, 1)
    mixing.mix_all(4)
    numba: Any = import_module("numba")
    assert numba.njit(lambda a: mixing.mix(3, a))(1) == alone


HOUSE = {
    "search/tree.py": "from taupes.mind import (\n    judge,\n    know,\n)\n",
    "mind/__init__.py": "from taupes.mind.judge import judge\nfrom taupes import names",
    "mind/judge.py": "def judge():\n    import taupes.mind.weights as weights",
    "mind/weights.py": "A = 1",
    "names.py": "import sys",
    "players.py": "from taupes.search.tree import grow",
}


@pytest.mark.parametrize(
    ("file", "is_new"),
    [
        ("search/tree.py", True),
        ("mind/__init__.py", True),
        ("mind/judge.py", True),
        ("mind/weights.py", True),
        ("names.py", True),
        ("players.py", False),
    ],
)
def test_a_change_in_what_code_stands_on_starts_a_new_cache(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, file: str, is_new: bool
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "cache"))
    folders = []
    for number, change in enumerate(({}, {file: HOUSE[file] + "\nB = 2"})):
        root = tmp_path / str(number)
        monkeypatch.setattr(native, "_ROOT", root)
        for name, text in (HOUSE | change).items():
            place = root / "taupes" / name
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(text)
        folders.append(cache_folder(root / "taupes" / "search" / "tree.py"))
    assert (folders[0] != folders[1]) == is_new


def test_the_search_stands_on_the_evaluation_and_the_kernel() -> None:
    tree = Path(str(files("taupes.bots.search"))) / "tree.py"
    names = {file.name for file in native.stands_on(tree)}
    assert names >= {"tree.py", "network.py", "features.py", "lanes.py", "play.py", "layout.py"}


def test_without_a_place_to_write_nothing_is_cached(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "file"))
    (tmp_path / "code.py").touch()
    assert cache_folder(tmp_path / "code.py") is None


def test_old_caches_are_thrown_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "cache"))
    old = tmp_path / "cache" / "taupes" / "compiled" / "kernel-old"
    (old / "inner").mkdir(parents=True)
    (old / "inner" / "code.nbi").write_text("")
    os.utime(old, (0, 0))
    (tmp_path / "code.py").touch()
    assert cache_folder(tmp_path / "code.py") is not None
    assert not old.exists()


@kernel.compiled
def _inner(number: int) -> int:
    return number + 1


@native.inlined
def _between(number: int) -> int:
    return _inner(number) + _inner(2)


@needs_numba
def test_a_function_is_inlined_only_if_it_says_so_and_compiled_once() -> None:
    between: Any = _between
    inner: Any = _inner
    for kind in (native.numba.types.int32, native.numba.types.int64):
        between.compile((kind,))
    (made,) = inner.nested.overloads.values()
    assert "alwaysinline" not in made.library.get_llvm_str()
    assert all("alwaysinline" in one.library.get_llvm_str() for one in between.overloads.values())
