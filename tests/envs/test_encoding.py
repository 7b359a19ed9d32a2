"""The meaning of observations and actions changes only with its version, and is told truly."""

import hashlib
import re
from dataclasses import replace
from pathlib import Path
from random import Random

import numpy as np
import pytest

from taupes.envs import encoding
from taupes.envs.gym import ID
from taupes.envs.position import CHANCE, TERMINAL, start_position
from taupes.envs.variant import Variant
from taupes.rules import DIRECTIONS, Hex, Outcome, Phase, new_game
from tests.envs import plain

PAGE = (Path(__file__).parents[2] / "docs" / "envs.md").read_text("utf-8")

MEANINGS = {0: "9a6d1d15c55bc6c1"}
"""By version, what `walk_digest` gives. A new meaning wants a new version, not a new digest."""


def walk_digest() -> str:
    """All that is seen, legal and paid along a walk that depends on no generator."""
    digest = hashlib.sha256()
    for boards, players, preset in (("classic-0351", 2, "web-pro"), ("grand-0123", 3, "shop")):
        engine = Variant(players, preset, boards).draw(Random(0))
        position, step = start_position(engine), 0
        seen = np.zeros(encoding.observation_size(engine.cells), np.int8)
        while position.actor != TERMINAL:
            encoding.write_boards(engine.tables, position.row, seen)
            for seat in range(players):
                encoding.write_table(engine.tables, position.row, seat, seen)
                digest.update(seen.tobytes())
            if position.actor == CHANCE:
                actions = [action for action, _ in position.chances()]
            else:
                actions = position.decisions()
            digest.update(repr(actions).encode())
            position.play(actions[step**2 % 97 % len(actions)])
            step += 1
        digest.update(repr(position.rewards()).encode())
    return digest.hexdigest()[:16]


def test_a_meaning_changes_only_with_its_version() -> None:
    assert MEANINGS[encoding.VERSION] == walk_digest()


def test_the_version_is_told() -> None:
    assert f"**version {encoding.VERSION}**" in PAGE
    assert f"Taupes-v{encoding.VERSION}" == ID
    assert ID in PAGE


def test_the_page_tells_where_the_numbers_are() -> None:
    rows = re.findall(r"^\| `(\w+_AT)` \| (\d+)(?: to (\d+))? \|", PAGE, re.MULTILINE)
    names = {name for name in vars(encoding) if name.endswith("_AT")}
    assert {name for name, _, _ in rows} == names
    ends = []
    for name, first, last in rows:
        assert getattr(encoding, name) == int(first), name
        ends.append((int(first), int(last or first)))
    # They follow each other without a gap, to the last one.
    assert [first for first, _ in ends] == [0, *(last + 1 for _, last in ends[:-1])]
    assert ends[-1][1] == encoding.NUMBER_COUNT - 1


def test_the_page_tells_where_the_planes_are() -> None:
    table = PAGE[PAGE.index("| planes |") : PAGE.index("| number |")]
    rows = re.findall(r"^\| (\d+)(?: to (\d+))? \|", table, re.MULTILINE)
    assert [int(first) for first, _ in rows] == [
        0,
        *(encoding.BOARD_PLANES + kind for kind in range(encoding.PLANES_EACH)),
        *(encoding.BOARD_PLANES + encoding.PLANES_EACH * board for board in range(1, 4)),
    ]
    assert int(rows[-1][1]) == encoding.PLANE_COUNT - 1


def test_the_page_tells_the_sizes() -> None:
    for boards, cells in (("classic", 61), ("grand", 91)):
        variant = Variant(boards=boards)
        assert variant.cells == cells
        assert str(encoding.observation_size(cells)) in PAGE
        assert str(variant.action_count) in PAGE


@pytest.mark.parametrize(("radius", "steps"), [(4, (1, 14, 13)), (5, (1, 17, 16))])
def test_the_page_tells_how_steps_add_up(radius: int, steps: tuple[int, ...]) -> None:
    variant = Variant(boards="classic" if radius == 4 else "grand")
    engine = variant.draw(Random(0))
    for direction, step in enumerate((*steps, *(-step for step in steps))):
        start = Hex(0, 0)
        end = start.step(direction)
        assert end == DIRECTIONS[direction]
        assert (engine.ring(start) + step) % engine.cells == engine.ring(end)
    assert ", ".join(map(str, steps)) in PAGE.replace("\n", " ")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_rewards_add_up_to_nothing(players: int) -> None:
    engine = Variant(players, "shop-points").draw(Random(0))
    for winners in range(1 << players):
        seats = tuple(seat for seat in range(players) if winners >> seat & 1)
        over = Outcome(seats, "points" if seats else "stalemate", (0,) * players)
        state = replace(new_game(engine.game), phase=Phase.OVER, outcome=over)
        rewards = np.zeros(players)
        encoding.write_rewards(engine.tables, engine.pack(state), rewards)
        assert rewards.tolist() == pytest.approx(plain.rewards(state))
        assert rewards.sum() == pytest.approx(0)
        if len(seats) == 1:
            assert rewards[seats[0]] == 1.0


def test_the_examples_of_the_page_run(capsys: pytest.CaptureFixture[str]) -> None:
    blocks = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    assert len(blocks) == 5
    for block in blocks:
        exec(compile(block, "docs/envs.md", "exec"), {"__name__": "envs"})  # noqa: S102
    said = capsys.readouterr().out
    assert "player_2 gets" in said
    assert "seat" in said
    assert "(64, 1269)" in said
    assert "places a mole" in said
