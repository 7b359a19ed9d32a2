"""Tables on disk: kept, checked, rebuilt when damaged, never half there."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from threading import Thread
from typing import Any

import numpy as np
import pytest

from taupes.bots.endgame import Endgame, store
from taupes.bots.endgame.exact import table
from taupes.rules import State

from .tiny import random_state, tiny_game


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("TAUPES_CACHE", str(tmp_path))
    table._LOADED.forget()
    yield tmp_path / "endgame"
    table._LOADED.forget()


@pytest.fixture
def state() -> State:
    return random_state(tiny_game(2), (1, 1), Random(5))


def value(state: State) -> tuple[float, ...]:
    table._LOADED.forget()
    return Endgame.for_state(state).value(state)


def forbid_building(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any, **__: Any) -> None:
        raise AssertionError("built again")

    monkeypatch.setattr(table, "solve", fail)


def test_a_table_is_built_once_and_then_loaded(
    folder: Path, state: State, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[float] = []
    endgame = Endgame.for_state(state, told.append)
    assert not endgame.is_ready(state)
    first = endgame.value(state)
    assert told == sorted(told)
    assert told[-1] == 1
    assert endgame.is_ready(state)
    assert [path.suffix for path in folder.iterdir()] == [".table"]
    forbid_building(monkeypatch)
    assert value(state) == first


def damage_body(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[-5] ^= 1
    path.write_bytes(data)


def damage_header(path: Path) -> None:
    path.write_bytes(path.read_bytes().replace(b'"version": ', b'"version": 9'))


@pytest.mark.parametrize(
    "damage",
    [
        damage_body,
        damage_header,
        lambda path: path.write_bytes(path.read_bytes()[:-1]),
        lambda path: path.write_bytes(b""),
        lambda path: path.write_bytes(b"no table at all" * 1000),
        lambda path: path.write_bytes(store.MAGIC + b"[]" + bytes(8000)),
    ],
)
def test_a_damaged_file_is_built_again(folder: Path, state: State, damage: Any) -> None:
    first = value(state)
    (path,) = folder.glob("*.table")
    sound = path.read_bytes()
    damage(path)
    assert path.read_bytes() != sound
    assert not Endgame.for_state(state).is_ready(state)
    assert value(state) == first
    assert path.read_bytes() == sound


def test_one_table_is_not_taken_for_another(folder: Path, state: State) -> None:
    value(state)
    (path,) = folder.glob("*.table")
    values = Endgame.for_state(state).prepare(state).key.values
    path.rename(folder / "other.table")
    assert store.load("other", values) is None


def test_without_a_place_on_disk_tables_stay_in_memory(
    folder: Path, state: State, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = value(state)
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    monkeypatch.setenv("TAUPES_CACHE", str(blocked))
    assert value(state) == first


def test_an_interrupted_build_leaves_nothing(folder: Path, state: State) -> None:
    def stop(done: float) -> None:
        if done > 0.5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Endgame.for_state(state, stop).value(state)
    assert list(folder.iterdir()) == []


def test_builders_at_the_same_time_do_no_harm(folder: Path) -> None:
    part = np.linspace(0, 1, 100_000, dtype=np.float32)
    made: list[store.Stored] = []

    def fill(put: Any) -> dict[str, int]:
        for piece in np.split(part, 100):
            put(piece)
        return {"by": 1}

    def build() -> None:
        made.append(store.build("shared", len(part), "u2", fill))

    threads = [Thread(target=build) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(made) == 8
    for each in made:
        np.testing.assert_allclose(each.values * each.scale, part, atol=1e-5)
    assert [path.name for path in folder.iterdir()] == ["shared.table"]


def blank(put: Any) -> dict[str, int]:
    put(np.zeros(4000, np.float32))
    return {}


def test_the_folder_does_not_grow_for_ever(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "CACHE_BYTES", 20_000)
    for n in range(5):
        store.build(f"t{n}", 4000, "u1", blank)
    left = sorted(path.stem for path in folder.iterdir())
    assert "t4" in left
    assert len(left) < 4


@pytest.mark.parametrize(("kind", "step"), [("u2", 1 / 65535), ("u1", 1 / 255)])
def test_smaller_numbers_lose_half_a_step_at_most(
    folder: Path, kind: str, step: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = Random(6)
    states = [random_state(tiny_game(2), (2, 1), rng) for _ in range(40)]
    fine = [value(each)[each.turn] for each in states]
    for path in folder.iterdir():
        path.unlink()
    monkeypatch.setattr(store, "kind_for", lambda _: kind)
    coarse = [value(each)[each.turn] for each in states]
    errors = [abs(a - b) for a, b in zip(fine, coarse, strict=True)]
    assert 0 < max(errors) <= step / 2 + 1e-5
