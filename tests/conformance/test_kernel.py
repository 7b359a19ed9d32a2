"""The kernel and the exact engine agree at every step of thousands of random games.

`TAUPES_CONFORMANCE_STEPS` sets how many steps are compared; the default suits a test run.
"""

import os
from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any, Final

import pytest

from taupes import kernel
from taupes.kernel.layout import DISC, PHASE, SEAT, STATE_WORDS
from taupes.rules import (
    MOLES,
    PRESETS,
    SHIPPED,
    Action,
    Draw,
    Game,
    Phase,
    State,
    apply,
    legal_actions,
    load_boards,
    new_game,
    outcome,
    preset_rules,
    shuffled_stack,
)
from tests.conformance.generate import play, random_game

CHUNKS: Final = 6
STEPS: Final = int(os.environ.get("TAUPES_CONFORMANCE_STEPS", "240000")) // CHUNKS
"""Steps compared in each chunk, half of them on boards of one word, half on boards of two."""
MOST: Final = 1_000
"""Actions in each game: without a stall limit random play may go on for ever."""


class Pair:
    """One game in both engines, compared."""

    def __init__(self, game: Game) -> None:
        self.engine = kernel.Engine(game)
        self.state = new_game(game)
        self.row = self.engine.start()
        self.out = self.engine.actions()
        self.numbers: dict[Action, int] = {}
        self.compare()

    def number(self, action: Action) -> int:
        if action not in self.numbers:
            self.numbers[action] = self.engine.encode(action)
        return self.numbers[action]

    def compare(self) -> None:
        tables, row = self.engine.tables, self.row
        assert self.engine.unpack(row) == self.state
        count = kernel.list_actions(tables, row, self.out)
        expected = sorted(map(self.number, legal_actions(self.state)))
        assert [int(number) for number in self.out[:count]] == expected
        assert kernel.count_actions(tables, row) == count
        if count:
            n = row[SEAT] % count
            assert kernel.nth_action(tables, row, n) == expected[n]

    def step(self, action: Action, after: State) -> None:
        number = self.number(action)
        assert self.engine.decode(number, self.row[DISC]) == action
        kernel.apply(self.engine.tables, self.row, number)
        self.state = after
        self.compare()


