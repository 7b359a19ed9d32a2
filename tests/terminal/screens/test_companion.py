"""The companion of a real table, on the screen and in lines."""

from random import Random

import pytest

from taupes.bots import choices
from taupes.rules import Draw, apply, legal_actions, load_stack, new_game, preset_rules
from taupes.rules.state import State
from taupes.terminal.app import CompanionApp
from taupes.terminal.game.desk import Desk, empty_desk
from taupes.terminal.game.minds import Minds
from taupes.terminal.plain.companion import PlainDesk
from taupes.terminal.plain.game import Quit
from taupes.terminal.screens.companion import CompanionScreen
from taupes.words.language import Words
from tests.terminal.driver import beside, click, drive, running, screen, shown, until
from tests.terminal.test_app import Sage

STACK = load_stack("classic-0351")


def desk(players: int = 2, preset: str = "web") -> Desk:
    return empty_desk(STACK, preset_rules(preset, players), players)


def screen_of(app: CompanionApp) -> CompanionScreen:
    assert isinstance(app.screen, CompanionScreen)
    return app.screen


def names(state: State, seat: int) -> set[str]:
    return {state.game.name(cell) for cell in state.cells(seat)}


def test_a_position_is_set_up_and_asked_about_by_keys() -> None:
    async def ask() -> None:
        app = CompanionApp(desk(), Words("en"))
        async with running(app) as pilot:
            await pilot.press("L", "c", "3", "f", "6", "B", "e", "4", "M")
            companion = screen_of(app)
            state = companion.desk.state
            assert state is not None
            assert (state.level, names(state, 0), names(state, 1)) == (1, {"c3", "f6"}, {"e4"})
            assert "which disc was turned?" in shown(app)
            await pilot.press("3")
            assert "May be done: c3-f3 c3-c6" in beside(app)
            await pilot.press("c", "3", "f", "6")
            assert "c3-f6: NO. A mole must stop on an empty cell: f6 is taken." in shown(app)
            await pilot.press("c", "3", "f", "3")
            assert "c3-f3: YES." in shown(app)
            await pilot.press("G")
            state = companion.desk.state
            assert state is not None
            assert (state.turn, names(state, 0)) == (1, {"f3", "f6"})
            assert state.discs[0] == (1, 2, 2, 3, 4)
            await pilot.press("U")
            assert companion.desk.owner(state.game.cell("c3")) == 0

    drive(ask)


def test_a_position_is_set_up_with_the_mouse() -> None:
    async def ask() -> None:
        app = CompanionApp(desk(), Words("en"))
        async with running(app) as pilot:
            cell = screen_of(app).desk.game.cell("d4")
            await click(pilot, cell)
            assert screen_of(app).desk.owner(cell) == 0
            lines = screen(app)
            await pilot.click(offset=(lines[-1].index("team"), len(lines) - 1))
            await click(pilot, cell)
            assert screen_of(app).desk.owner(cell) == 1
            await click(pilot, cell)
            assert screen_of(app).desk.owner(cell) is None

    drive(ask)


def test_boards_are_turned_and_discs_told() -> None:
    async def tell() -> None:
        app = CompanionApp(desk(3), Words("en"))
        async with running(app) as pilot:
            companion = screen_of(app)
            await pilot.press("O", "L", "O", "O", "L", "L", "L", "T")
            assert companion.desk.stack.orientations == (1, 5, 5, 1)
            assert companion.desk.position.level == 0
            assert companion.desk.position.turn == 1
            await pilot.press("C", "F", "3", "3", "4")
            assert list(companion.desk.position.discs[2]) == [1, 2, 2]
            await pilot.press("4", "F", "2")
            assert list(companion.desk.position.discs[2]) == [1, 2, 2, 4]
            assert companion.desk.position.disc == 2
            await pilot.press("X")
            assert companion.desk.position.is_extra

    drive(tell)


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "It cannot be Red's turn: Red has no moles left."),
        ("fr", "Ce ne peut pas être à Rouge de jouer : Rouge n'a plus de taupes."),
        ("de", "Rot kann nicht am Zug sein: Rot hat keine Maulwürfe mehr."),
    ],
)
def test_what_cannot_be_is_said_in_every_language(language: str, words: str) -> None:
    async def tell() -> None:
        app = CompanionApp(desk(), Words(language))
        async with running(app, (120, 40)) as pilot:
            await pilot.press("L", "B", "e", "4")
            assert words in beside(app)

    drive(tell)


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_all_keys_are_seen_on_the_smallest_screen(language: str) -> None:
    async def look() -> None:
        app = CompanionApp(desk(4), Words(language))
        async with running(app) as pilot:
            words = Words(language)
            assert screen(app)[-1].rstrip().endswith(words("terminal.key.help"))
            await pilot.press("M")
            assert screen(app)[-1].rstrip().endswith(words("terminal.key.quit"))

    drive(look)


def test_a_hint_tells_the_chances(monkeypatch: pytest.MonkeyPatch) -> None:
    sage = Sage()
    sage.done.set()
    monkeypatch.setattr(Minds, "advise", lambda _, state, seed: sage.advise(state, seed))

    async def ask() -> None:
        app = CompanionApp(desk(), Words("de"))
        async with running(app) as pilot:
            await pilot.press("L", "c", "3", "f", "6", "B", "e", "4", "3", "H")
            await until(pilot, lambda: bool(screen_of(app).hinted))
            assert "Chancen auf den Sieg: c3-f3 61 % · c3-c6 42 %" in shown(app)
            await pilot.press("0", "H")
            assert "Zuerst muss eine Scheibe aufgedeckt werden." in shown(app)

    drive(ask)


def test_a_game_is_followed_move_by_move() -> None:
    rng = Random(5)
    now = desk(3, "soubeyrand")
    state = new_game(now.game)
    for _ in range(150):
        action = rng.choice(legal_actions(state))
        state = apply(state, action)
        if state.outcome:
            break
        now = now.with_disc(action.disc) if isinstance(action, Draw) else now.done(action)
        assert now.state is not None
        assert choices(now.state) == choices(state)


def told(lines: str, language: str = "en") -> list[str]:
    said: list[str] = []
    plain = PlainDesk(desk(), Words(language), said.append, lambda _: "")
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
        "Turn a disc first.",
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
    plain = PlainDesk(desk(), Words("en"), said.append, lambda _: "")
    before = plain.desk
    plain.answer(line)
    assert len(said) == 1
    assert "I do not understand" in said[0]
    assert plain.desk == before


def test_the_table_is_drawn_and_left() -> None:
    said = told("a b2 b3\nshow\nhelp")
    assert any("a1" in text for text in said)
    plain = PlainDesk(desk(), Words("en"), said.append, lambda _: "quit")
    plain.run()
    with pytest.raises(Quit):
        plain.answer("quit")


def test_hints_in_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    sage = Sage()
    sage.done.set()
    monkeypatch.setattr(Minds, "advise", lambda _, state, seed: sage.advise(state, seed))
    answers = told("board 2\na c3 f6\nb e4\nhint\ndisc 3\nhint")
    assert answers == [
        "Turn a disc first.",
        "Hint: c3-f3. Chances to win: c3-f3 61 % · c3-c6 42 %",
    ]
