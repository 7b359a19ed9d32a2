"""The compiled heart of the solver: one step of value iteration over many positions.

A row holds the chances of the player to move for one position and all pairs of hands of a block.
A move leads to one other row whatever the hands are, so the best move for all of them at once is
a minimum over whole rows, which the machine does many numbers at a time.
"""

from typing import Final, NamedTuple

from taupes.bots.endgame.floor import MOVES
from taupes.bots.endgame.positions import Maps
from taupes.kernel.arrays import Integers, SingleRows, WordRows, Words
from taupes.kernel.compiler import compiled, inlined

WINS: Final = -1
"""In place of a number of moves: one of them enters the hole."""

NO_SWAP: Final = False
"""After an extra move the same player is next as after none, so nothing changes sides."""


@compiled
def rank_with(cells: Words, count: int, leaving: int, target: int, binomials: WordRows) -> int:
    """The rank of a set in which one cell has been given up for another."""
    rank = 0
    place = 1
    is_in = False
    for i in range(count):
        if i == leaving:
            continue
        cell = cells[i]
        if not is_in and target < cell:
            rank += binomials[target, place]
            place += 1
            is_in = True
        rank += binomials[cell, place]
        place += 1
    if not is_in:
        rank += binomials[target, place]
    return int(rank)


class Scratch(NamedTuple):
    """Room to work in: compiled functions make no arrays of their own."""

    to: WordRows
    """By disc and move: the row it leads to, or the complement of the one among stops."""
    moves: Words
    """By disc: how many moves there are, or WINS."""
    least: SingleRows
    """By disc and column: the least that a move leaves to the other player."""


class TurnWork(NamedTuple):
    """What the values of a block follow from."""

    maps: Maps
    mover: int
    swaps: bool
    """The next player becomes the first side: both have as many moles."""
    slots: Integers
    """By position after a move: its place among the stops on special cells."""
    rows: SingleRows
    stops: SingleRows
    columns: WordRows
    shares: SingleRows


class StopWork(NamedTuple):
    """What the values of stops on special cells follow from."""

    maps: Maps
    side: int
    """Who stopped."""
    no_slots: Integers
    numbers: Words
    """The positions of the stops."""
    rows: SingleRows
    """If the extra disc is declined."""
    before: SingleRows
    """Once an extra disc has been used."""
    columns: WordRows
    shares: SingleRows


@compiled
def index_after(maps: Maps, place: int, second: int, side: int, swaps: bool, rank: int) -> int:
    """The number of the position in which a side's set has become the one of that rank."""
    seconds = maps.sizes[2]
    if side == 1:
        return int(place * seconds + rank)
    if swaps:
        turned = maps.carried[maps.symmetry_of[second], rank]
        return int(maps.place_of[second] * seconds + turned)
    return int(maps.place_of[rank] * seconds + maps.carried[maps.symmetry_of[rank], second])


@compiled
def find_moves(
    maps: Maps, place: int, second: int, side: int, swaps: bool, slots: Integers, scratch: Scratch
) -> None:
    """Write down where the moves of a side lead, by disc.

    `slots` has the places of positions in which the mover stopped on a special cell. Without slots
    (length 1) the move is an extra one and may not stop there. A player who is blocked has one
    move, to stay.
    """
    to = scratch.to
    occupied = maps.first_words[place] | maps.second_words[second]
    cells = maps.first_cells[place] if side == 0 else maps.second_cells[second]
    moles = maps.sizes[side]
    for disc in range(4):
        n = 0
        for i in range(moles):
            for k in range(MOVES):
                end = maps.ends[disc, cells[i], k]
                if end < 0 or n == WINS:
                    break
                if maps.ways[disc, cells[i], k] & occupied:
                    continue
                if end == maps.ends.shape[1]:
                    n = WINS
                    break
                is_special = (maps.special >> end) & 1
                if is_special and len(slots) == 1:
                    continue
                rank = rank_with(cells, moles, i, end, maps.binomials)
                index = index_after(maps, place, second, side, swaps, rank)
                to[disc, n] = ~slots[index] if is_special else index
                n += 1
        if n == 0:
            rank = maps.first_ranks[place] if side == 0 else second
            to[disc, 0] = index_after(maps, place, second, side, swaps, rank)
            n = 1
        scratch.moves[disc] = n


@compiled
def take_least(rows: SingleRows, stops: SingleRows, scratch: Scratch) -> None:
    """By disc, the least that the moves leave to the other player, in every column."""
    least = scratch.least
    width = least.shape[1]
    for disc in range(4):
        start = 0.0 if scratch.moves[disc] == WINS else 1.0
        for j in range(width):
            least[disc, j] = start
        for m in range(scratch.moves[disc]):
            index = scratch.to[disc, m]
            row = rows[index] if index >= 0 else stops[~index]
            for j in range(width):
                least[disc, j] = min(least[disc, j], row[j])


@inlined
def mixed(least: SingleRows, columns: WordRows, shares: SingleRows, j: int) -> float:
    """The mean over the discs for one pair of hands."""
    return float(
        shares[j, 0] * least[0, columns[j, 0]]
        + shares[j, 1] * least[1, columns[j, 1]]
        + shares[j, 2] * least[2, columns[j, 2]]
        + shares[j, 3] * least[3, columns[j, 3]]
    )


@compiled
def sweep_turns(start: int, end: int, work: TurnWork, scratch: Scratch, out: SingleRows) -> None:
    """Work out the rows of some positions from those after a turn.

    When the sides swap, all rows that a second set leads to lie together under the place that it
    will have as the first: so the positions of one second set are done one after the other.
    """
    maps = work.maps
    seconds = maps.sizes[2]
    firsts = maps.first_words.shape[0]
    for i in range(start, end):
        place = i % firsts if work.swaps else i // seconds
        second = i // firsts if work.swaps else i % seconds
        index = place * seconds + second
        if maps.first_words[place] & maps.second_words[second]:
            for j in range(out.shape[1]):
                out[index, j] = 0.0
            continue
        find_moves(maps, place, second, work.mover, work.swaps, work.slots, scratch)
        take_least(work.rows, work.stops, scratch)
        for j in range(out.shape[1]):
            out[index, j] = 1 - mixed(scratch.least, work.columns, work.shares, j)


@compiled
def sweep_stops(start: int, end: int, work: StopWork, scratch: Scratch, out: SingleRows) -> None:
    """Work out what a side that stopped on a special cell leaves to the player to move next.

    It declines, or turns an extra disc and moves by it, whichever leaves less.
    """
    maps = work.maps
    seconds = maps.sizes[2]
    for slot in range(start, end):
        index = work.numbers[slot]
        place, second = index // seconds, index % seconds
        find_moves(maps, place, second, work.side, NO_SWAP, work.no_slots, scratch)
        take_least(work.before, work.before, scratch)
        for j in range(out.shape[1]):
            drawn = mixed(scratch.least, work.columns, work.shares, j)
            out[slot, j] = min(work.rows[index, j], drawn)
