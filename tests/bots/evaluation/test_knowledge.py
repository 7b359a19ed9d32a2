"""Which networks a game is judged by."""

from collections.abc import Callable

import pytest

from taupes.bots.evaluation import knowledge
from taupes.bots.evaluation.loading import weights
from taupes.rules import MOLES, Game, load_stack, preset_rules


def game_on(code: str, seats: int = 2) -> Game:
    return Game(load_stack(code), preset_rules("web", seats), seats, MOLES[seats])


@pytest.mark.parametrize("code", ["classic-0000", "classic-0351"])
def test_boards_that_were_trained_on_have_networks_of_their_own(code: str) -> None:
    assert knowledge.trained_for(game_on(code)) == "classic"
    assert knowledge.boards_of(game_on(code)) == "classic"


def test_weights_that_are_not_here_are_done_without(monkeypatch: pytest.MonkeyPatch) -> None:
    here: Callable[[str, int], bool] = lambda name, seats: (name, seats) != ("classic", 3)  # noqa: E731
    monkeypatch.setattr(knowledge, "has_weights", here)
    assert knowledge.boards_of(game_on("classic-0351")) == "classic"
    assert knowledge.trained_for(game_on("classic-0351", 3)) == "classic"
    assert knowledge.boards_of(game_on("classic-0351", 3)) == knowledge.ANY
    mind = knowledge.mind_of.__wrapped__(game_on("classic-0351", 3))
    assert mind.network is weights(knowledge.ANY, 3)[0]
