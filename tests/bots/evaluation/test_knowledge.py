"""Which networks a game is judged by."""

from collections.abc import Callable
from dataclasses import replace
from importlib.resources import files
from itertools import product

import pytest

from taupes.bots.evaluation import knowledge
from taupes.bots.evaluation.features import EXPERTS
from taupes.bots.evaluation.ground import CELL_FEATURES
from taupes.bots.evaluation.knowledge import ANY, TRAINED, boards_of, expert_size
from taupes.bots.evaluation.loading import weights
from taupes.bots.evaluation.mind import HIDDEN
from taupes.kernel.layout import CELLS, WIDE_CELLS
from taupes.rules import MOLES, Game, Stack, load_boards, preset_rules

FOLDER = files("taupes.bots.evaluation").joinpath("weights")
NAMES = [*product([ANY], MOLES), *((name, seats) for name in TRAINED for seats in TRAINED[name])]


@pytest.mark.parametrize(("name", "seats"), NAMES)
def test_every_network_knows_what_it_should(name: str, seats: int) -> None:
    network, meanings = weights(name, seats)
    assert len(network) == EXPERTS * expert_size(seats)
    wide = name != ANY and max(board.radius for board in load_boards(name).boards) > 4
    cells = 0 if name == ANY else WIDE_CELLS if wide else CELLS
    assert len(meanings) == EXPERTS * 2 * seats * (CELL_FEATURES + cells) * HIDDEN


def test_what_ships_is_what_is_used_and_small() -> None:
    files = {each.name: len(each.read_bytes()) for each in FOLDER.iterdir()}
    assert set(files) == {f"{name}-{seats}.npz" for name, seats in NAMES}
    assert sum(files.values()) <= 2_000_000


@pytest.mark.parametrize("name", list(TRAINED))
def test_a_network_is_found_by_the_boards_and_not_by_their_name(name: str) -> None:
    boards = load_boards(name)
    for seats in MOLES:
        rules, turned = preset_rules("web", seats), (1,) * len(boards.boards)
        known = name if seats in TRAINED[name] else ANY
        game = Game(Stack(replace(boards, name="mine"), turned), rules, seats, MOLES[seats])
        assert boards_of(game) == known
        others = tuple(replace(board, specials=()) for board in boards.boards)
        changed = Stack(replace(boards, boards=others), turned)
        assert boards_of(replace(game, stack=changed)) == ANY


def test_weights_that_are_not_here_are_done_without(monkeypatch: pytest.MonkeyPatch) -> None:
    here: Callable[[str, int], bool] = lambda name, seats: (name, seats) != ("classic", 3)  # noqa: E731
    monkeypatch.setattr(knowledge, "has_weights", here)
    two, three = (
        Game(Stack(load_boards("classic"), (0, 3, 5, 1)), preset_rules("web", n), n, MOLES[n])
        for n in (2, 3)
    )
    assert boards_of(two) == "classic"
    assert knowledge.trained_for(three) == "classic"
    assert boards_of(three) == ANY
    mind = knowledge.mind_of.__wrapped__(three)
    assert mind.network is weights(ANY, 3)[0]
