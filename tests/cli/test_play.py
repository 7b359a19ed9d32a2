import re
from pathlib import Path
from random import Random

import pytest
from typer.testing import CliRunner

from taupes.cli import app
from taupes.rules import load_record


class Visitor:
    """Types `?` at every prompt, then one of the answers offered."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)
        self.asked = False
        self.prompts: list[str] = []

    def __call__(self, prompt: str) -> str:
        self.prompts.append(prompt)
        self.asked = not self.asked
        return "?" if self.asked else self.rng.choice(self.offers())

    def offers(self) -> list[str]:
        return self.said[-1].split()

    said: list[str]


@pytest.mark.parametrize(("players", "preset"), [(2, "web"), (3, "soubeyrand"), (4, "shop-points")])
def test_a_person_plays_a_whole_game(
    players: int, preset: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    visitor = Visitor(players)
    visitor.said = []
    monkeypatch.setattr("taupes.cli.play.Table.say", lambda _, words: visitor.said.append(words))
    monkeypatch.setattr("builtins.input", visitor)
    saved = tmp_path / "game.json"
    words = ["--players", str(players), "--preset", preset, "--boards", "quick", "--seed", "4"]
    result = CliRunner().invoke(app, ["play", *words, "--save", str(saved)])
    assert result.exit_code == 0, result.output
    record = load_record(saved.read_text("utf-8"))
    assert record.outcome is not None
    assert record.teams[0].name == "You"
    assert any("Place a mole" in prompt for prompt in visitor.prompts)
    assert any(re.match(r"Your disc shows \d", prompt) for prompt in visitor.prompts)


def test_a_refused_move_names_its_rule_and_the_game_is_kept(tmp_path: Path) -> None:
    saved = tmp_path / "game.json"
    lines = "e5\nwhy e5\nc5-f5\nzz\nhelp\nboard\npass\na2\nquit\n"
    words = ["play", "--seed", "3", "--orientations", "0000", "--save", str(saved), "--lang", "de"]
    result = CliRunner().invoke(app, words, input=lines)
    assert result.exit_code == 0
    assert result.output.count("Am Anfang darf kein Maulwurf in ein Loch gesetzt werden") == 2
    assert "Zuerst werden alle Maulwürfe auf die Wiese gesetzt." in result.output
    assert "'zz' is no cell of this board" in result.output
    assert "The game stops here." in result.output
    assert len(load_record(saved.read_text("utf-8")).events) >= 1


def test_the_end_of_the_input_ends_the_game() -> None:
    result = CliRunner().invoke(app, ["play", "--seed", "3"], input="")
    assert result.exit_code == 0
    assert "The game stops here." in result.output
