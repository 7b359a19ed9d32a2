import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from rich.console import Console
from typer.testing import CliRunner

from taupes.cli import app
from taupes.cli.console import is_capable, is_colourless
from taupes.rules import BadRecord, load_record


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.delenv("TAUPES_LANG", raising=False)
    monkeypatch.setenv("LC_ALL", "C.UTF-8")


def games(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*.json"))


def test_a_refused_move_names_its_rule_and_the_game_is_kept(tmp_path: Path) -> None:
    saved = tmp_path / "game.json"
    lines = "e5\nwarum e5\nc5-f5\nzz\nhilfe\nbrett\npass\na2\nquit\n"
    words = ["play", "--seed", "3", "--orientations", "0000", "--save", str(saved), "--lang", "de"]
    result = CliRunner().invoke(app, words, input=lines)
    assert result.exit_code == 0
    assert result.output.count("Am Anfang darf kein Maulwurf in ein Loch gesetzt werden") == 2
    assert "Zuerst werden alle Maulwürfe auf die Wiese gesetzt. [Aufbau, 5]" in result.output
    assert "'zz' ist weder ein Wort" in result.output
    assert "Das Spiel hört hier auf." in result.output
    assert len(load_record(saved.read_text("utf-8")).events) >= 1


def test_the_end_of_the_input_ends_the_game_and_it_is_kept(tmp_path: Path) -> None:
    result = CliRunner().invoke(app, ["play", "--seed", "3"], input="a2\n")
    assert result.exit_code == 0
    assert "The game stops here." in result.output
    # What came through a pipe is shown after the question, as if somebody had typed it.
    assert re.search(
        r"such as e4: a2\nPlayer 1 places a mole on a2\.\nGreedy places", result.output
    )
    (path,) = games(tmp_path)
    assert str(path) in result.output
    assert load_record(path.read_text("utf-8")).teams[0].name == "Player 1"


@pytest.mark.parametrize(
    ("bot", "names"),
    [("pup", ["pup/bold", "pup/careful"]), ("pup,pup", ["pup"] * 2), ("pup,pup/bold", None)],
)
def test_bots_of_one_name_differ_unless_each_is_named(
    tmp_path: Path, bot: str, names: list[str] | None
) -> None:
    words = ["play", "--players", "3", "--seed", "2", "--bot", bot]
    result = CliRunner().invoke(app, words, input="a2\n")
    assert ("Daredevil places" in result.output) == (bot != "pup,pup")
    (path,) = games(tmp_path)
    teams = [team.name for team in load_record(path.read_text("utf-8")).teams]
    assert teams[1:] == (names or bot.split(","))
    again = CliRunner().invoke(app, ["play", "--resume", str(path)], input="")
    assert again.exit_code == 0


def test_a_game_is_resumed_where_it_stopped(tmp_path: Path) -> None:
    saved = tmp_path / "game.json"
    first = ["play", "--seats", "Ada,Bob", "--save", str(saved), "--orientations", "0000"]
    CliRunner().invoke(app, first, input="a2\nb2\n")
    result = CliRunner().invoke(app, ["play", "--resume", str(saved)], input="c2\n")
    assert result.exit_code == 0
    record = load_record(saved.read_text("utf-8"))
    assert [record.game.name(event.cell) for _, event in record.events] == ["a2", "b2", "c2"]  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("words", "what"),
    [
        (["--seats", "Ada"], "the game is for 2, 3 or 4"),
        (["--players", "3", "--bot", "pup,pup,pup"], "3 bots for 2 seats"),
        (["--save", "."], "--save: . is a folder"),
        (["--lang", "it"], "no language 'it'; there are en, fr, de"),
    ],
)
def test_what_is_wrong_is_said(words: list[str], what: str) -> None:
    result = CliRunner().invoke(app, ["play", *words], input="")
    assert result.exit_code == 2
    assert what in result.output


@pytest.mark.parametrize("text", ["", "{}", "taupes 1\n", "[1]"])
def test_a_file_that_is_no_game_is_refused(text: str, tmp_path: Path) -> None:
    file = tmp_path / "bad.json"
    file.write_text(text, "utf-8")
    result = CliRunner().invoke(app, ["play", "--resume", str(file)], input="")
    assert isinstance(result.exception, BadRecord)


