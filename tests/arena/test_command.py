"""`taupes arena`, `taupes arena sprt` and `taupes bot check` as people and programs call them."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from taupes.cli.commands import arena, bot

EXAMPLE = Path(__file__).parents[2] / "examples" / "plain_bot.py"


def call(*words: str) -> Result:
    return CliRunner().invoke(arena.app, [*words, "--jobs", "1", "--boards", "quick"])


def answer(*words: str) -> dict[str, Any]:
    result = call(*words, "--json")
    assert len(result.stdout.splitlines()) == 1
    table: dict[str, Any] = json.loads(result.stdout)
    return table


def test_the_final_table_is_one_json_object() -> None:
    table = answer("--bots", "random,greedy", "--games", "4")
    assert set(table) >= {"bots", "games", "players", "preset", "boards", "seed"}
    assert table["games"] == 4
    assert [one["bot"] for one in table["bots"]] == ["greedy", "random"]
    for one in table["bots"]:
        assert one["games"] == 4
        assert 0 <= one["wins"] <= 1
        low, high = one["interval"]
        assert low < one["rating"] < high
    assert sum(one["wins"] for one in table["bots"]) == pytest.approx(1)


def test_what_is_rounded_up_is_said() -> None:
    result = call("--bots", "greedy,random", "--games", "3")
    assert "4 games, not 3" in result.stderr
    assert "greedy" in result.stdout
    assert "wins by seat" in result.stdout


def test_four_players_with_copies_and_a_program(tmp_path: Path) -> None:
    program = f"cmd:{sys.executable} {EXAMPLE}"
    bots = f"greedy,random,random,{program}"
    table = answer("--bots", bots, "--players", "4", "--games", "4", "--out", str(tmp_path))
    games = {one["bot"]: one["games"] for one in table["bots"]}
    assert games == {"greedy": 4, "random": 8, program: 4}
    assert {one["bot"]: one["name"] for one in table["bots"]}[program] == "plain"
    assert "plain" in (tmp_path / "report.html").read_text("utf-8")
    assert all(one["faults"] == 0 for one in table["bots"])
    assert (tmp_path / "report.html").exists()
    assert table["out"] == str(tmp_path)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--bots", "greedy"], "1 bot for 2 seats"),
        (["--bots", "greedy,"], "a bot without a name"),
        (["--bots", "greedy,cmd:./no-such-bot"], "no such program: ./no-such-bot"),
        (["--bots", "greedy,random", "--seconds", "0"], "more than zero"),
        (["--bots", "greedy,random", "--orientations", "9"], "one digit from 0 to 5"),
        ([], "name the bots that play"),
    ],
)
def test_what_people_get_wrong_is_said_in_words(words: list[str], said: str) -> None:
    result = call(*words)
    assert result.exit_code == 2
    assert said in " ".join(result.stderr.replace("│", " ").split())


def test_a_folder_with_other_settings_is_refused(tmp_path: Path) -> None:
    run = ("--bots", "greedy,random", "--games", "2", "--out", str(tmp_path))
    assert call(*run).exit_code == 0
    result = call(*run, "--seed", "5")
    assert result.exit_code == 2
    assert "seed is 0 there and 5 here" in result.stderr


def test_sprt_says_yes_with_code_0_and_anything_else_with_code_1() -> None:
    test = ("sprt", "--elo1", "200", "--games", "200")
    yes = call(*test, "--new", "greedy", "--old", "random")
    assert yes.exit_code == 0
    assert yes.stdout.startswith("greedy is stronger than random: LLR +")
    no = call(*test, "--new", "random", "--old", "greedy", "--json")
    assert no.exit_code == 1
    assert json.loads(no.stdout)["verdict"] == "not stronger"


def test_bot_check_in_words_and_for_programs() -> None:
    good = CliRunner().invoke(bot.app, ["check", "--margin", "5", sys.executable, str(EXAMPLE)])
    assert good.exit_code == 0
    assert "use it anywhere as cmd:" in good.stdout
    bad = CliRunner().invoke(bot.app, ["check", "--json", "false"])
    assert bad.exit_code == 1
    told = json.loads(bad.stdout)
    assert told["ok"] is False
    assert "ended with code 1" in told["findings"][0]["words"]
