"""Games small enough to be solved: any boards and any number of moles through every door."""

import importlib.util
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, Final

import gymnasium
import numpy as np
import pytest

import taupes.envs.gym  # noqa: F401 - registers the game
from taupes.arena import RunSettings, Tournament, open_pool
from taupes.arena.series import SeriesSettings, play_number
from taupes.envs import aec
from taupes.envs.encoding import PLANE_COUNT, SEAT_NUMBERS, SEATS_AT
from taupes.envs.vector import VectorEnv
from taupes.kernel.layout import PLACE_WAY
from taupes.rules import (
    BadGame,
    Draw,
    Game,
    Moles,
    Phase,
    Stack,
    State,
    apply,
    legal_actions,
    load_boards,
    load_record,
    new_game,
    preset_rules,
)

EXAMPLES: Final = Path(__file__).parents[2] / "examples"
TOY: Final = str(EXAMPLES / "toy.toml")
SIZES: Final[list[Moles]] = [1, 2, (2, 1), (1, 4)]


def to_place(observation: Any, cells: int, seats: int = 2) -> list[int]:
    at = PLANE_COUNT * cells + SEATS_AT + 1
    return [int(observation[at + SEAT_NUMBERS * k]) for k in range(seats)]


def by_seat(moles: Moles) -> list[int]:
    return [moles] * 2 if isinstance(moles, int) else list(moles)


@pytest.mark.parametrize("moles", SIZES, ids=str)
def test_pettingzoo_plays_it(moles: Moles) -> None:
    env = aec.env(boards=TOY, moles=moles, options={"stall_limit": 5})
    env.reset(seed=1)
    assert to_place(env.last()[0]["observation"], 61) == by_seat(moles)
    placed = [0, 0]
    for agent in env.agent_iter():
        seen, _, is_terminated, is_truncated, _ = env.last()
        if is_terminated or is_truncated:
            env.step(None)
            continue
        action = int(env.action_space(agent).sample(seen["action_mask"]))
        placed[int(agent[-1])] += action >= 8 + 61 * PLACE_WAY
        env.step(action)
    assert placed == by_seat(moles)


@pytest.mark.parametrize("moles", SIZES, ids=str)
def test_gymnasium_plays_it(moles: Moles) -> None:
    env = gymnasium.make("Taupes-v0", boards=TOY, moles=moles, seat=1)
    seen, info = env.reset(seed=2)
    mine, yours = to_place(seen, 61)
    assert [yours + 1, mine] == by_seat(moles)
    is_over = False
    while not is_over:
        seen, _, is_over, _, info = env.step(env.action_space.sample(info["action_mask"]))
    many = gymnasium.make_vec("Taupes-v0", 3, boards=TOY, moles=moles, seat=0)
    seen, _ = many.reset(seed=2)
    assert all(to_place(one, 61) == by_seat(moles) for one in seen)


@pytest.mark.parametrize("moles", SIZES, ids=str)
def test_many_games_at_once_are_by_the_rules(moles: Moles) -> None:
    env = VectorEnv(8, boards=TOY, moles=moles, seed=3)
    ended = 0
    states = [env.state(i) for i in range(8)]
    assert all(state == new_game(state.game) for state in states)
    for _ in range(300):
        actions = env.sample()
        engines = [env.engine(i) for i in range(8)]
        batch = env.step(actions)
        for i in range(8):
            if not batch.terminated[i] and states[i].phase is Phase.PLACE:
                after = apply(states[i], engines[i].decode(int(actions[i])))
                assert env.state(i).moles == after.moles
                assert env.state(i).turn == after.turn
            states[i] = env.state(i)
        ended += int(np.count_nonzero(batch.terminated))
    assert ended


@pytest.mark.parametrize("moles", SIZES, ids=str)
def test_simulations_and_tournaments_play_it(moles: Moles) -> None:
    boards = load_boards(TOY)
    settings = SeriesSettings(("greedy", "random"), boards, "web", moles=moles)
    for number in range(6):
        record = load_record(play_number(settings, number).line)
        assert record.game.moles == moles
    tournament = Tournament(RunSettings(("greedy", "random"), boards=boards, moles=moles), games=4)
    with open_pool(1) as pool:
        assert len(list(tournament.play(pool))) > 0
    assert tournament.settings.as_dict()["moles"] == str(moles).strip("()").replace(" ", "")


