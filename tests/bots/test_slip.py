"""Kinds of slips follow from the board, and every costly choice has one."""

from dataclasses import replace
from random import Random

from taupes.bots import TURN, choices, make_bot, play_game, record_game
from taupes.bots.analysis import analyse
from taupes.bots.slip import SLIPS, slip_of
from taupes.rules import (
    MOLES,
    Decline,
    Game,
    Move,
    Pass,
    Phase,
    State,
    apply,
    legal_actions,
    load_stack,
    new_game,
    preset_rules,
)

FREE = preset_rules("web", 2, {"leave_hole": "free"})
GAME = Game(load_stack("classic-0000"), FREE, seats=2, moles=MOLES[2])


def positions(seed: int = 1, count: int = 400) -> list[State]:
    """Positions with a choice between moves, from games without a plan."""
    rng, found, state = Random(seed), list[State](), new_game(GAME)
    while len(found) < count:
        if state.outcome:
            state = new_game(GAME)
        if state.disc and len(choices(state)) > 1:
            found.append(state)
        state = apply(state, rng.choice(legal_actions(state)))
    return found


def in_hole(state: State, move: Move, end: str) -> bool:
    return bool(state.ground.holes >> state.game.index[getattr(move, end)] & 1)


def test_moves_are_told_apart_by_what_they_do() -> None:
    seen = set()
    for state in positions():
        moves = [move for move in choices(state) if isinstance(move, Move)]
        for played in moves:
            for best in moves[:3]:
                slip = slip_of(state, played, best)
                seen.add(slip)
                went, goes = in_hole(state, played, "target"), in_hole(state, best, "target")
                if slip == "greedy":
                    assert went
                    assert not goes
                elif slip == "slow":
                    assert goes
                    assert not went
                elif slip == "left":
                    assert in_hole(state, played, "origin")
                    assert not in_hole(state, best, "origin")
                if played == best:
                    assert slip == "other"
    assert seen == {"left", "greedy", "slow", "open", "blocked", "other"}


def test_what_is_no_move_is_told_by_the_moment() -> None:
    start = new_game(GAME)
    one, other = choices(start)[:2]
    assert slip_of(start, one, other) == "placing"
    state = positions(count=1)[0]
    assert slip_of(state, Pass(), TURN) == "pass"
    extra = replace(state, phase=Phase.EXTRA_DRAW, disc=0)
    assert slip_of(extra, Decline(), TURN) == "extra"


def test_an_analysis_has_a_kind_and_a_board_for_every_choice_that_cost_something() -> None:
    names = ["random", "greedy"]
    quick = Game(load_stack("quick-0123"), preset_rules("web", 2), seats=2, moles=3)
    record = record_game(quick, names, list(play_game(quick, [make_bot(n) for n in names], "2")))
    states = list(record.replay())
    found = analyse(record, simulations=30)
    for moment in found.moments:
        assert (moment.slip is not None) is (moment.loss > 0)
        assert moment.slip is None or moment.slip in SLIPS
        assert moment.level == states[moment.event].level
    told = found.as_dict()["turns"]
    assert {turn["level"] for turn in told} >= {0, 1}
    assert any(turn["slip"] == "placing" for turn in told)
