from random import Random

import pytest

from taupes.bots import Budget, choices
from taupes.bots.players.attention import notice
from taupes.bots.players.burrower import Burrower
from taupes.bots.search.searcher import Searcher
from taupes.rules import DISCS, Game, Move, Phase, State, load_stack, preset_rules

GAME = Game(load_stack("classic-0000"), preset_rules("booklet", 2), seats=2, moles=10)
MINE, THEIRS = (
    sum(1 << GAME.index[GAME.cell(name)] for name in names.split())
    for names in ("e2 h8 b2 b5", "c3")
)
STATE = State(GAME, Phase.MOVE, 0, 3, (MINE, THEIRS), (DISCS, DISCS), 3)


def test_full_attention_sees_everything() -> None:
    assert notice(choices(STATE), 1.0, Random(1)) == choices(STATE)


def test_a_mole_is_seen_with_all_its_moves_or_not_at_all() -> None:
    options, counts = choices(STATE), set()
    for seed in range(50):
        seen = notice(options, 0.5, Random(seed))
        if len(seen) == 1:  # it saw nothing, and had to move something
            continue
        moles = {option.origin for option in seen if isinstance(option, Move)}
        assert seen == tuple(o for o in options if isinstance(o, Move) and o.origin in moles)
        counts.add(len(moles))
    assert len(counts) > 2


def test_something_is_always_seen() -> None:
    assert len(notice(choices(STATE), 0.0, Random(1))) == 1


@pytest.mark.parametrize("seed", range(5))
def test_the_burrower_takes_the_best_of_what_it_sees(seed: int) -> None:
    attentive = Burrower(1.0).think(STATE, Budget(), Random(seed))
    assert attentive.choice == Searcher(1).think(STATE, Budget(), Random(seed)).choice
    dreaming = Burrower(0.4).think(STATE, Budget(), Random(seed))
    chances = dict(attentive.alternatives)
    assert chances[dreaming.choice] <= chances[attentive.choice]
    assert all(chances[dreaming.choice] >= chance for _, chance in dreaming.alternatives)


def test_a_larger_budget_makes_no_better_burrower() -> None:
    few, many = (Burrower(0.95).think(STATE, Budget(simulations=n), Random(3)) for n in (1, 5000))
    assert few == many
