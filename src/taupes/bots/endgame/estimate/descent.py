"""The compiled search of a few turns: down to the leaves and back, level by level.

A level is one player's turn, or the rest of it after a stop on a special cell. Compiled code that
calls itself does not survive Numba's cache: so the levels are rows of numbers.
"""

from typing import Final, NamedTuple

from taupes.bots.endgame.estimate.numbering import Blind, blind_index
from taupes.bots.endgame.floor import MOVES
from taupes.bots.endgame.ranks import rank_of
from taupes.kernel.arrays import (
    DoubleBlocks,
    DoubleRows,
    Doubles,
    WordBlocks,
    WordRows,
    Words,
)
from taupes.kernel.compiler import compiled, lowest_bit

PLAYER: Final = 0
IS_EXTRA: Final = 1
"""1 for an extra disc, which may be declined."""
DEPTH: Final = 2
"""Turns to the leaves, with this one."""
HAND: Final = 3
MINE: Final = 4
OCCUPIED: Final = 5
DISC: Final = 6
LEFT: Final = 7
"""Moles whose moves have not all been looked at; the lowest is being looked at."""
MOVE: Final = 8
STAGE: Final = 9
"""What the level above is looking into for this one."""
FIELDS: Final = 10

OPENED: Final = 0
DECLINING: Final = 1
MOVING: Final = 2
STAYING: Final = 3

RESULT: Final = 0
"""The row of a level that sums up over the discs."""
BEST: Final = 1
"""The row of the best move by one disc."""
DECLINED: Final = 2
"""The row for declining the extra disc."""
ROWS: Final = 3

ENTERED: Final = 2.0
"""In place of the best chance: the hole was entered, and no move is better."""


class Premises(NamedTuple):
    """What never changes during a search."""

    ends: WordBlocks
    ways: WordBlocks
    special: int
    nexts: WordRows
    """By hand and disc: the hand after it."""
    shares: DoubleRows
    """By hand and disc: how likely it is."""
    is_blind: bool
    """Whether leaves are looked up in the table; else all have the same value."""
    leaf: float
    blind: Blind
    shift: int
    """The place in the table of the player who is to move first."""


class Trail(NamedTuple):
    """What a search changes as it goes, and puts back."""

    words: Words
    """By player: its moles."""
    hands: Words
    ranks: Words
    frames: WordRows
    """By level: where its search stands."""
    best: Doubles
    """By level: the best chance of its player by the disc looked at, or -1."""
    out: DoubleBlocks
    """By level: rows of chances of all players."""


@compiled
def copy_row(out: DoubleBlocks, level: int, row: int, source: int) -> None:
    """Copy the result of a level into a row of another."""
    for k in range(out.shape[2]):
        out[level, row, k] = out[source, RESULT, k]


@compiled
def write_leaf(premises: Premises, trail: Trail, player: int, level: int) -> None:
    """Write the chances of a leaf, with that player to move."""
    players = trail.words.shape[0]
    for k in range(players):
        rank = rank_of(trail.words[k], premises.blind.maps.binomials)
        trail.ranks[(k + premises.shift) % players] = rank
        trail.out[level, RESULT, k] = premises.leaf
    if premises.is_blind:
        index = blind_index(premises.blind.maps, trail.ranks, (player + premises.shift) % players)
        for k in range(players):
            value = premises.blind.values[index, k]
            trail.out[level, RESULT, (player + k) % players] = value


@compiled
def open_level(trail: Trail, level: int, player: int, is_extra: int, depth: int) -> None:
    """Begin to look at a turn, or at an extra disc."""
    frame = trail.frames[level]
    frame[PLAYER] = player
    frame[IS_EXTRA] = is_extra
    frame[DEPTH] = depth
    frame[HAND] = trail.hands[player]
    frame[MINE] = trail.words[player]
    frame[OCCUPIED] = 0
    for k in range(trail.words.shape[0]):
        frame[OCCUPIED] |= trail.words[k]
        trail.out[level, RESULT, k] = 0.0
    frame[STAGE] = OPENED


