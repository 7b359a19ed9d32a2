import pytest

from taupes.bots import UnknownBot, make_bot
from taupes.bots.players.greedy import GreedyPlayer
from taupes.bots.temperament import bold


def test_an_unknown_bot_is_named_with_those_there_are() -> None:
    with pytest.raises(UnknownBot, match=r"no bot 'hal'; the bots are random, pup"):
        make_bot("hal")


def test_a_level_may_have_a_temperament() -> None:
    assert make_bot("pup") == GreedyPlayer(0.2)
    assert make_bot("pup/bold") == GreedyPlayer(0.2, bold)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("pup/silly", "the temperaments of pup are: bold, careful, envious"),
        ("pup/", "the temperaments of pup are: bold, careful, envious"),
        ("pup/bold/bold", "the temperaments of pup are"),
        ("buddy/bold", "the temperaments of buddy are: none"),
        ("random/bold", "the temperaments of random are: none"),
        ("/bold", "the bots are random, pup"),
    ],
)
def test_a_temperament_that_does_not_exist_is_named(name: str, why: str) -> None:
    with pytest.raises(UnknownBot, match=f"no bot '{name}'; {why}"):
        make_bot(name)
