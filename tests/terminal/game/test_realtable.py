from random import Random

from taupes.bots import choices
from taupes.rules import Draw, apply, legal_actions, new_game
from tests.terminal.driver import real_table


def test_a_game_is_followed_move_by_move() -> None:
    rng = Random(5)
    now = real_table(3, "soubeyrand")
    state = new_game(now.game)
    for _ in range(150):
        action = rng.choice(legal_actions(state))
        state = apply(state, action)
        if state.outcome:
            break
        now = now.with_disc(action.disc) if isinstance(action, Draw) else now.done(action)
        assert now.state is not None
        assert choices(now.state) == choices(state)
