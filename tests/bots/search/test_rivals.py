"""What the master makes of the others: who they are by what they choose, and what follows."""

from collections.abc import Sequence
from random import Random
from statistics import fmean

import pytest

from taupes.bots import Budget, Step, choices, make_bot, play_game
from taupes.bots.evaluation.knowledge import mind_of
from taupes.bots.players.greedy import _score
from taupes.bots.players.master import Master
from taupes.bots.search.memory import make_tree
from taupes.bots.search.rivals import Rivals
from taupes.bots.search.searcher import Search, Searcher, look_ahead
from taupes.bots.search.tree import CHANCE, DECIDER, NODE_WORDS, WEIGHT, work_out_anew
from taupes.kernel import seed
from taupes.rules import MOLES, Game, State, load_stack, preset_rules

GAME = Game(load_stack("classic-0351"), preset_rules("web", 3), 3, MOLES[3])


def played(*names: str, game: Game = GAME) -> list[Step]:
    return list(play_game(game, [make_bot(name) for name in names], "5"))


def greed_after(steps: Sequence[Step]) -> tuple[float, ...]:
    rivals = Rivals()
    for step in steps:
        rivals.watch(*step)
    return rivals.greed(steps[-1][2])


def test_greedy_players_are_told_from_those_who_judge() -> None:
    steps = played("greedy", "burrower", "greedy")[:90]
    after = greed_after(steps)
    mine = steps[-1][2].turn
    for seat, is_greedy in enumerate((True, False, True)):
        if seat == mine:
            assert after[seat] == 0
        else:
            assert after[seat] > 0.9 if is_greedy else after[seat] < 0.3


def test_nothing_is_known_of_a_position_that_was_not_reached() -> None:
    steps = played("greedy", "greedy", "greedy")[:40]
    rivals = Rivals()
    assert rivals.greed(steps[0][0]) == ()
    for step in steps:
        rivals.watch(*step)
    assert rivals.greed(steps[20][0]) == ()
    assert len(rivals.greed(steps[-1][2])) == 3


def test_another_game_begins_with_nothing() -> None:
    steps = played("greedy", "greedy", "greedy")
    rivals = Rivals()
    for step in steps[:60]:
        rivals.watch(*step)
    for step in steps[80:84]:  # a gap: it might be any game
        rivals.watch(*step)
    assert rivals.greed(steps[83][2]) == greed_after(steps[80:84])


def test_with_two_players_nobody_is_watched() -> None:
    game = Game(load_stack("classic-0351"), preset_rules("web", 2), 2, MOLES[2])
    assert greed_after(played("greedy", "greedy", game=game)[:60]) == ()


def test_the_master_plays_by_what_it_has_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[Sequence[float]] = []
    think = Searcher.think

    def noticed(self: Searcher, *args: object) -> object:
        told.append(args[-1])  # type: ignore[arg-type]
        return think(self, *args)  # type: ignore[arg-type]

    monkeypatch.setattr(Searcher, "think", noticed)
    players = [Master(Searcher(1)), make_bot("greedy"), make_bot("greedy")]
    list(play_game(GAME, players, "1", Budget(simulations=2)))
    assert told[0] == ()
    assert told[-1][0] == 0
    assert min(told[-1][1:]) > 0.9


def decision() -> State:
    """A move with several choices, not all of which a greedy player likes."""
    for state, _, _ in played("greedy", "greedy", "greedy"):
        if state.disc and len(choices(state)) > len(liked(state)) > 1:
            return state
    raise AssertionError("no such position")


def liked(state: State) -> list[object]:
    scores = {choice: _score(state, choice) for choice in choices(state)}
    return [choice for choice, score in scores.items() if score == max(scores.values())]


@pytest.mark.parametrize("share", [0.25, 1.0])
def test_somebody_greedy_takes_what_greedy_players_like(share: float) -> None:
    state = decision()
    greed = [share if seat == state.turn else 0.0 for seat in range(3)]
    plain = look_ahead(state, Random(1), 1)
    mixed = look_ahead(state, Random(1), 1, greed=greed)
    assert {o.choice: o.values for o in mixed.options} == {
        o.choice: o.values for o in plain.options
    }
    best = max(plain.options, key=lambda option: option.values[state.turn]).values
    those = [option.values for option in plain.options if option.choice in liked(state)]
    for seat in range(3):
        mean = fmean(values[seat] for values in those)
        assert mixed.values[seat] == pytest.approx(
            share * mean + (1 - share) * best[seat], abs=1e-6
        )


def test_those_who_are_greedy_in_nothing_change_nothing() -> None:
    state = decision()
    assert look_ahead(state, Random(1), 400, greed=(0.0, 0.0, 0.0)) == look_ahead(
        state, Random(1), 400
    )
    others = tuple(float(seat != state.turn) for seat in range(3))
    assert look_ahead(state, Random(1), 400, greed=others) != look_ahead(state, Random(1), 400)


def test_a_tree_that_is_kept_is_worked_out_anew() -> None:
    state = decision()
    search = Search(state, mind_of(GAME), make_tree(20_000), seed(1))
    search.tree.greed[:3] = (0.5, 0.5, 0.5)
    search.grow(200, None)
    search.tree.greed[:3] = (1.0, 0.0, 0.25)
    work_out_anew(search.engine.tables, search.tree)
    tree, mixed = search.tree, 0
    for node in range(int(tree.counts[0])):
        below = search.children(node)
        decider = int(tree.nodes[node * NODE_WORDS + DECIDER])
        weights = [int(tree.nodes[child * NODE_WORDS + WEIGHT]) for child in below]
        if not below or decider >= CHANCE:
            continue
        best = max(below, key=lambda child: tree.values[child * 4 + decider])
        share = float(tree.greed[decider])
        for k in range(3):
            pairs = zip(weights, below, strict=True)
            mean = sum(w * tree.values[child * 4 + k] for w, child in pairs) / sum(weights)
            worth = share * mean + (1 - share) * tree.values[best * 4 + k]
            assert tree.values[node * 4 + k] == pytest.approx(worth, abs=1e-6)
        mixed += len(below) > 1
    assert mixed > 100
