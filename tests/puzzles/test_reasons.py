"""The sentences that say why: made of facts, in every language, and true."""

import re

import pytest

from taupes.bots import TURN, Choice, choices
from taupes.puzzles import reasons, shipped, themes_of
from taupes.puzzles.prospects import prospect, reach_of
from taupes.puzzles.puzzle import Ranking
from taupes.puzzles.reasons import telling
from taupes.rules import LANGUAGES, Phase, State, apply, legal_moves
from taupes.words.language import Words
from taupes.words.names import called_in
from taupes.words.teller import Teller
from tests.puzzles.test_themes import FILL, TIGHT, ranking
from tests.rules.positions import action, opened, rock, scene

SAMPLE = shipped().lines[::40]


def why(state: State, *best: str, language: str = "en", after: str | None = None) -> list[str]:
    teller = Teller(state.game, ["Ada", "Bob", "Cleo"], Words(language))
    other: Choice | None = action(state, after) if after else None  # type: ignore[assignment]
    *told, worth = reasons(teller, state, ranking(state, *best), other)
    assert "%" in worth
    return told


def test_the_last_hole_is_filled_before_somebody_else_does() -> None:
    state = scene(FILL.replace("a", "b"), disc=1, discs={"B": (2, 3)})
    assert why(state, "d2-e3", "d2-c1") == [
        "This fills the last hole: the board is lifted off.",
        "Bob loses 2 moles with it.",
        "On the next board you have 1 mole, Bob 1; Bob begins.",
        "After d2-c1, Bob could win with 1\u00a0of\u00a02\u00a0discs.",
    ]


def test_what_a_rival_who_fills_the_last_hole_would_cost() -> None:
    picture = """
        o . .
       A . B .
      . . B . .
       a . . .
        . . b
    """
    told = why(scene(picture, disc=1, discs={"B": (2, 3)}), "d2-e3", "d2-c1")
    assert told[-2:] == [
        "After d2-c1, Bob could fill the last hole with 1\u00a0of\u00a02\u00a0discs.",
        "That would cost you a mole.",
    ]


def test_what_the_other_choice_would_have_let_a_rival_do() -> None:
    state = rock(
        """
        . . .
       . . . .
      . . o . B
       . . A .
        . . .
    """,
        disc=1,
        discs={"B": (2, 2)},
    )
    assert why(state, "b3-c4", "b3-b2") == [
        "On c4 the mole blocks Bob’s way from c5 into the hole on c3.",
        "Bob cannot win with the next disc.",
        "After b3-b2, Bob could win with every disc.",
    ]


def test_the_last_hole_is_left() -> None:
    told = why(scene(FILL.replace("a", "b"), disc=1), "d2-c1", after="d2-e3")
    answer, below, feared = told
    assert answer == "Bob can then fill the last hole with 2\u00a0of\u00a06\u00a0discs."
    assert feared == "After d2-e3, Bob could win within two turns with a chance of 13%."
    assert below.startswith("After d2-e3, the board would be lifted off:")
    assert below.endswith("on the next one you would have 1 mole, Bob 1; Bob would begin.")


def test_a_mole_has_to_come_out() -> None:
    state = scene(TIGHT, disc=2)
    told = why(state)
    assert re.fullmatch(r"This brings the mole on \w\d out of its hole\.", told[0])


def test_to_pass_or_not() -> None:
    state = scene(FILL.replace("A", "."), rules={"all_home": "may_pass"})
    assert why(state, "pass") == [
        "Passing keeps all your moles in their holes.",
        (
            "After turning over a disc, a mole would have to leave its hole "
            "with 5\u00a0of\u00a06\u00a0discs."
        ),
    ]
    assert why(state, "turn") == ["With 5\u00a0of\u00a06\u00a0discs, a mole has to leave its hole."]


def test_the_extra_disc() -> None:
    state = scene(FILL, extra=True, rules={"special_cells": True})
    assert why(state, "decline")[0] == "Without the extra disc, everything stays where it is."
    assert why(state, "turn")[0].startswith("With ")


def test_a_place_is_counted_by_its_discs() -> None:
    (told,) = why(opened(), "@i9")
    assert re.fullmatch(r"From i9, \d of your 6 discs leads? into a hole\.", told)