def test_the_companion_answers_in_lines() -> None:
    lines = "board 2\na c3 f6\nb e4\ndisc 3\nmay c3-f3\nquit\n"
    words = ["companion", "--orientations", "0351", "--language", "fr"]
    result = CliRunner().invoke(app, words, input=lines)
    assert result.exit_code == 0
    assert "c3-f3: OUI. Le disque montre 3" in result.output


def test_pipes_and_simple_terminals_get_the_plain_prompt(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not is_capable({"TERM": "xterm"})
    for name in ("stdin", "stdout", "stderr"):
        stream = type("Terminal", (), {"isatty": lambda _: True, "encoding": "UTF-8"})()
        monkeypatch.setattr(sys, name, stream)
    assert is_capable({"TERM": "xterm"})
    assert not is_capable({"TERM": "dumb"})
    monkeypatch.setattr(sys.stdout, "encoding", "latin-1")
    assert not is_capable({"TERM": "xterm"})


@pytest.mark.parametrize(
    ("colours", "environment", "colourless"),
    [
        ("truecolor", {}, False),
        ("256", {}, False),
        ("standard", {}, True),
        (None, {}, True),
        ("256", {"NO_COLOR": "1"}, True),
        ("256", {"NO_COLOR": ""}, False),
    ],
)
def test_colours_are_used_where_there_are_enough(
    colours: str | None, environment: dict[str, str], colourless: bool
) -> None:
    console = Console(color_system=colours)  # type: ignore[arg-type]
    assert is_colourless(console, environment) is colourless


class Terminal:
    """A real process at a real terminal."""

    def __init__(self, *words: str, **environment: str) -> None:
        self.near, far = pty.openpty()
        command = [sys.executable, "-c", "from taupes.cli import main; main()", *words]
        settings = {"TERM": "xterm-256color", "COLUMNS": "80", "LINES": "24", **environment}
        self.process = subprocess.Popen(
            command,
            stdin=far,
            stdout=far,
            stderr=far,
            env=os.environ | settings,
            start_new_session=True,
        )
        os.close(far)
        self.seen = b""

    def read(self) -> None:
        """Take in what was written, if anything was."""
        if select.select([self.near], [], [], 0.05)[0]:
            try:
                self.seen += os.read(self.near, 65_536)
            except OSError:  # the other end is closed
                time.sleep(0.05)

    def until(self, what: bytes) -> None:
        deadline = time.monotonic() + 60
        while what not in self.seen:
            assert time.monotonic() < deadline, self.seen[-2000:]
            self.read()
        self.seen = b""

    def until_kept(self, path: Path, events: int) -> None:
        deadline = time.monotonic() + 60
        while not path.exists() or len(load_record(path.read_text("utf-8")).events) < events:
            assert time.monotonic() < deadline, self.seen[-2000:]
            self.read()

    def type(self, keys: str) -> None:
        os.write(self.near, keys.encode())

    def close(self) -> None:
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        os.close(self.near)


def test_a_killed_game_is_resumed_with_nothing_lost(tmp_path: Path) -> None:
    saved = tmp_path / "game.json"
    begun = ("play", "--seats", "Ada,Bob", "--save", str(saved), "--orientations", "0000")
    terminal = Terminal(*begun)
    try:
        terminal.until(b"places a mole")
        terminal.type("a2")
        terminal.type("b2")
        terminal.type("d4")
        terminal.until_kept(saved, 3)
        os.killpg(terminal.process.pid, signal.SIGKILL)
        terminal.process.wait()
    finally:
        terminal.close()
    assert len(load_record(saved.read_text("utf-8")).events) == 3
    terminal = Terminal("play", "--resume", str(saved), "--language", "fr")
    try:
        terminal.until(b"pose une taupe")
        terminal.type("d6")
        terminal.until_kept(saved, 4)
        terminal.type("Q")
        terminal.until(b"taupes play --resume")
        assert terminal.process.wait(30) == 0
    finally:
        terminal.close()


def test_a_dumb_terminal_gets_the_plain_prompt() -> None:
    terminal = Terminal("play", "--seats", "Ada,Bob", TERM="dumb")
    try:
        terminal.until(b"place a mole")
        terminal.type("quit\n")
        terminal.until(b"The game stops here.")
        assert terminal.process.wait(30) == 0
    finally:
        terminal.close()
