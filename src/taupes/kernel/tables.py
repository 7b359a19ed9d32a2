"""The tables of a game: all of its geometry and options as one flat vector of numbers.

They are passed to every kernel function as an argument, so new boards need no compilation. All
geometry comes out of the exact engine's own tables (`rules.ground`).
"""

from collections.abc import Iterable
from functools import cache, lru_cache, reduce
from operator import or_
from typing import Any, Final

from taupes.kernel import layout as at
from taupes.kernel.arrays import WordVector, aligned
from taupes.rules.ground import Ground, Lines, bits
from taupes.rules.hex import DIRECTIONS, Hex, hexagon
from taupes.rules.options import DISCS, AllHome, LeaveHole, Victory
from taupes.rules.state import Game

MAX_RADIUS: Final = 5
"""The widest board that fits into two words."""
NEVER: Final = 1 << 40


class TooWide(ValueError):
    """A stack whose boards do not fit into the kernel's words; `taupes.rules` plays it."""


def ring_index(cell: Hex, radius: int) -> int:
    """The number of a cell on the ring that serves stacks of this radius.

    >>> ring_index(Hex(0, 0), 4), ring_index(Hex(1, 2), 4), ring_index(Hex(-1, 0), 5)
    (0, 29, 90)
    """
    if radius < MAX_RADIUS:
        return (cell.q + at.TURN * cell.r) % at.CELLS
    return (cell.q + at.WIDE_TURN * cell.r) % at.WIDE_CELLS


def split(cells: Iterable[int], *, is_wide: bool) -> tuple[int, int]:
    """The near and far words of a set of ring cells."""
    word = sum(1 << cell for cell in cells)
    return (word & at.NEAR_RING, word >> at.NEAR_BITS) if is_wide else (word, 0)


def tables_of(game: Game) -> WordVector:
    """Work out the tables of a game, or raise TooWide."""
    radius = game.stack.radius
    if radius > MAX_RADIUS:
        raise TooWide(
            f"{game.stack.boards.name!r} has a board of radius {radius}; the kernel takes boards "
            f"up to radius {MAX_RADIUS} (91 cells), and taupes.rules plays all"
        )
    table = aligned(at.LEVELS + len(game.grounds) * at.LEVEL_WORDS)
    _fill_head(table, game)
    table[at.HANDS : at.HANDS + 64 * at.HAND_WORDS] = _hand_words()
    _fill_discs(table, is_wide=radius == MAX_RADIUS)
    for level, ground in enumerate(game.grounds):
        block = at.LEVELS + level * at.LEVEL_WORDS
        table[block : block + at.LEVEL_WORDS] = _level_words(ground, radius)
        if not game.rules.special_cells:
            table[block + at.LEVEL_SPECIALS] = table[block + at.LEVEL_SPECIALS + 1] = 0
        if level > 0:
            _fill_drops(table, block - at.LEVEL_WORDS, block)
    made: WordVector = table
    return made


def _fill_head(table: Any, game: Game) -> None:
    is_wide = game.stack.radius == MAX_RADIUS
    table[at.RING_CELLS] = at.WIDE_CELLS if is_wide else at.CELLS
    table[at.IS_WIDE] = int(is_wide)
    table[at.SEATS] = game.seats
    table[at.ALL_MOLES] = sum(game.counts)
    table[at.MOLES_OF : at.MOLES_OF + game.seats] = game.counts
    table[at.FIRST] = game.first
    table[at.LAST_LEVEL] = game.stack.last
    table[at.LEAVES_FREELY] = int(game.rules.leave_hole is LeaveHole.FREE)
    table[at.MUST_PASS] = int(game.rules.all_home is AllHome.MUST_PASS)
    table[at.COUNTS_POINTS] = int(game.rules.victory is Victory.POINTS)
    table[at.STALL_LIMIT] = game.rules.stall_limit or NEVER


def hand_of(discs: Iterable[int]) -> int:
    """The word of the discs left, one bit each, the lower of equals first.

    >>> hand_of((1, 2, 4)), hand_of((1, 2, 2, 3, 3, 4))
    (35, 63)
    """
    hand = 0
    for disc in discs:
        hand |= next(1 << i for i, d in enumerate(DISCS) if d == disc and not hand >> i & 1)
    return hand