@pytest.mark.parametrize("moles", [0, 3, (1, 5), (1, 0), (1, 1, 1), (2,), ()], ids=str)
def test_moles_that_cannot_be_are_refused_by_every_door(moles: Moles) -> None:
    boards = load_boards(TOY)
    for door in (
        lambda: aec.env(boards=TOY, moles=moles),
        lambda: VectorEnv(1, boards=TOY, moles=moles),
        lambda: RunSettings(("greedy", "random"), boards=boards, moles=moles),
        lambda: SeriesSettings(("greedy", "random"), boards, "web", moles=moles).game(0),
    ):
        with pytest.raises(BadGame):
            door()


@cache
def exact(state: State) -> float:
    """What the first seat wins on average if both play their best, by the rules alone."""
    if state.outcome:
        winners = state.outcome.winners
        return 0.0 if len(winners) != 1 else 1.0 if winners == (0,) else -1.0
    actions = legal_actions(state)
    draws = [action for action in actions if isinstance(action, Draw)]
    discs = state.discs[state.turn]
    found = [exact(apply(state, action)) for action in actions if not isinstance(action, Draw)]
    if draws:
        chances = [discs.count(draw.disc) / len(discs) for draw in draws]
        after = [exact(apply(state, draw)) for draw in draws]
        found.append(sum(p * value for p, value in zip(chances, after, strict=True)))
    return max(found) if state.turn == 0 else min(found)


@pytest.fixture(scope="module")
def toy() -> Any:
    pytest.importorskip("pyspiel")
    spec = importlib.util.spec_from_file_location("toy_game", EXAMPLES / "toy_game.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("moles", ["1", "2", "2,1"])
def test_openspiel_finds_the_exact_value(toy: Any, moles: str) -> None:
    """Two solvers over two implementations of the rules agree on the whole game."""
    game = toy.load(moles, 2)
    values = toy.value_iteration(game, -1, 1e-9, cyclic_game=True)
    start = game.new_initial_state()
    setting: Game = start.position.engine.game
    assert setting.counts == tuple(by_seat(setting.moles))
    assert isinstance(setting.stack, Stack)
    assert setting.rules == preset_rules("web", 2, {"stall_limit": 2})
    assert toy.worth(start, values) == pytest.approx(exact(new_game(setting)), abs=1e-6)


def test_the_search_finds_it_too(toy: Any, capsys: pytest.CaptureFixture[str]) -> None:
    game = toy.load("2", 2)
    values = toy.value_iteration(game, -1, 1e-9, cyclic_game=True)
    matters = 0
    for state in toy.decisions(game, Random(5), 40):
        ends = [toy.worth(state.child(action), values) for action in state.legal_actions()]
        matters += max(ends) - min(ends) > 1e-6
        assert toy.lost(state, values, 5000) == pytest.approx(0, abs=1e-6)
    assert matters > 5, "choices that are all the same prove nothing"
    toy.main("1", 1, sample=5, simulations=50)
    assert "states; the first player wins" in capsys.readouterr().out


def test_states_with_one_text_are_one_state(toy: Any) -> None:
    """Whoever is to act, and all that the rules count, is in the text."""
    game = toy.load("1", 3)
    seen: dict[str, State] = {}
    for state in toy.decisions(game, Random(6), 300):
        state_of = state.position.engine.unpack(state.position.row)
        assert seen.setdefault(str(state), state_of) == state_of
        for action in state.legal_actions():
            assert str(state.child(action)) != str(state)


def test_with_a_fair_start_the_first_of_two_has_a_mole_fewer() -> None:
    env = aec.env(moles="fair-start")
    env.reset(seed=2)
    assert to_place(env.last()[0]["observation"], 61) == [9, 10]
    many = VectorEnv(2, moles="fair-start", seed=3)
    assert {many.engine(i).game.moles for i in range(2)} == {(9, 10)}
