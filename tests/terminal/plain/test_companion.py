import pytest

from taupes.terminal.game.bots import TableBots
from taupes.terminal.plain.asking import Quit
from taupes.terminal.plain.companion import PlainCompanion
from taupes.words.language import Words
from tests.terminal.driver import Sage, real_table


def told(lines: str, language: str = "en") -> list[str]:
    said: list[str] = []
    plain = PlainCompanion(real_table(), Words(language), said.append, lambda _: "")
    for line in lines.splitlines():
        plain.answer(line.strip())
    return [line.strip() for line in said]


def test_a_table_is_told_and_asked_about_in_lines() -> None:
    answers = told(
        """board 2
        a c3 f6
        b e4
        turn a
        moves
        disc 3
        may c3-f3
        may c3-f6
        moves"""
    )
    assert answers == [
        "Turn over a disc first.",
        "c3-f3: YES. The disc shows 3: one of your moles must move exactly that far. [A turn, 4]",
        "c3-f6: NO. A mole must stop on an empty cell: f6 is taken. [A turn, 2]",
        "c3-f3 c3-c6",
    ]


@pytest.mark.parametrize(
    ("language", "lines"),
    [
        ("fr", "plateau 2\na c3 f6\nb e4\ntour a\ndisque 3\npuis-je c3-f3\ncoups"),
        ("de", "brett 2\na c3 f6\nb e4\nzug a\nscheibe 3\ndarf c3-f3\nzüge"),
        ("de", "board 2\na c3 f6\nb e4\nturn a\ndisc 3\nmay c3-f3\nmoves"),
    ],
)
def test_words_can_be_typed_in_the_language_spoken_or_in_english(language: str, lines: str) -> None:
    may, moves = told(lines, language)
    assert may.startswith({"fr": "c3-f3: OUI.", "de": "c3-f3: JA."}[language])
    assert moves == "c3-f3 c3-c6"


def test_a_placement_is_asked_about() -> None:
    (answer, other) = told("may e5\nmay b2", "fr")
    assert ("NON." in answer) != ("NON." in other)


@pytest.mark.parametrize(
    "line",
    [
        "a zz",
        "turn e",
        "turn c",
        "board 9",
        "board x",
        "discs a 5",
        "disc 7",
        "foo",
        "may",
        "may q1",
        "orientations 9",
        "orientations 00000",
        "discs",
        "turn",
        "a e5 e5 e99",
    ],
)
def test_nonsense_is_answered_and_changes_nothing(line: str) -> None:
    said: list[str] = []
    plain = PlainCompanion(real_table(), Words("en"), said.append, lambda _: "")
    before = plain.table
    plain.answer(line)
    assert len(said) == 1
    assert "I do not understand" in said[0]
    assert plain.table == before


def test_the_table_is_drawn_and_left() -> None:
    said = told("a b2 b3\nshow\nhelp")
    assert any("a1" in text for text in said)
    plain = PlainCompanion(real_table(), Words("en"), said.append, lambda _: "quit")
    plain.run()
    with pytest.raises(Quit):
        plain.answer("quit")


def test_hints_in_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    sage = Sage()
    sage.done.set()
    monkeypatch.setattr(TableBots, "advise", lambda _, state, seed: sage.advise(state, seed))
    answers = told("board 2\na c3 f6\nb e4\nhint\ndisc 3\nhint")
    assert answers == [
        "Turn over a disc first.",
        "Hint: c3-f3. Chances to win: c3-f3 61 % · c3-c6 42 %",
    ]
