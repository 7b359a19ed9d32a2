"""`taupes endgame` on records."""

import json
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from taupes.bots import make_bot, play_game, record_game
from taupes.cli.commands.endgame import endgame
from taupes.rules import (
    BadRecord,
    Game,
    Record,
    dump_record,
    load_stack,
    preset_rules,
)

app = typer.Typer()
app.command()(endgame)


@pytest.fixture(scope="module")
def record() -> Record:
    """A game on the quick boards that got to the last one."""
    game = Game(load_stack("quick-0123"), preset_rules("web", 2), 2, 10)
    for seed in range(20):
        steps = list(play_game(game, [make_bot("greedy")] * 2, str(seed)))
        counts = sorted(word.bit_count() for word in steps[-1][2].moles)
        if steps[-1][2].level == 3 and counts == [1, 2]:
            return record_game(game, ["Ada", "Bob"], steps)
    raise AssertionError("no game with three moles on the last board")


@pytest.fixture
def file(record: Record, tmp_path: Path) -> str:
    path = tmp_path / "game.json"
    path.write_text(dump_record(record), encoding="utf-8")
    return str(path)


def first_on_last(record: Record) -> int:
    return next(n for n, state in enumerate(record.replay()) if state.level == 3)


def test_chances_before_and_after_the_disc(record: Record, file: str) -> None:
    at = first_on_last(record)
    while record.at(at).disc or record.at(at) == record.at(at + 1):
        at += 1
    result = CliRunner().invoke(app, [file, "--at", str(at), "--json"])
    assert result.exit_code == 0, result.output
    data = json.loads(result.stdout)
    assert data["exact"] is True
    assert data["names"] == ["Ada", "Bob"]
    assert sum(data["values"]) == pytest.approx(1)
    turn = data["turn"]
    mean = sum(each["share"] * each["values"][turn] for each in data["discs"])
    assert data["values"][turn] == pytest.approx(mean, abs=1e-4)
    assert [each["words"] for each in data["choices"]] == ["turn over a disc"]

    result = CliRunner().invoke(app, [file, "--at", str(at + 1), "--json"])
    shown = json.loads(result.stdout)
    disc = next(each for each in data["discs"] if each["disc"] == shown["disc"])
    assert shown["values"] == pytest.approx(disc["values"])
    assert shown["choices"][0]["values"] == shown["values"]
    assert shown["discs"] == []
    moves = [each["values"][turn] for each in shown["choices"]]
    assert moves == sorted(moves, reverse=True)


def test_the_table_for_people_says_that_it_is_exact(record: Record, file: str) -> None:
    result = CliRunner().invoke(app, [file, "--at", str(first_on_last(record))])
    assert result.exit_code == 0, result.output
    assert "(exact)" in result.stdout
    assert "A Ada" in result.stdout
    assert "%" in result.stdout


def test_other_positions_are_refused_in_words(record: Record, file: str) -> None:
    cases = {
        ("--at", "0"): rf"not on the last board.*--at {first_on_last(record)}",
        (): "over",
        ("--at", "9999"): "no event 9999",
        ("--game", "2"): "no record 2",
    }
    for options, words in cases.items():
        result = CliRunner().invoke(app, [file, *options])
        assert isinstance(result.exception, BadRecord)
        with pytest.raises(BadRecord, match=words):
            raise result.exception
