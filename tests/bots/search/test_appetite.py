"""The greedy player over words likes what the greedy player likes, in every position."""

from random import Random

import pytest

from taupes.bots import choices
from taupes.bots.player import Choice, Turn
from taupes.bots.players.greedy import _score
from taupes.bots.search.appetite import list_best
from taupes.kernel import Engine, layout
from taupes.kernel.choices import list_decisions
from taupes.rules import MOLES, Draw, Game, State, apply, load_boards, preset_rules, shuffled_stack


def liked(state: State) -> set[Choice]:
    options = choices(state)
    scores = [_score(state, option) for option in options]
    return {o for o, s in zip(options, scores, strict=True) if s == max(scores)}


def liked_by_words(engine: Engine, state: State) -> set[Choice]:
    row, room, best = engine.pack(state), engine.actions(), engine.actions()
    count = list_decisions(engine.tables, row, room)
    found = list_best(engine.tables, row, room, count, best)
    numbers = [int(best[i]) for i in range(found)]
    return {
        Turn() if number == layout.TURN_DISC else engine.decode(number, state.disc)  # type: ignore[misc]
        for number in numbers
    }


@pytest.mark.parametrize("boards", ["classic", "quick", "grand"])
@pytest.mark.parametrize("preset", ["web", "soubeyrand", "shop-points"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_it_likes_the_same(boards: str, preset: str, players: int) -> None:
    rng = Random(f"{boards}/{preset}/{players}")
    rules = preset_rules(preset, players, {"leave_hole": rng.choice(["free", "last_resort"])})
    game = Game(shuffled_stack(load_boards(boards), rng), rules, players, MOLES[players])
    engine, asked, state = Engine(game), 0, None
    for _ in range(2):
        state = engine.unpack(engine.start())
        while state.outcome is None:
            options = choices(state)
            if len(options) > 1:
                asked += 1
                assert liked_by_words(engine, state) == liked(state), state
            # Half of the time by appetite, or nobody ever comes home.
            choice = rng.choice(sorted(liked(state), key=repr) if rng.random() < 0.5 else options)
            action = (
                Draw(rng.choice(state.discs[state.turn])) if isinstance(choice, Turn) else choice
            )
            state = apply(state, action)
    assert asked > 100
