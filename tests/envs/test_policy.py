"""What was learned through a door plays as a player."""

from random import Random

import numpy as np
import pytest

from taupes.bots import Budget, make_bot, play_game
from taupes.envs.episode import IllegalChoice, Mask, Observation
from taupes.envs.policy import PolicyPlayer
from taupes.rules import Game, load_stack, new_game, preset_rules
from tests.envs import plain


@pytest.mark.parametrize(("code", "preset"), [("quick-0123", "web-pro"), ("grand-0123", "shop")])
def test_it_sees_and_does_what_the_environment_would(code: str, preset: str) -> None:
    told: list[tuple[Observation, Mask]] = []

    def last(seen: Observation, mask: Mask) -> int:
        told.append((seen, mask))
        return int(np.flatnonzero(mask)[-1])

    game = Game(load_stack(code), preset_rules(preset, 2), 2, 4)
    player = PolicyPlayer(last, "last")
    asked = 0
    for before, _, _ in play_game(game, [player, make_bot("random")], seed="1"):
        if len(told) > asked:
            seen, mask = told[-1]
            asked = len(told)
            assert before.turn == 0
            assert seen.tolist() == plain.observation(before, 0)
            assert mask.tolist() == plain.mask(before)
    assert asked > 10
    assert player.name == "last"


@pytest.mark.parametrize("number", [0, 4, -1, 435])
def test_what_the_mask_does_not_allow_is_an_error(number: int) -> None:
    state = new_game(Game(load_stack("classic-0351"), preset_rules("web", 2), 2, 10))
    with pytest.raises(IllegalChoice, match=f"action {number} is not legal here"):
        PolicyPlayer(lambda *_: number).think(state, Budget(), Random(1))
