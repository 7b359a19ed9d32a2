from itertools import pairwise
from random import Random

import pytest

from taupes.bots import TURN, Budget, choices, make_bot, play_game
from taupes.bots.players.buddy import CARELESSNESS, Buddy, learn
from taupes.bots.search.searcher import look_ahead
from taupes.bots.skill import Skill
from taupes.rules import MOLES, Draw, Game, Place, State, load_stack, preset_rules

GAME = Game(load_stack("classic-0351"), preset_rules("web", 2), 2, MOLES[2])


def decisions(seed: str, *names: str) -> list[tuple[State, object]]:
    """Positions of a game in which there was something to decide, and what was done."""
    steps = play_game(GAME, [make_bot(name) for name in names], seed)
    return [(before, action) for before, action, _ in steps if len(choices(before)) > 1]


def losses(state: State) -> dict[object, float]:
    """What every choice gives away, as the Buddy judges it."""
    options = look_ahead(state, Random(0), 1).options
    values = {option.choice: option.values[state.turn] for option in options}
    return {choice: max(values.values()) - value for choice, value in values.items()}


@pytest.mark.parametrize("strength", [-600.0, -449.0, -100.0, 139.0, 270.0])
def test_no_choice_gives_away_more_than_its_strength_allows(strength: float) -> None:
    most = next(slack for rating, slack in reversed(CARELESSNESS) if rating <= strength)
    for number, (state, _) in enumerate(decisions("1", "pup", "nibbler")):
        thought = Buddy(strength).think(state, Budget(), Random(number))
        assert losses(state)[thought.choice] <= most + 1e-6
        assert thought.choice in choices(state)


@pytest.mark.parametrize("seed", range(4))
def test_what_wins_at_once_is_never_left(seed: int) -> None:
    """However weak it is to be: nobody is let win on purpose."""
    seen = 0
    for state, _ in decisions(f"{seed}", "greedy", "greedy"):
        given = losses(state)
        best = max(look_ahead(state, Random(0), 1).options, key=lambda o: o.values[state.turn])
        if best.values[state.turn] > 0.9999:
            seen += 1
            for n in range(10):
                thought = Buddy(-600.0).think(state, Budget(), Random(n))
                assert given[thought.choice] < 1e-3
    assert seen, "no game was won by a choice"


def test_the_stronger_it_is_to_be_the_less_it_gives_away() -> None:
    states = [state for seed in "12" for state, _ in decisions(seed, "forager", "greedy")]

    def given(strength: float) -> float:
        bot, rng = Buddy(strength), Random(5)
        return sum(losses(state)[bot.think(state, Budget(), rng).choice] for state in states)

    lost = [given(strength) for strength in (-600.0, -250.0, 140.0, 275.0)]
    assert all(weak > strong for weak, strong in pairwise(lost))
    assert lost[-1] == pytest.approx(0, abs=1e-5)


def test_beyond_care_it_looks_further() -> None:
    state = decisions("1", "greedy", "greedy")[20][0]
    deep, flat = (Buddy(s).think(state, Budget(), Random(1)).values for s in (400.0, 275.0))
    assert deep != flat


def test_the_same_seed_gives_the_same_choice() -> None:
    state = decisions("1", "pup", "pup")[12][0]
    found = {Buddy(-500.0).think(state, Budget(), Random(n)).choice for n in range(30)}
    assert len(found) > 1
    for n in range(5):
        once, again = (Buddy(-500.0).think(state, Budget(), Random(n)) for _ in range(2))
        assert once == again


def test_it_learns_who_plays_well_and_who_does_not() -> None:
    def rating(*names: str) -> float:
        skill, rng = Skill(), Random(1)
        for seed in "123":
            for state, action in decisions(seed, *names):
                skill = learn(skill, state, action, rng)  # type: ignore[arg-type]
        return skill.rating

    found = [rating(name, name) for name in ("pup", "forager", "burrower")]
    assert found == sorted(found)
    assert found[-1] - found[0] > 300


def test_nothing_is_learned_where_there_was_no_choice() -> None:
    steps = list(play_game(GAME, [make_bot("greedy"), make_bot("greedy")], "1"))
    before, action, _ = next(step for step in steps if choices(step[0]) == (TURN,))
    assert isinstance(action, Draw)
    assert learn(Skill(), before, action, Random(1)) == Skill()


def test_nothing_is_learned_where_moles_are_placed() -> None:
    state, action = next((s, a) for s, a in decisions("1", "pup", "pup") if isinstance(a, Place))
    assert len(choices(state)) > 1
    assert learn(Skill(), state, action, Random(1)) == Skill()