@compiled
def next_disc(premises: Premises, trail: Trail, level: int, disc: int) -> None:
    """Turn to the next disc from this one on that the player has; 4 is none."""
    frame = trail.frames[level]
    while disc < 4 and premises.shares[frame[HAND], disc] == 0.0:
        disc += 1
    frame[DISC] = disc
    frame[LEFT] = frame[MINE]
    frame[MOVE] = 0
    trail.best[level] = -1.0
    if disc < 4:
        trail.hands[frame[PLAYER]] = premises.nexts[frame[HAND], disc]


@compiled
def next_end(premises: Premises, frame: Words) -> int:
    """Where the next legal move by the disc ends, or -1 when there is none left."""
    disc = frame[DISC]
    while frame[LEFT]:
        cell = lowest_bit(frame[LEFT])
        while frame[MOVE] < MOVES:
            n = frame[MOVE]
            frame[MOVE] += 1
            end = premises.ends[disc, cell, n]
            if end < 0:
                break
            is_barred = frame[IS_EXTRA] & (premises.special >> end)
            if not (premises.ways[disc, cell, n] & frame[OCCUPIED] or is_barred & 1):
                return int(end)
        frame[LEFT] &= frame[LEFT] - 1
        frame[MOVE] = 0
    return -1


@compiled
def take_back(trail: Trail, level: int) -> None:
    """Take what the level above found into account."""
    frame = trail.frames[level]
    player = frame[PLAYER]
    trail.words[player] = frame[MINE]
    if frame[STAGE] == DECLINING:
        copy_row(trail.out, level, DECLINED, level + 1)
    elif trail.out[level + 1, RESULT, player] > trail.best[level]:
        trail.best[level] = trail.out[level + 1, RESULT, player]
        copy_row(trail.out, level, BEST, level + 1)


@compiled
def search_on(premises: Premises, trail: Trail, level: int) -> bool:
    """Go on with a level until it wants something looked into; False when it is done."""
    frame = trail.frames[level]
    player, depth = frame[PLAYER], frame[DEPTH]
    after = (player + 1) % trail.words.shape[0]
    out = trail.out
    while frame[DISC] < 4:
        end = next_end(premises, frame) if trail.best[level] < ENTERED else -1
        if end == premises.ends.shape[1]:
            trail.best[level] = ENTERED
            for k in range(out.shape[2]):
                out[level, BEST, k] = 0.0
            out[level, BEST, player] = 1.0
        elif end >= 0:
            trail.words[player] = frame[MINE] ^ (1 << lowest_bit(frame[LEFT])) ^ (1 << end)
            if (premises.special >> end) & 1:
                open_level(trail, level + 1, player, 1, depth)
            else:
                open_level(trail, level + 1, after, 0, depth - 1)
            frame[STAGE] = MOVING
            return True
        elif trail.best[level] < 0.0:
            open_level(trail, level + 1, after, 0, depth - 1)
            frame[STAGE] = STAYING
            return True
        else:
            share = premises.shares[frame[HAND], frame[DISC]]
            for k in range(out.shape[2]):
                out[level, RESULT, k] += share * out[level, BEST, k]
            next_disc(premises, trail, level, frame[DISC] + 1)
    trail.hands[player] = frame[HAND]
    return False


@compiled
def look(premises: Premises, trail: Trail, depth: int) -> None:
    """Write the chances of all players into the result of level 0, the first being to move."""
    players = trail.words.shape[0]
    level = 0
    open_level(trail, 0, 0, 0, depth)
    while level >= 0:
        frame = trail.frames[level]
        player = frame[PLAYER]
        stage = frame[STAGE]
        if stage == OPENED and frame[IS_EXTRA]:
            frame[STAGE] = DECLINING
            level += 1
            open_level(trail, level, (player + 1) % players, 0, frame[DEPTH] - 1)
            continue
        if stage == OPENED and frame[DEPTH] == 0:
            write_leaf(premises, trail, player, level)
            level -= 1
            continue
        if stage != OPENED:
            take_back(trail, level)
        if stage in (OPENED, DECLINING):
            next_disc(premises, trail, level, 0)
        if search_on(premises, trail, level):
            level += 1
            continue
        declined = trail.out[level, DECLINED]
        if frame[IS_EXTRA] and declined[player] >= trail.out[level, RESULT, player]:
            for k in range(players):
                trail.out[level, RESULT, k] = declined[k]
        level -= 1
