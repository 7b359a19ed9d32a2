"""What lies a turn or two ahead on the last board, worked out a second time and more plainly."""

from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest

from taupes.puzzles import Puzzle, outlook, shipped
from taupes.puzzles.outlook import alone, certain
from taupes.puzzles.prospects import prospect
from taupes.rules import Draw, Phase, State, apply, legal_actions
from tests.rules.positions import rock


@pytest.fixture(scope="module")
def last() -> list[Puzzle]:
    """Puzzles of the last board, with a disc that is shown."""
    puzzles = (line.puzzle() for line in shipped().lines[::16])
    return [
        puzzle
        for puzzle in puzzles
        if puzzle.state.level == puzzle.state.game.stack.last and puzzle.state.disc
    ]


def is_small(state: State) -> bool:
    """Whether there is little enough on the board to try everything."""
    pairs = zip(state.moles, state.discs, strict=True)
    return sum(word.bit_count() * len(set(hand)) for word, hand in pairs) <= 10


def worst(state: State, seat: int, *, has_moved: bool = False) -> Fraction:
    """The chance of a seat that wins on its next turn, whatever others choose: every game tried."""
    if state.outcome:
        return Fraction(state.outcome.winners == (seat,))
    if has_moved and state.turn != seat:
        return Fraction(0)
    if has_moved and state.phase is Phase.DRAW:
        return Fraction(0)
    has_moved = has_moved or (state.turn == seat and state.phase is not Phase.DRAW)
    choices: list[Fraction] = []
    drawn: list[Fraction] = []
    for action in legal_actions(state):
        if isinstance(action, Draw):
            value = worst(apply(state, action), seat)
            drawn += [value] * state.discs[state.turn].count(action.disc)
        else:
            choices.append(worst(apply(state, action), seat, has_moved=has_moved))
    if drawn:
        choices.append(sum(drawn, Fraction(0)) / len(drawn))
    return max(choices) if state.turn == seat else min(choices)


def ways_in(state: State, seat: int, discs: tuple[int, ...]) -> bool:
    """Whether a seat that moves by these discs, and nobody else, can win: each game tried."""
    if state.outcome:
        return state.outcome.winners == (seat,)
    if not discs:
        return False
    shown = apply(replace(state, turn=seat, phase=Phase.DRAW, disc=0), Draw(discs[0]))
    return any(ways_in(apply(shown, each), seat, discs[1:]) for each in legal_actions(shown))


def test_what_nobody_can_prevent_is_what_every_game_shows(last: list[Puzzle]) -> None:
    seen = set()
    for puzzle in last:
        for choice, _ in puzzle.choices[:2]:
            after = prospect(puzzle.state, choice).after
            assert after is not None
            if after.outcome or not is_small(after):
                continue
            found = certain(after, puzzle.state.turn)
            assert found == pytest.approx(float(worst(after, puzzle.state.turn))), puzzle.id
            seen.add(found)
    assert len(seen) > 4


def test_who_is_let_be_wins_as_often_as_pairs_of_discs_allow(last: list[Puzzle]) -> None:
    """Knowing the second disc beforehand can only help, and where it does not the two agree."""
    agreed = 0
    for puzzle in last:
        state, seat = puzzle.state, puzzle.state.turn
        if state.game.rules.special_cells:
            continue
        after = prospect(state, puzzle.best).after
        assert after is not None
        if after.outcome or len(after.discs[seat]) < 2:
            continue
        hand = after.discs[seat]
        pairs = [(hand[i], hand[j]) for i, j in product(range(len(hand)), repeat=2) if i != j]
        share = sum(ways_in(after, seat, pair) for pair in pairs) / len(pairs)
        found = alone(after, seat)
        assert found is not None
        assert found <= share + 1e-9, puzzle.id
        assert (found > 0) == (share > 0)
        agreed += found == pytest.approx(share)
    assert agreed > 5


def test_a_rival_who_must_give_way_cannot_prevent_anything() -> None:
    picture = """
        . . .
       . . . .
      . . o B A
       . . . .
        . . .
    """
    state = rock(picture, discs={"A": (2,), "B": (2, 3)})
    state = replace(state, turn=1)
    assert certain(state, 0) == 1


def test_an_extra_disc_may_be_used_before_others_answer() -> None:
    picture = """
        . . .
       . . A .
      . . o . .
       . . . .
        B . .
    """
    state = rock(picture, extra=True, discs={"A": (1, 1), "B": (4,)}, rules={"special_cells": True})
    assert certain(state, 0) == 1


def test_what_is_too_much_is_left_alone(
    last: list[Puzzle], monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzle = last[0]
    after = prospect(puzzle.state, puzzle.best).after
    assert after is not None
    monkeypatch.setattr(outlook, "MOST", 2)
    assert certain(after, puzzle.state.turn) is None
    assert alone(after, puzzle.state.turn) is None
