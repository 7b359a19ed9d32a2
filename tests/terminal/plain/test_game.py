import re
from collections.abc import Iterable
from pathlib import Path
from random import Random

import pytest

from taupes.rules import LANGUAGES, Place, load_record
from taupes.terminal.game.bots import TableBots
from taupes.terminal.game.session import Session
from taupes.terminal.plain.game import PlainGame
from taupes.words.language import Words
from tests.terminal.driver import Sage, new_setup


class Visitor:
    """Types `?` at every prompt, then one of the answers offered."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)
        self.asked = False
        self.prompts: list[str] = []
        self.said: list[str] = []

    def __call__(self, prompt: str) -> str:
        self.prompts.append(prompt)
        self.asked = not self.asked
        return "?" if self.asked else self.rng.choice(self.said[-1].split())


def talk(session: Session, path: Path, lines: Iterable[str], language: str = "en") -> list[str]:
    said: list[str] = []
    left = iter(lines)

    def ask(prompt: str) -> str:
        said.append(prompt)
        try:
            return next(left)
        except StopIteration:
            raise EOFError from None

    PlainGame(session, Words(language), path, said.append, ask, TableBots()).play()
    return said


@pytest.mark.parametrize(
    ("names", "preset", "language"),
    [
        (("Ada", "greedy"), "web", "en"),
        (("Ada", "pup", "greedy"), "soubeyrand", "fr"),
        (("Ada", "Bob", "pup", "greedy"), "shop-points", "de"),
    ],
)
def test_people_play_a_whole_game_by_what_is_offered(
    names: tuple[str, ...], preset: str, language: str, tmp_path: Path
) -> None:
    visitor, path = Visitor(len(names)), tmp_path / "game.json"
    session = new_setup(*names, preset=preset).begin()
    table = PlainGame(session, Words(language), path, visitor.said.append, visitor, TableBots())
    table.play()
    assert load_record(path.read_text("utf-8")).outcome is not None
    assert visitor.said[-1].endswith(f"taupes analyse {path}")
    disc = {"en": r"Ada, your disc shows \d", "fr": r"Ada, ton disque montre \d"}
    pattern = disc.get(language, r"Ada, deine Scheibe zeigt \d")
    assert any(re.match(pattern, prompt) for prompt in visitor.prompts)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_works_in_every_language(language: str, tmp_path: Path) -> None:
    words = Words(language)
    lines = [
        words("terminal.prompt.help"),
        words("terminal.prompt.board"),
        words("terminal.prompt.possible"),
        "help",
        "board",
    ]
    lines += [
        f"{words('terminal.prompt.why')} e5",
        words("terminal.prompt.undo"),
        words("terminal.prompt.pass"),
    ]
    said = "\n".join(talk(new_setup("Ada", "Bob").begin(), tmp_path / "game.json", lines, language))
    assert said.count(words("terminal.plain.commands")) == 2
    assert words("terminal.table.no_undo") in said
    assert "'e5'" not in said
    assert words("terminal.plain.stops") in said


@pytest.mark.parametrize(
    ("language", "places", "turns"),
    [
        ("en", r"Greedy places a mole on [a-i]\d\.", r"Greedy turns over a [1-4]\."),
        ("fr", r"Gourmande pose une taupe en [a-i]\d\.", r"Gourmande retourne un [1-4]\."),
        (
            "de",
            r"Gierschlund setzt einen Maulwurf auf [a-i]\d\.",
            r"Gierschlund deckt eine [1-4] auf\.",
        ),
    ],
)
def test_what_a_bot_does_is_said_in_words(
    language: str, places: str, turns: str, tmp_path: Path
) -> None:
    said = talk(new_setup("greedy", "pup").begin(), tmp_path / "game.json", [], language)
    assert sum(re.fullmatch(places, line) is not None for line in said) == 10
    assert any(re.fullmatch(turns, line) for line in said)
    assert not any("greedy" in line or "pup" in line for line in said)


def test_two_bots_of_one_level_are_told_apart(tmp_path: Path) -> None:
    said = talk(new_setup("pup", "pup").begin(), tmp_path / "game.json", [], "de")
    assert any(line.startswith("Welpe A setzt") for line in said)
    assert any(line.startswith("Welpe B setzt") for line in said)
    assert "Welpe A" in said[0] or "Welpe B" in said[0]


def test_a_hint_is_given(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    sage = Sage()
    sage.done.set()
    monkeypatch.setattr(TableBots, "advise", lambda _, state, seed: sage.advise(state, seed))
    said = talk(new_setup("Ada", "Bob").begin(), tmp_path / "game.json", ["hint"])
    assert any(re.search(r"Hint: [a-i]\d\.", line) and "61 %" in line for line in said)


def test_undo_takes_back_and_the_file_follows(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    said = talk(new_setup("Ada", "Bob").begin(), path, ["b2", "undo", "b3"])
    assert said[-1].endswith(f"taupes play --resume {path}")
    record = load_record(path.read_text("utf-8"))
    assert record.events == ((record.game.first, Place(record.game.cell("b3"))),)
