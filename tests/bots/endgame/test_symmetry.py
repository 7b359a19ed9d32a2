"""Turning, mirroring and changing seats change nothing; what matters tells tables apart."""

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from taupes.bots.endgame import Endgame, NotSolvable, floor_of
from taupes.bots.endgame.exact.table import TableKey
from taupes.bots.endgame.positions import numbered, position_index, positions_of
from taupes.rules import Game, Hex, Stack, State, load_boards, preset_rules

from .tiny import last_state, random_state, tiny_game

SPECIALS = (Hex(2, -1), Hex(-1, 0))


def turned_state(state: State, sixths: int) -> State:
    stack = state.game.stack
    orientations = (0, (stack.orientations[1] + sixths) % 6)
    game = replace(state.game, stack=Stack(stack.boards, orientations))
    moles = tuple(
        tuple(cell.turned(sixths) for cell in state.cells(seat)) for seat in range(game.seats)
    )
    return last_state(game, moles, state.discs, state.turn)


@pytest.mark.parametrize("specials", [(), SPECIALS])
def test_turning_the_board_with_its_moles_changes_nothing(specials: tuple[Hex, ...]) -> None:
    rng = Random(2)
    game = tiny_game(2, specials=specials)
    for _ in range(30):
        state = random_state(game, (1, 1), rng)
        value = Endgame.for_state(state).value(state)
        turned = turned_state(state, rng.randrange(6))
        assert Endgame.for_state(turned).value(turned) == value


def test_turning_the_moles_alone_changes_values() -> None:
    state = last_state(tiny_game(2), ((Hex(2, 0),), (Hex(-2, 1),)))
    moved = last_state(tiny_game(2), ((Hex(0, 2),), (Hex(-1, -1),)))
    assert Endgame.for_state(state).value(state) != Endgame.for_state(moved).value(moved)


def test_mirrored_positions_have_the_same_value() -> None:
    rng = Random(3)
    for _ in range(30):
        state = random_state(tiny_game(2), (2, 1), rng)
        moles = tuple(tuple(Hex(-q - r, r) for q, r in state.cells(s)) for s in (0, 1))
        mirror = last_state(state.game, moles, state.discs, state.turn)
        # This mirror exchanges solid and dotted paths; turned by a sixth, it keeps them.
        mirror = turned_state(mirror, 1)
        mirror = last_state(state.game, (mirror.cells(0), mirror.cells(1)), state.discs, state.turn)
        endgame = Endgame.for_state(state)
        assert endgame.value(mirror) == endgame.value(state)


def test_seats_are_only_names_and_empty_seats_do_not_count() -> None:
    rng = Random(4)
    for _ in range(20):
        state = random_state(tiny_game(2), (2, 1), rng)
        value = Endgame.for_state(state).value(state)
        game = tiny_game(2, seats=4)
        mine, other = state.cells(0), state.cells(1)
        discs = (state.discs[1], (3,), state.discs[0], (1, 4))
        moved = last_state(game, (other, (), mine, ()), discs, 2 - 2 * state.turn)
        assert Endgame.for_state(moved).value(moved) == (value[1], 0, value[0], 0)


def key_of(game: Game, counts: tuple[int, int] = (2, 2), phase: int = 0) -> str:
    return TableKey(floor_of(game)[0], *counts, phase).name


def test_tables_are_told_apart_by_what_matters_only() -> None:
    boards = load_boards("classic")
    games = [
        Game(Stack(boards, (0, k, 0, m)), preset_rules("web", 2), 2, 10)
        for k in range(2)
        for m in range(6)
    ]
    assert len({key_of(game) for game in games}) == 1
    names = {
        key_of(tiny_game(2)),
        key_of(tiny_game(1)),
        key_of(tiny_game(2, entry="all_paths")),
        key_of(tiny_game(2, specials=SPECIALS)),
        key_of(tiny_game(2, specials=SPECIALS[:1])),
        key_of(tiny_game(2), (2, 1)),
        key_of(tiny_game(2), phase=3),
    }
    assert len(names) == 7


@pytest.mark.parametrize("counts", [(1, 1), (2, 1), (2, 2)])
@pytest.mark.parametrize("entry", ["solid_only", "all_paths"])
def test_every_kept_position_has_the_number_under_which_it_is_found(
    counts: tuple[int, int], entry: str
) -> None:
    floor, _ = floor_of(tiny_game(2, entry=entry))
    positions = positions_of(floor, *counts)
    count = 0
    for number, first, second in numbered(positions):
        found = position_index(positions.maps, first, second)
        # Sets that a symmetry leaves alone have several numbers for the same position.
        assert found // len(positions.maps.second_words) == number // len(
            positions.maps.second_words
        )
        assert 0 <= found < positions.count
        count += 1
    assert count > 0


def test_what_cannot_be_solved_says_why() -> None:
    game = tiny_game(2)
    points = replace(game, rules=game.rules.with_options({"victory": "points"}))
    with pytest.raises(NotSolvable, match="points"):
        Endgame.for_game(points, (1, 1))
    with pytest.raises(NotSolvable, match="two players"):
        Endgame.for_game(tiny_game(2, seats=3), (1, 1, 1))
    with pytest.raises(NotSolvable, match="radius 5"):
        Endgame.for_game(tiny_game(5), (1, 1))
    with pytest.raises(NotSolvable, match=r"billion"):
        Endgame.for_game(tiny_game(4), (2, 3))
    with pytest.raises(NotSolvable, match="last board"):
        Endgame.for_state(replace(random_state(game, (1, 1), Random(0)), level=0))


def test_a_limit_is_kept_unless_it_is_lifted() -> None:
    game = tiny_game(2)
    with pytest.raises(NotSolvable, match="limit"):
        Endgame.for_game(game, (1, 1), limit=10)
    state = random_state(game, (1, 1), Random(0))
    free = Endgame.for_game(game, (1, 1), limit=None)
    assert free.value(state) == Endgame.for_state(state).value(state)


def test_without_numba_it_says_so() -> None:
    code = (
        "from random import Random\n"
        "from taupes.bots.endgame import Endgame, NotSolvable, search_value\n"
        "from tests.bots.endgame.tiny import random_state, tiny_game\n"
        "state = random_state(tiny_game(2), (1, 1), Random(0))\n"
        "for ask in (Endgame.for_state, search_value):\n"
        "    try:\n"
        "        ask(state)\n"
        "    except NotSolvable as error:\n"
        "        print(error)\n"
    )
    root = Path(__file__).parents[3]
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=root,
        env={**os.environ, "TAUPES_NO_NUMBA": "1", "PYTHONPATH": str(root)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.count("need Numba") == 2
