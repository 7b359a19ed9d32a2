from random import Random

import pytest

from taupes.bots import TEMPERAMENTS, Budget, Choice, Thought, choices, make_bot, play_game
from taupes.bots.players.greedy import GreedyPlayer
from taupes.bots.players.tempered import swayed
from taupes.rules import MOLES, Game, Place, State, load_stack, new_game, preset_rules

GAME = Game(load_stack("classic-0351"), preset_rules("web", 3), 3, MOLES[3])
START = new_game(GAME)
FEW = Budget(simulations=20)
SLACK = 0.01


def last_of(_: State, choice: Choice) -> int:
    """A leaning towards the end of the list."""
    return choices(START).index(choice)


def thought(*chances: float) -> Thought:
    ranked = tuple(zip(choices(START), chances, strict=False))
    return Thought(ranked[0][0], (0.5, 0.5, 0.0), tuple(c for c, _ in ranked), ranked)


def chosen(*chances: float) -> int:
    return choices(START).index(swayed(thought(*chances), START, last_of, SLACK).choice)


def test_what_suits_is_taken_if_it_gives_away_little() -> None:
    assert chosen(0.5, 0.5 - SLACK / 2, 0.5 - 2 * SLACK) == 1
    assert chosen(0.5, 0.5 - 2 * SLACK) == 0
    assert chosen(0.5, 0.5 - SLACK / 2, 0.9) == 2, "what seems better is taken as well"


def test_where_the_game_is_nearly_decided_nothing_is_given_away() -> None:
    assert chosen(0.99, 0.99 - SLACK / 2) == 0
    assert chosen(0.01, 0.01 - SLACK / 2) == 0
    assert chosen(1.0, 0.9999) == 0


def test_a_line_is_told_only_if_it_is_followed() -> None:
    plain = thought(0.5, 0.3)
    assert swayed(plain, START, last_of, SLACK) == plain
    other = swayed(thought(0.5, 0.5), START, last_of, SLACK)
    assert other.line == (other.choice,)
    assert (other.values, other.alternatives) == (plain.values, thought(0.5, 0.5).alternatives)


def test_who_estimates_nothing_is_not_swayed() -> None:
    only = Thought(choices(START)[3])
    assert swayed(only, START, last_of, SLACK) is only


def test_of_choices_that_look_equal_a_greedy_one_takes_what_suits() -> None:
    plain = {GreedyPlayer().think(START, FEW, Random(n)).choice for n in range(30)}
    assert len(plain) > 1
    liking = GreedyPlayer(leaning=last_of).think(START, FEW, Random(1)).choice
    assert isinstance(liking, Place)
    assert last_of(START, liking) == max(last_of(START, choice) for choice in plain)


@pytest.mark.parametrize("level", ["pup", "greedy", "burrower", "master"])
def test_three_of_one_level_play_three_games(level: str) -> None:
    def game(name: str) -> list[object]:
        steps = play_game(GAME, [make_bot(name), make_bot("pup"), make_bot("pup")], "5", FEW)
        return [action for _, action, _ in steps]

    names = [level, *(f"{level}/{one}" for one in TEMPERAMENTS)]
    games = [game(name) for name in names]
    assert all(one not in games[:n] for n, one in enumerate(games))
    assert games[1] == game(names[1]), "the same seed gives the same game"