def random_game_of(rng: Random, *, is_wide: bool) -> Game:
    """A random game on boards of one word or of two; sometimes no stall limit, or many moles of
    all or of one."""
    while True:
        try:
            game = random_game(rng)
        except ValueError:  # a small top board full of holes has no room for moles
            continue
        if (game.stack.radius == 5) is not is_wide:
            continue
        if rng.random() < 0.1:
            game = replace(game, rules=replace(game.rules, stall_limit=0))
        top = game.stack.levels[0]
        room = 3 * top.radius * (top.radius + 1) + 1 - len(top.holes)
        if rng.random() < 0.1:
            game = replace(game, moles=room // game.seats)
        elif rng.random() < 0.1:
            # One has all the room that the others leave.
            counts = [1] * (game.seats - 1)
            counts.insert(rng.randrange(game.seats), room - game.seats + 1)
            game = replace(game, moles=tuple(counts))
        return game


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_both_engines_agree_at_every_step(chunk: int) -> None:
    seed = chunk << 32
    for is_wide in (False, True):
        steps = 0
        phases: set[Phase] = set()
        reasons: set[str] = set()
        while steps < STEPS // 2:
            rng = Random(seed)
            pair = Pair(random_game_of(rng, is_wide=is_wide))
            try:
                for step in play(pair.state.game, rng, MOST):
                    pair.step(step.action, step.after)
                    phases.add(step.after.phase)
                    steps += 1
            except AssertionError as error:
                raise AssertionError(f"seed {seed}: {pair.state}") from error
            if end := outcome(pair.state):
                reasons.add(end.reason)
            packed = pair.engine.pack(pair.state)
            assert list(packed[:STATE_WORDS]) == list(pair.row[:STATE_WORDS]), f"seed {seed}"
            seed += 1
        assert phases == set(Phase)
        assert reasons == {"shovel", "points", "last_team", "stalemate"}


@pytest.mark.parametrize("seats", MOLES)
@pytest.mark.parametrize("boards", SHIPPED)
def test_both_engines_agree_on_every_preset_of_the_shipped_sets(boards: str, seats: int) -> None:
    for number, preset in enumerate(PRESETS):
        rng = Random(1000 * seats + number)
        stack = shuffled_stack(load_boards(boards), rng)
        rules = preset_rules(preset, seats)
        pair = Pair(Game(stack, rules, seats, MOLES[seats], rng.randrange(seats)))
        for step in play(pair.state.game, rng, MOST):
            pair.step(step.action, step.after)


@pytest.mark.parametrize("is_hungry", [0, 1])
@pytest.mark.parametrize("is_wide", [False, True])
def test_a_playout_does_only_what_the_rules_allow(is_hungry: int, is_wide: bool) -> None:
    tally = kernel.words(kernel.TALLY_WORDS)
    decisions = 0
    for seed in range(60):
        rng = Random(seed)
        engine = kernel.Engine(random_game_of(rng, is_wide=is_wide))
        row, state, generator = engine.start(), new_game(engine.game), kernel.seed(seed)
        for _ in range(150):
            if outcome(state):
                break
            # A playout places all moles in one go; from then on it is stopped at each decision.
            limit = 1 if state.phase is not Phase.PLACE else 0
            generator = kernel.play_out(engine.tables, row, generator, is_hungry, limit, tally)
            after = engine.unpack(row)
            if state.phase is Phase.PLACE:
                assert after.phase is Phase.DRAW
                assert tuple(moles.bit_count() for moles in after.moles) == (engine.game.counts)
            else:
                assert after in results_of(state), f"seed {seed}"
            state = after
            decisions += 1
    assert decisions > 2_000


@pytest.mark.parametrize("is_hungry", [0, 1])
@pytest.mark.parametrize("is_wide", [False, True])
def test_a_playout_goes_on_with_the_disc_shown(is_hungry: int, is_wide: bool) -> None:
    tally = kernel.words(kernel.TALLY_WORDS)
    phases: Counter[Phase] = Counter()
    for seed in range(60):
        rng = Random(seed)
        engine = kernel.Engine(random_game_of(rng, is_wide=is_wide))
        for step in play(engine.game, rng, 200):
            if not step.after.disc:
                continue
            row = engine.pack(step.after)
            kernel.play_out(engine.tables, row, kernel.seed(seed), is_hungry, 1, tally)
            assert engine.unpack(row) in results_of(step.after), f"seed {seed}"
            phases[step.after.phase] += 1
    assert phases[Phase.MOVE] > 1_000
    assert phases[Phase.EXTRA_MOVE] > 20


def results_of(state: State) -> list[State]:
    """The positions after one decision: an action, or a disc and the move that follows."""
    results: list[State] = []
    for action in legal_actions(state):
        after = apply(state, action)
        if isinstance(action, Draw):
            results += [apply(after, move) for move in legal_actions(after)]
        else:
            results.append(after)
    return results


@pytest.mark.parametrize("is_wide", [False, True])
def test_choices_are_the_rules_with_chance_acting_in_between(is_wide: bool) -> None:
    discs: list[Any] = []
    for seed in range(40):
        rng = Random(seed)
        engine = kernel.Engine(random_game_of(rng, is_wide=is_wide))
        row, out, state = engine.start(), engine.actions(), new_game(engine.game)
        row[kernel.layout.CHANCE] = kernel.seed(seed)
        count = kernel.list_choices(engine.tables, row, out)
        for _ in range(300):
            if not count:
                break
            choices = [int(choice) for choice in out[:count]]
            legal = legal_actions(state)
            if isinstance(legal[-1], Draw):
                # The choice to turn a disc stands for all of them.
                first = [engine.encode(a) for a in legal if not isinstance(a, Draw)]
                assert choices == [*first, kernel.layout.TURN_DISC]
            else:
                assert choices == sorted(map(engine.encode, legal))
            choice = rng.choice(choices)
            if choice != kernel.layout.TURN_DISC:
                state = apply(state, engine.decode(choice, state.disc))
            count = kernel.choose(engine.tables, row, choice, out)
            if row[DISC]:
                discs.append(int(row[DISC]))
                state = apply(state, Draw(int(row[DISC])))
            assert engine.unpack(row) == state, f"seed {seed}"
        assert count or row[PHASE] == kernel.layout.OVER_PHASE
    assert set(discs) == {1, 2, 3, 4}