def test_a_choice_that_shows_nothing_says_so() -> None:
    state = scene(FILL.replace("a", "o"), disc=1, discs={"A": (4,), "B": (4,)})
    assert why(state, "d2-c1", after="d2-c2") == [
        "The difference shows only after the next few turns."
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_shipped_puzzle_is_explained_against_every_choice(language: str) -> None:
    for line in SAMPLE:
        puzzle = line.puzzle()
        names = called_in(puzzle.record, language)
        teller = Teller(puzzle.state.game, names, Words(language))
        for choice, _ in puzzle.choices[1:]:
            told = reasons(teller, puzzle.state, puzzle.choices, choice)
            assert 2 <= len(told) <= 9
            assert all(text[0].isupper() or text[0].isdigit() for text in told), told
            assert all(text.endswith((".", "!")) and "{" not in text for text in told), told


def recount(state: State, seat: int) -> tuple[int, int]:
    """With how many discs a player can win, and enter a hole: counted by playing every move."""
    wins = enters = 0
    for disc in state.discs[seat]:
        left = list(state.discs[seat])
        left.remove(disc)
        discs = tuple(tuple(left) if n == seat else d for n, d in enumerate(state.discs))
        shown = State(
            state.game,
            Phase.MOVE,
            seat,
            state.level,
            state.moles,
            discs,
            disc,
            0,
            state.most,
            state.points,
        )
        holes = set(state.game.stack.levels[state.level].holes)
        moves = [m for m in legal_moves(shown) if m.target in holes and m.origin not in holes]
        outcomes = [apply(shown, move).outcome for move in moves]
        wins += any(o is not None and o.winners == (seat,) for o in outcomes)
        enters += bool(moves)
    return wins, enters


def test_what_is_counted_is_true() -> None:
    for line in SAMPLE:
        puzzle = line.puzzle()
        for choice in choices(puzzle.state):
            if choice == TURN:
                continue
            done = prospect(puzzle.state, choice)
            for reach in done.threats:
                assert done.after is not None
                assert (reach.wins, reach.enters) == recount(done.after, reach.seat)
                assert 0 <= reach.wins <= reach.lifts <= reach.enters <= reach.discs


def test_nobody_reaches_anything_who_must_pass() -> None:
    state = scene(FILL.replace("A", "."), rules={"all_home": "must_pass"})
    assert reach_of(state, 0).exits == 0


@pytest.mark.parametrize(
    ("points", "told"),
    [
        ((2, 2), ["This ends the game, and you win on points."]),
        (
            (1, 2),
            ["This ends the game.", "You share the win; 2 of you have the same number of points."],
        ),
        ((0, 2), ["This ends the game."]),
    ],
)
def test_where_points_are_counted_the_last_hole_is_worth_one(
    points: tuple[int, ...], told: list[str]
) -> None:
    picture = """
        . . .
       . . . .
      . . o A .
       . . . .
        B . .
    """
    state = rock(picture, disc=1, rules={"victory": "points"}, points=points)
    assert why(state, "c4-c3")[: len(told)] == told
    assert themes_of(state, ranking(state, "c4-c3")) == ("shovel",)


def test_a_hole_that_is_left_is_compared_with_filling_it() -> None:
    state = scene(FILL.replace("a", "b"), disc=1)
    assert telling(state, ranking(state, "d2-c1", "d2-d3")) == action(state, "d2-e3")
    assert telling(state, ranking(state, "d2-e3", "d2-d3")) == action(state, "d2-d3")


def test_who_declines_still_hopes() -> None:
    state = rock(
        """
        . . .
       . . . *
      . . o . A
       . . . .
        B . .
    """,
        extra=True,
        discs={"A": (2,)},
        rules={"special_cells": True},
    )
    assert why(state, "decline")[1:] == [
        "If nobody gets in the way, you win on your next turn with every disc."
    ]


def test_the_best_is_compared_with_the_second_if_nobody_says_with_what() -> None:
    puzzle = shipped().find("ready")[0].puzzle()
    teller = Teller(puzzle.state.game, called_in(puzzle.record, "en"), Words("en"))
    ranked: Ranking = puzzle.choices
    second = reasons(teller, puzzle.state, ranked, ranked[1][0])
    assert reasons(teller, puzzle.state, ranked) == second
    assert reasons(teller, puzzle.state, ranked, ranked[0][0]) == second
