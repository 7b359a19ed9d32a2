from random import Random

import numpy as np
import pytest

from taupes.bots import Budget, Thought, choices, make_bot, play_game
from taupes.bots.evaluation.knowledge import mind_of
from taupes.bots.players.master import Master
from taupes.bots.search.memory import SearchMemory, make_tree, transplant
from taupes.bots.search.nodes import COUNT, FIRST, NODE_WORDS, VISITS, Tree
from taupes.bots.search.searcher import Search, Searcher, engine_of, look_ahead
from taupes.kernel import seed
from taupes.rules import MOLES, Game, State, load_stack, new_game, preset_rules


def game_of(seats: int, preset: str = "web") -> Game:
    return Game(load_stack("quick-0123"), preset_rules(preset, seats), seats, MOLES[seats])


class Rememberer:
    """Thinks with a memory, and notes what it is asked and how much of it it knew before."""

    def __init__(self, simulations: int = 300) -> None:
        self.searcher, self.memory = Searcher(simulations), SearchMemory()
        self.asked: list[State] = []
        self.known: list[int | None] = []
        """How often each was met before, or None if it was not found."""

    def think(self, state: State, _: Budget, rng: Random) -> Thought:
        branches = self.memory.recall(engine_of(state.game), mind_of(state.game), state)
        self.memory.keep(mind_of(state.game), branches)
        if len(choices(state)) > 1:
            self.asked.append(state)
            self.known.append(branches[0].grown(0).nodes[VISITS] if branches else None)
        return self.searcher.think(state, Budget(), rng, None, self.memory)


def played(seats: int, preset: str = "web", luck: str = "memory") -> Rememberer:
    """A rememberer after a game against greedy bots."""
    player = Rememberer()
    others = [make_bot("greedy") for _ in range(seats - 1)]
    for _ in play_game(game_of(seats, preset), [player, *others], luck):
        pass
    return player


@pytest.mark.parametrize(("seats", "preset"), [(2, "web"), (2, "web-pro"), (3, "web")])
def test_the_position_that_came_is_found_below_the_last_choice(seats: int, preset: str) -> None:
    # With three players a whole game may bring nothing that was looked at twice.
    asked = [known for luck in "abc" for known in played(seats, preset, luck).known]
    visits = [known for known in asked if known is not None]
    assert len(visits) > len(asked) * (0.8 if seats == 2 else 0.2)
    assert max(visits) > (10 if seats == 2 else 2)


def children(tree: Tree, node: int) -> range:
    first = tree.nodes[node * NODE_WORDS + FIRST]
    return range(first, first + tree.nodes[node * NODE_WORDS + COUNT])


def contents(tree: Tree, node: int) -> list[list[float]]:
    """All that is known at a node and below, breadth first, wherever it lies."""
    words, values = np.asarray(tree.nodes), np.asarray(tree.values)
    waiting, found = [node], []
    for each in waiting:
        o = each * NODE_WORDS
        known = [*words[o + COUNT : o + NODE_WORDS], *values[4 * each : 4 * each + 4]]
        found.append([float(number) for number in known])
        waiting += children(tree, each)
    return found


def searched(state: State, simulations: int) -> Search:
    search = Search(state, mind_of(state.game), make_tree(100_000), seed(1))
    search.grow(simulations, None)
    return search


def test_a_part_of_a_tree_becomes_a_tree_of_its_own() -> None:
    search = searched(played(2).asked[-3], 500)
    node = max(search.children(), key=lambda child: search.tree.nodes[child * NODE_WORDS + VISITS])
    part = make_tree(100_000)
    transplant(search.tree, node, part, 100_000)
    assert contents(part, 0) == contents(search.tree, node)
    assert len(contents(part, 0)) == part.counts[0] < search.tree.counts[0]


def test_the_deepest_nodes_go_where_there_is_little_room() -> None:
    search = searched(played(2).asked[-3], 500)
    part = make_tree(100)
    transplant(search.tree, 0, part, 100)
    kept, whole = contents(part, 0), contents(search.tree, 0)
    assert 50 < len(kept) <= 100 < len(whole)
    top = len(search.children())
    assert [node[-4:] for node in kept[: 1 + top]] == [node[-4:] for node in whole[: 1 + top]]


def test_the_same_positions_get_the_same_answers() -> None:
    asked = played(2).asked[:12]

    def answers() -> list[Thought]:
        master = Master(Searcher(200))
        return [master.think(state, Budget(simulations=200), Random(1)) for state in asked]

    assert answers() == answers()


def test_an_unrelated_position_is_searched_anew() -> None:
    memory, state = SearchMemory(), played(2).asked[8]
    look_ahead(new_game(game_of(2)), Random(1), 50, memory=memory)
    assert look_ahead(state, Random(1), 200, memory=memory) == look_ahead(state, Random(1), 200)
    look_ahead(new_game(game_of(3)), Random(1), 50, memory=memory)
    assert look_ahead(state, Random(1), 200, memory=memory) == look_ahead(state, Random(1), 200)


def test_asking_again_about_the_same_position_starts_anew() -> None:
    for state in played(2).asked[::5]:
        memory = SearchMemory()
        first = look_ahead(state, Random(1), 100, memory=memory)
        assert look_ahead(state, Random(1), 100, memory=memory) == first


def test_only_new_simulations_count() -> None:
    player, memory = played(2), SearchMemory()
    budget = 60
    for state in player.asked[-6:]:
        found = look_ahead(state, Random(1), budget, memory=memory)
        assert budget <= found.simulations < budget + 4
        assert sum(option.visits for option in found.options) > 0
