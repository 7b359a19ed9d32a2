"""What the master makes of the others: who they are by what they choose, and what follows."""

from collections.abc import Sequence
from random import Random
from statistics import fmean

import pytest

from taupes.bots import Budget, Step, choices, make_bot, play_game
from taupes.bots.evaluation.knowledge import mind_of
from taupes.bots.player import Choice
from taupes.bots.players.greedy import _score
from taupes.bots.players.master import Master
from taupes.bots.search.habits import Habits
from taupes.bots.search.memory import make_tree
from taupes.bots.search.nodes import CHANCE, DECIDER, NODE_WORDS, WEIGHT
from taupes.bots.search.report import merge
from taupes.bots.search.rivals import Rivals
from taupes.bots.search.searcher import Search, Searcher, look_ahead
from taupes.bots.search.tree import work_out_anew
from taupes.kernel import seed
from taupes.rules import MOLES, Game, State, load_stack, preset_rules


def game_of(seats: int) -> Game:
    return Game(load_stack("classic-0351"), preset_rules("web", seats), seats, MOLES[seats])


GAME = game_of(3)


def played(*names: str, game: Game = GAME) -> list[Step]:
    return list(play_game(game, [make_bot(name) for name in names], "5"))


def habits_after(steps: Sequence[Step]) -> tuple[Habits, ...]:
    rivals = Rivals()
    for step in steps:
        rivals.watch(*step)
    return rivals.habits(steps[-1][2])


def test_what_somebody_chooses_tells_their_habits() -> None:
    steps = played("greedy", "burrower", "master", "greedy", game=game_of(4))
    last = next(n for n in range(100, len(steps)) if steps[n][2].turn == 3)
    greedy, burrower, master, mine = habits_after(steps[: last + 1])
    assert mine == Habits()
    assert greedy.greed > 0.9
    assert burrower.greed < 0.1
    assert burrower.haste > 0.7
    assert master.greed < 0.1


def test_nothing_is_known_of_a_position_that_was_not_reached() -> None:
    steps = played("greedy", "greedy", "greedy")[:40]
    rivals = Rivals()
    assert rivals.habits(steps[0][0]) == ()
    for step in steps:
        rivals.watch(*step)
    assert rivals.habits(steps[20][0]) == ()
    assert len(rivals.habits(steps[-1][2])) == 3


def test_another_game_begins_with_nothing() -> None:
    steps = played("greedy", "greedy", "greedy")
    rivals = Rivals()
    for step in steps[:60]:
        rivals.watch(*step)
    for step in steps[80:84]:  # a gap: it might be any game
        rivals.watch(*step)
    assert rivals.habits(steps[83][2]) == habits_after(steps[80:84])


def test_with_two_players_nobody_is_watched() -> None:
    assert habits_after(played("greedy", "greedy", game=game_of(2))[:60]) == ()


def test_the_master_plays_by_what_it_has_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[Sequence[Habits]] = []
    think = Searcher.think

    def noticed(self: Searcher, *args: object) -> object:
        told.append(args[-1])  # type: ignore[arg-type]
        return think(self, *args)  # type: ignore[arg-type]

    monkeypatch.setattr(Searcher, "think", noticed)
    players = [Master(Searcher(1)), make_bot("greedy"), make_bot("greedy")]
    list(play_game(GAME, players, "1", Budget(simulations=2)))
    assert told[0] == ()
    assert told[-1][0] == Habits()
    assert min(each.greed for each in told[-1][1:]) > 0.9


def decision() -> State:
    """A move with several choices, not all of which a greedy player likes."""
    for state, _, _ in played("greedy", "greedy", "greedy"):
        if state.disc and len(choices(state)) > len(liked(state)) > 1:
            return state
    raise AssertionError("no such position")


def liked(state: State) -> list[Choice]:
    scores = {choice: _score(state, choice) for choice in choices(state)}
    return [choice for choice, score in scores.items() if score == max(scores.values())]


def nearest(state: State) -> list[Choice]:
    return [look_ahead(state, Random(1), 1).options[0].choice]


@pytest.mark.parametrize(
    "habits", [Habits(0.25), Habits(1.0), Habits(0.0, 0.9), Habits(0.25, 0.5)], ids=str
)
def test_chances_are_mixed_by_what_is_chosen_out_of_habit(habits: Habits) -> None:
    state = decision()
    search = Search(state, mind_of(GAME), make_tree(20_000), seed(1))
    search.tree.greed[state.turn], search.tree.haste[state.turn] = habits
    search.grow(200, None)
    found = merge(search.engine, [search.report()], state)
    after = {option.choice: option.values for option in found.options}
    best = max(after.values(), key=lambda values: values[state.turn])
    for seat in range(3):
        by_habit = [
            fmean(after[choice][seat] for choice in each) for each in (liked(state), nearest(state))
        ]
        worth = (1 - sum(habits)) * best[seat]
        worth += sum(share * mean for share, mean in zip(habits, by_habit, strict=True))
        assert found.values[seat] == pytest.approx(worth, abs=1e-6)


def test_what_is_chosen_by_habit_is_looked_at_as_often() -> None:
    state = decision()
    search = Search(state, mind_of(GAME), make_tree(60_000), seed(1))
    search.tree.greed[state.turn] = 1.0
    search.grow(400, None)
    visits = {o.choice: o.visits for o in merge(search.engine, [search.report()], state).options}
    assert sum(visits[choice] for choice in liked(state)) == sum(visits.values())


def test_those_without_habits_change_nothing() -> None:
    state = decision()
    plain = look_ahead(state, Random(1), 400)
    assert look_ahead(state, Random(1), 400, habits=[Habits()] * 3) == plain
    for each in (Habits(greed=1.0), Habits(haste=1.0)):
        others = [each if seat != state.turn else Habits() for seat in range(3)]
        assert look_ahead(state, Random(1), 400, habits=others) != plain


def test_a_tree_that_is_kept_is_worked_out_anew() -> None:
    state = decision()
    search = Search(state, mind_of(GAME), make_tree(20_000), seed(1))
    search.tree.greed[:3] = (0.5, 0.5, 0.5)
    search.grow(200, None)
    before = search.tree.values.copy()
    work_out_anew(search.engine.tables, search.tree)
    assert (search.tree.values == before).all()
    search.tree.greed[:3] = (1.0, 0.0, 0.25)
    work_out_anew(search.engine.tables, search.tree)
    tree, mixed = search.tree, 0
    for node in range(int(tree.counts[0])):
        below = search.children(node)
        decider = int(tree.nodes[node * NODE_WORDS + DECIDER])
        marks = [int(tree.nodes[child * NODE_WORDS + WEIGHT]) for child in below]
        if not below or decider >= CHANCE:
            continue
        best = max(below, key=lambda child: tree.values[child * 4 + decider])
        share = float(tree.greed[decider])
        for k in range(3):
            mean = fmean(tree.values[c * 4 + k] for c, m in zip(below, marks, strict=True) if m)
            worth = share * mean + (1 - share) * tree.values[best * 4 + k]
            assert tree.values[node * 4 + k] == pytest.approx(worth, abs=1e-6)
        mixed += len(below) > 1
    assert mixed > 100
