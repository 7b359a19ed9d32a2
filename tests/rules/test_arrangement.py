from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

from taupes.rules.arrangement import Arrangement, BadArrangement, arrangement_of, objections, set_up
from taupes.rules.hex import CENTRE, Hex
from taupes.rules.options import MOLES, PRESETS, preset_rules
from taupes.rules.play import apply, legal_actions
from taupes.rules.state import BadGame, Game, Phase, State, new_game
from taupes.rules.why import Why
from tests.rules.positions import fill, opened, play, position

PRO = {"special_cells": True}
CLAY = position(level=1, moles={"A": "c3 f6", "B": "e4", "C": "g8"})
START = fill(opened())


def changed(state: State, change: Callable[[Arrangement], Arrangement]) -> tuple[Why, ...]:
    return objections(state.game, change(arrangement_of(state)))


def moles(*seats: str) -> Callable[[Arrangement], Arrangement]:
    cells = tuple(tuple(map(CLAY.game.cell, names.split())) for names in seats)
    return lambda p: replace(p, moles=cells)


OBJECTIONS: dict[str, tuple[State, Callable[[Arrangement], Arrangement], Why]] = {
    "stands_off_board": (
        position(level=3, moles={"A": "e4", "B": "f6"}),
        moles("e1", "f6"),
        Why("stands_off_board", cell=Hex(-4, 0)),
    ),
    "two_moles": (CLAY, moles("c3 f6", "e4 c3", "g8"), Why("two_moles", cell=Hex(-2, 2))),
    "too_many_moles": (
        START,
        lambda p: replace(p, moles=(p.moles[0][1:], (*p.moles[1], p.moles[0][0]))),
        Why("too_many_moles", seat=1, count=10),
    ),
    "too_many_dropped": (
        position(level=3, moles={"A": "d2 d3 d4", "B": "f6 f7"}),
        lambda p: p,
        Why("too_many_dropped", count=4),
    ),
    "wrong_discs": (
        CLAY,
        lambda p: replace(p, discs=(p.discs[0], (1, 1), p.discs[2])),
        Why("wrong_discs", seat=1),
    ),
    "no_disc_down": (
        CLAY,
        lambda p: replace(p, discs=(p.discs[0], (), p.discs[2])),
        Why("no_disc_down", seat=1),
    ),
    "mover_without_moles": (CLAY, moles("", "e4", "g8"), Why("mover_without_moles", seat=0)),
    "one_team_left": (CLAY, moles("c3 f6", "", ""), Why("one_team_left", seat=0)),
    "should_be_lifted": (
        position(level=2, moles={"A": "e4", "B": "f6"}),
        lambda p: replace(p, moles=tuple((hole,) for hole in holes(2)[:2])),
        Why("should_be_lifted"),
    ),
    "already_won": (
        position(level=3, moles={"A": "e4", "B": "e5"}),
        lambda p: p,
        Why("already_won", seat=1),
    ),
    "no_extra": (CLAY, lambda p: replace(p, is_extra=True), Why("no_extra", seat=0)),
    "out_of_turn": (
        play(opened(), "@i9"),
        lambda p: replace(p, turn=0),
        Why("out_of_turn", seat=0),
    ),
}


def holes(level: int) -> tuple[Hex, ...]:
    return CLAY.game.stack.levels[level].holes


@pytest.mark.parametrize("code", OBJECTIONS)
def test_what_cannot_be_is_said(code: str) -> None:
    state, change, why = OBJECTIONS[code]
    assert changed(state, change) == (why,)


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("handicap", [(0, 0), (0, -4), (2, -1, 0), (-5, 0, 3, 0)])
def test_every_position_of_a_game_can_be_set_up(preset: str, handicap: tuple[int, ...]) -> None:
    players = len(handicap)
    rng = Random(f"{preset}/{handicap}")
    stack, moles = CLAY.game.stack, tuple(MOLES[players] + more for more in handicap)
    game = Game(stack, preset_rules(preset, players), players, moles, first=1)
    state, met = new_game(game), set()
    while state.outcome is None:
        again = set_up(game, arrangement_of(state))
        assert replace(again, stall=state.stall, most=state.most) == state
        met.add(state.phase)
        actions = legal_actions(state)
        into = [a for a in actions if getattr(a, "target", None) in holes(state.level)]
        state = apply(state, rng.choice(into or actions))
    assert met >= {Phase.PLACE, Phase.DRAW, Phase.MOVE}


def test_all_that_is_wrong_is_said_at_once_and_in_words() -> None:
    seen = replace(
        arrangement_of(CLAY), moles=((CENTRE, CENTRE), (), ()), discs=((5,), (1,), (2,)), disc=4
    )
    with pytest.raises(BadArrangement, match="Two moles stand on e5") as caught:
        set_up(CLAY.game, seen)
    assert [why.code for why in caught.value.reasons] == ["two_moles", "wrong_discs"]


def test_while_moles_are_missing_on_the_meadow_they_are_placed() -> None:
    first = arrangement_of(play(opened(), "@i9"))
    assert set_up(CLAY.game, arrangement_of(CLAY)).phase is Phase.DRAW
    game = opened().game
    assert set_up(game, first).phase is Phase.PLACE
    assert [why.code for why in objections(game, replace(first, disc=3, discs=((1,), (1,))))] == [
        "still_placing"
    ]
    in_hole = replace(first, moles=((CENTRE,), ()))
    assert objections(game, in_hole) == (Why("place_in_hole", cell=CENTRE),)


def test_whoever_has_none_left_to_place_is_passed_over() -> None:
    game = Game(CLAY.game.stack, preset_rules("web", 3), 3, (3, 1, 2))
    state = play(new_game(game), "@i9", "@i8", "@i7", "@i6")
    assert state.turn == 2
    seen = arrangement_of(state)
    assert objections(game, seen) == ()
    assert objections(game, replace(seen, turn=0)) == (Why("out_of_turn", seat=0),)
    assert objections(game, replace(seen, turn=1)) == (Why("out_of_turn", seat=1),)
    # The one who is first to act again has placed two, though it may be anybody's first turn.
    last = play(state, "@h8")
    assert (last.turn, last.phase) == (0, Phase.PLACE)
    assert objections(game, replace(arrangement_of(last), turn=2)) == (Why("out_of_turn", seat=2),)


def test_an_extra_disc_needs_a_mole_on_a_special_cell_and_rules_that_count_it() -> None:
    special = CLAY.game.name(CLAY.game.stack.levels[1].specials[0])
    for cell, rules, reasons in ((special, PRO, 0), (special, {}, 1), ("c3", PRO, 1)):
        state = position(level=1, moles={"A": cell, "B": "e4"}, rules=rules)
        assert len(changed(state, lambda p: replace(p, is_extra=True))) == reasons


@pytest.mark.parametrize(
    "change",
    [
        lambda p: replace(p, level=4),
        lambda p: replace(p, level=-1),
        lambda p: replace(p, turn=3),
        lambda p: replace(p, moles=p.moles[1:]),
        lambda p: replace(p, discs=()),
    ],
)
def test_a_position_of_another_table_is_refused(
    change: Callable[[Arrangement], Arrangement],
) -> None:
    with pytest.raises(BadGame):
        set_up(CLAY.game, change(arrangement_of(CLAY)))