def discs_of(hand: int) -> tuple[int, ...]:
    """The discs left of such a word, ascending."""
    return tuple(DISCS[i] for i in bits(hand))


@cache
def _hand_words() -> tuple[int, ...]:
    """What each set of discs holds: the same in all games."""
    table = [0] * (64 * at.HAND_WORDS)
    for hand in range(64):
        discs = discs_of(hand)
        block = hand * at.HAND_WORDS
        table[block + at.HAND_COUNT] = len(discs)
        table[block + at.HAND_VALUES] = sum(1 << disc for disc in set(discs))
        for n, disc in enumerate(discs):
            without = hand_of(discs[:n] + discs[n + 1 :])
            table[block + at.HAND_DRAWS + n] = disc << 6 | without
            table[block + at.HAND_WITHOUT + disc] = without
    return tuple(table)


def _fill_discs(table: Any, *, is_wide: bool) -> None:
    cells = at.WIDE_CELLS if is_wide else at.CELLS
    radius = MAX_RADIUS if is_wide else MAX_RADIUS - 1
    for disc in range(1, 5):
        reaches = at.REACHES + 8 * (disc - 1)
        for way, step in enumerate(DIRECTIONS):
            by = ring_index(step, radius)
            table[reaches + way] = disc * by % cells
            table[reaches + at.REACH_WORD] |= disc * by % cells << 8 * way
            # Runs of free cells as long as the disc says are made of two that overlap or meet, and
            # those of two cells, or of one; they start one step from the mole.
            for turn, steps in enumerate((int(disc > 1), max(0, disc - 2), 1)):
                lanes = at.STEPS + at.STEP_WORDS * (disc - 1) + 16 * turn
                table[lanes + way] = steps * by % cells
                table[lanes + 8 + way] = cells - steps * by % cells


def _fill_drops(table: Any, block: int, below: int) -> None:
    for disc in range(4):
        entries = below + at.LEVEL_ENTRIES + 16 * disc
        for far, word in enumerate((0, at.FAR_LANES)):
            cells = table[entries + word : entries + word + 6]
            table[block + at.LEVEL_DROPS + 4 * far + disc] = reduce(or_, map(int, cells))


@lru_cache(maxsize=128)
def _level_words(ground: Ground, radius: int) -> tuple[int, ...]:
    """The block of one level, in the frame of a stack of that radius."""
    frame = hexagon(radius)
    ring = [ring_index(cell, radius) for cell in frame]
    index = {cell: i for i, cell in enumerate(frame)}
    block = [0] * at.LEVEL_WORDS

    def put(word: int, cells: Iterable[int], far: int = 1) -> None:
        block[word], block[word + far] = split(cells, is_wide=radius == MAX_RADIUS)

    def put_lines(lines: Lines, targets: int, starts: int, ends: int | None = None) -> None:
        """Where the lines into a set of cells start by direction, and end by the opposite one."""
        for disc in range(1, 5):
            ways = {(disc * step.q, disc * step.r): way for way, step in enumerate(DIRECTIONS)}
            found: list[list[tuple[int, int]]] = [[] for _ in DIRECTIONS]
            for cell, lines_from in enumerate(lines[disc]):
                for move, _ in lines_from:
                    origin, target = move.origin, move.target
                    if targets >> index[target] & 1:
                        way = ways[target.q - origin.q, target.r - origin.r]
                        found[way].append((ring[cell], ring[index[target]]))
            for way, pairs in enumerate(found):
                o = (disc - 1) * 16
                put(starts + o + way, (start for start, _ in pairs), at.FAR_LANES)
                if ends is not None:
                    put(ends + o + (way + 3) % 6, (end for _, end in pairs), at.FAR_LANES)

    put(at.LEVEL_CELLS, (ring[i] for i in bits(ground.cells)))
    put(at.LEVEL_HOLES, (ring[i] for i in bits(ground.holes)))
    put(at.LEVEL_SPECIALS, (ring[i] for i in bits(ground.specials)))
    block[at.LEVEL_HOLE_COUNT] = ground.holes.bit_count()
    put_lines(ground.lines, ground.cells, at.LEVEL_STARTS)
    put_lines(ground.extra_lines, ground.cells, at.LEVEL_EXTRA_STARTS)
    put_lines(ground.lines, ground.holes, at.LEVEL_ENTRIES, at.LEVEL_TARGETS)
    return tuple(block)
