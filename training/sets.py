"""Board sets made up at random, as people might draw them, and many games on them.

    python training/sets.py FOLDER          the sets that are held out, as files

Sets are named by a number. Those that strength is measured on (HELD_OUT) are never trained on.
"""

import json
import sys
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

import numpy as np

from taupes.bots.evaluation.knowledge import ANY, is_read_at_once, well_read
from taupes.bots.evaluation.meaning import layout_of
from taupes.bots.evaluation.mind import NO_BOOK
from taupes.kernel import Engine
from taupes.rules import (
    MOLES,
    SHIPPED,
    Board,
    BoardSet,
    Game,
    Hex,
    format_boards,
    hexagon,
    load_boards,
    preset_rules,
    shuffled_stack,
)

HELD_OUT: Final = range(20)
STACKS: Final = 300
"""Stacks of one set to train on."""
MADE_UP: Final = 500
"""Stacks to train on for boards of any kind, nearly each of a set of its own."""
PRESETS: Final = ("web",) * 6 + ("booklet", "web-pro", "soubeyrand", "shop")
RADII: Final = (3, 4, 4, 4, 5)
"""Of the top board."""
BOARDS: Final = (2, 3, 4, 4, 4, 4, 5)
MOST_LEVELS: Final = 5


def made_up(number: int) -> BoardSet:
    """A set of two to five boards of radius 2 to 5, without holes over holes or special cells."""
    rng = Random(f"made-up {number}")
    count, radius = rng.choice(BOARDS), rng.choice(RADII)
    radii = [radius]
    while len(radii) < count:
        radii.append(max(2, radii[-1] - (rng.random() < 0.3)))
    holes = [1]
    for below_it in reversed(radii[1:]):
        # More than below, about twice as many, over no more than a third of the cells there.
        most = min(len(hexagon(below_it)) // 3, 18)
        holes.append(max(holes[-1] + 1, min(most, round(holes[-1] * rng.uniform(1.4, 2.6)) + 1)))
    holes.reverse()
    boards: list[Board] = []
    for level in reversed(range(count)):
        below = boards[0] if boards else None
        taken = {*below.holes, *below.specials} if below else set()
        room = [cell for cell in hexagon(below.radius) if cell not in taken] if below else []
        open_to = rng.sample(room, holes[level]) if below else [Hex(0, 0)]
        free = [cell for cell in hexagon(radii[level]) if cell not in open_to]
        specials = rng.sample(free, rng.randint(0, len(free) // 8)) if level else []
        solid = () if below else rng.choice([(0, 2, 4), (1, 3, 5)])
        boards.insert(
            0, Board(f"board {level}", radii[level], tuple(open_to), tuple(specials), solid)
        )
    return BoardSet(f"made-up-{number}", tuple(boards))


def as_file(boards: BoardSet) -> str:
    """A set as a file of boards."""
    lines = [f'name = "{boards.name}"']
    for level in format_boards(boards)["levels"]:
        lines += ["", "[[levels]]", *(f"{key} = {json.dumps(each)}" for key, each in level.items())]
    return "\n".join([*lines, ""])


class Games(NamedTuple):
    """Many games to play, one beside the other."""

    tables: Any
    shares: Any
    places: Any
    books: Any
    spots: Any


def make_games(boards: str, seats: int) -> Games:
    """Many stacks, mostly under the default rules; with the books that have been built."""
    rng, rows = Random(1), []
    for number in range(MADE_UP if boards == ANY else STACKS):
        if boards != ANY or number % 10 == 0:
            chosen = load_boards(rng.choice(SHIPPED) if boards == ANY else boards)
        else:
            chosen = made_up(len(HELD_OUT) + number)
        rules = preset_rules(rng.choice(PRESETS), seats)
        top = chosen.boards[0]
        moles = min(MOLES[seats], (len(hexagon(top.radius)) - len(top.holes)) // seats)
        game = Game(shuffled_stack(chosen, rng), rules, seats, moles, number % seats)
        book: Any = np.zeros(1, np.float32)
        spots: Any = np.array([NO_BOOK, 0])
        if boards != ANY and is_read_at_once(game):
            _, _, book, spots = well_read(game)
        layout = layout_of(game, is_trained=boards != ANY)
        rows.append((Engine(game).tables, *layout, book, spots))
    return Games(*(alike([row[i] for row in rows]) for i in range(5)))


def alike(vectors: list[Any]) -> Any:
    """Vectors as rows of one array, the shorter ones filled up with zeroes."""
    size = max(map(len, vectors))
    return np.array([np.pad(vector, (0, size - len(vector))) for vector in vectors])


if __name__ == "__main__":
    for number in HELD_OUT:
        Path(sys.argv[1], f"made-up-{number}.toml").write_text(as_file(made_up(number)))
