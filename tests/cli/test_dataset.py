"""Files of simulated games: the same whoever plays them, resumed, read back, refused in words."""

import gzip
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pyarrow import parquet
from typer.testing import CliRunner, Result

from taupes.cli import app, dataset
from taupes.envs.vector import VectorEnv

SUFFIXES = (".jsonl", ".jsonl.gz", ".jsonl.zst")
WORDS = ("--boards", "quick", "--seed", "5", "--bot", "greedy,random")


def run(*words: str, stdin: bytes | None = None) -> Result:
    return CliRunner().invoke(app, list(words), input=stdin)


def simulate(path: Path | str, games: int, *words: str) -> Result:
    return run("simulate", "-n", str(games), "--records", str(path), *WORDS, *words)


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dataset, "FRAME", 4)


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("suffix", SUFFIXES)
def test_the_same_bytes_whoever_plays_and_however_often_it_is_interrupted(
    tmp_path: Path, suffix: str
) -> None:
    whole, other, parts = (tmp_path / f"{name}{suffix}" for name in ("whole", "other", "parts"))
    assert simulate(whole, 10).exit_code == 0
    assert simulate(other, 10, "--jobs", "2").exit_code == 0
    assert other.read_bytes() == whole.read_bytes()
    simulate(parts, 6)
    parts.write_bytes(parts.read_bytes()[:-9])  # killed while it wrote
    done = simulate(parts, 10, "--resume", "--json")
    assert json.loads(done.output)["resumed"] == (5 if suffix == ".jsonl" else 4)
    assert parts.read_bytes() == whole.read_bytes()
    again = simulate(parts, 10, "--resume", "--lang", "en")
    assert "games were there already" in again.output
    assert parts.read_bytes() == whole.read_bytes()


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("suffix", SUFFIXES)
def test_every_command_reads_them(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"games{suffix}"
    simulate(path, 6)
    assert run("check", str(path)).exit_code == 0
    assert run("check", "-", stdin=path.read_bytes()).exit_code == 0
    assert json.loads(run("show", str(path), "--game", "6", "--json").output)["over"]
    assert run("legal", str(path)).output == "[]\n" * 6
    assert "no record 7: the file has 6" in str(run("show", str(path), "--game", "7").exception)


@pytest.mark.parametrize("suffix", SUFFIXES[1:])
def test_a_damaged_file_is_said_to_be(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"games{suffix}"
    simulate(path, 2)
    data = path.read_bytes()
    for broken, said in (
        (data[:-20], "cut short"),
        (data[:40] + b"\0" * 60 + data[100:], "damaged"),
    ):
        path.write_bytes(broken)
        result = run("check", str(path))
        assert result.exit_code == 1
        assert said in result.output


def test_a_bomb_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("taupes.cli.files.MAX_TEXT", 1_000_000)
    path = tmp_path / "bomb.jsonl.gz"
    path.write_bytes(gzip.compress(b"x" * 50_000_000))
    result = run("check", str(path))
    assert (result.exit_code, "a line of more than 1000000 bytes" in result.output) == (1, True)


def test_standard_output_holds_records_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    simulate(path, 3)
    assert simulate("-", 3).stdout_bytes == path.read_bytes()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--seed", "6"), "holds other games: its record 4 is not what these settings play"),
        (("--bot", "random"), "holds other games"),
    ],
)
@pytest.mark.usefixtures("small")
def test_other_games_are_not_mixed_in(tmp_path: Path, words: tuple[str, ...], said: str) -> None:
    path = tmp_path / "games.jsonl.gz"
    simulate(path, 4)
    before = path.read_bytes()
    result = simulate(path, 8, "--resume", *words)
    assert result.exit_code == 2
    assert said in result.stderr.replace("\n", " ")
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--resume",), "--resume wants a file of --records"),
        (("--resume", "--records", "-"), "--resume wants a file of --records"),
        (("--resume", "--records", "x.parquet"), "cannot be resumed"),
    ],
)
def test_what_cannot_be_resumed_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    result = run("simulate", "-n", "1", *words)
    assert result.exit_code == 2
    assert said in result.stderr.replace("\n", " ")
    assert list(tmp_path.iterdir()) == []


def test_a_table_has_a_row_for_every_decision(tmp_path: Path) -> None:
    path, other = tmp_path / "games.parquet", tmp_path / "other.parquet"
    simulate(path, 3)
    simulate(other, 3, "--jobs", "2")
    table: Any = parquet.read_table(path)
    assert table.equals(parquet.read_table(other))
    assert sorted(p.name for p in tmp_path.iterdir()) == ["games.parquet", "other.parquet"]
    rows = table.to_pylist()
    assert {row["game"] for row in rows} == {0, 1, 2}
    assert {row["bot"] for row in rows} == {"greedy", "random"}
    for row in rows:
        assert row["action_mask"][row["action"]] == 1
        assert sum(row["action_mask"]) > 1
        assert row["reward"] in (-1.0, 0.0, 1.0)
    first = next(row for row in rows if row["game"] == 0)
    env = VectorEnv(1, boards=first["stack"])
    assert np.array_equal(env.batch.observations[0], first["observation"])
    assert np.array_equal(env.batch.masks[0], first["action_mask"])
    about = json.loads(table.schema.metadata[b"taupes"])
    assert (about["encoding"], about["boards"], about["seed"]) == (0, "quick", 5)
    assert about["moles"] == [10, 10]
    refused = run("check", str(path))
    assert "a table of decisions, not records" in refused.output
