"""Where everything lies: the words of a position, of the tables, and the numbers of the actions.

A position is a *row* of whole numbers, the tables of a game are one flat vector of them. Every
number is a non-negative 64-bit integer: Numba takes signed overflow for impossible, and plain
Python has no overflow, so only numbers that never overflow mean the same in both.
"""

from typing import Final

# The ring. A cell (q, r) is bit (q + TURN * r) mod CELLS of a set of cells. On a hexagon of
# radius n with CELLS = 3n(n+1)+1 and TURN = 3n+2 this numbers every cell once, and a step in any
# direction is the same rotation of the ring wherever it starts. Smaller boards lie inside.
CELLS: Final = 61
TURN: Final = 14
RING: Final = (1 << CELLS) - 1
"""Boards up to radius 4: the ring is one word."""

WIDE_CELLS: Final = 91
WIDE_TURN: Final = 17
NEAR_BITS: Final = 46
FAR_BITS: Final = 45
NEAR_RING: Final = (1 << NEAR_BITS) - 1
FAR_RING: Final = (1 << FAR_BITS) - 1
"""Boards of radius 5: the ring is cut into a near word (cells 0 to 45) and a far one."""

# A position's row. On boards of one word the far words are zero.
MOLES: Final = 0
"""By seat, the cells with its moles (near word)."""
FAR_MOLES: Final = 4
OCCUPIED: Final = 8
"""All cells with a mole: always the union of the seats' words, kept because every turn wants it."""
FAR_OCCUPIED: Final = 9
DISCS: Final = 10
"""By seat, the discs face down: one bit for each of 1, 2, 2, 3, 3, 4, the lower of equals first."""
SEAT: Final = 14
"""Who is to act; at the end, who acted last."""
LEVEL: Final = 15
PHASE: Final = 16
DISC: Final = 17
"""The disc shown and not yet used, or 0."""
STALL: Final = 18
MOST: Final = 19
POINTS: Final = 20
"""Eight bits for each seat."""
OUTCOME: Final = 21
"""0 while the game goes on, else the reason times 16 plus one bit for each winner."""
STATE_WORDS: Final = 22
"""The words that are the position; what follows is not part of it."""
CHANCE: Final = 22
"""The generator that `kernel.choices` draws with, if the caller has put one here."""
WAYS: Final = 24
"""By direction, the moles that can move that way: written and read within one call."""
FAR_WAYS: Final = 32
ROW_WORDS: Final = 40

ALL_DISCS: Final = 0b111111

PLACE_PHASE: Final = 0
DRAW_PHASE: Final = 1
MOVE_PHASE: Final = 2
EXTRA_DRAW_PHASE: Final = 3
EXTRA_MOVE_PHASE: Final = 4
OVER_PHASE: Final = 5

SHOVEL_REASON: Final = 1
POINTS_REASON: Final = 2
LAST_TEAM_REASON: Final = 3
STALEMATE_REASON: Final = 4

# The actions. A move is its direction and the cell it starts from: the disc shown gives the rest.
# With N cells on the ring there are 8 + 7 N numbers: 435 on one word, 645 on two.
PASS: Final = 0
DECLINE: Final = 1
BLOCKED: Final = 2
DRAW: Final = 2
"""Turning the disc of value v is number DRAW + v, 3 to 6."""
TURN_DISC: Final = 7
"""The choice to turn a disc, before chance says which: of `kernel.choices`, not of `apply`."""
MOVE: Final = 8
"""A move from cell c in direction d is number MOVE + N d + c."""
PLACE_WAY: Final = 6
"""A mole placed on cell c is number MOVE + N * PLACE_WAY + c."""

# The tables' head.
RING_CELLS: Final = 0
IS_WIDE: Final = 1
SEATS: Final = 2
ALL_MOLES: Final = 3
"""How many moles are placed, by everybody together."""
FIRST: Final = 4
LAST_LEVEL: Final = 5
LEAVES_FREELY: Final = 6
MUST_PASS: Final = 7
COUNTS_POINTS: Final = 8
STALL_LIMIT: Final = 9
"""Never reached when the option is 0."""
MOLES_OF: Final = 10
"""By seat, how many moles it has to place (4 words)."""

# What each set of discs holds: 64 blocks of 16 words.
HANDS: Final = 16
HAND_WORDS: Final = 16
HAND_COUNT: Final = 0
HAND_VALUES: Final = 1
"""Bit v is set when a disc of value v is left."""
HAND_DRAWS: Final = 2
"""The n-th disc left: its value times 64 plus the discs left without it (6 words)."""
HAND_WITHOUT: Final = 8
"""The discs left without one of value v (words 9 to 12)."""

# How the ring is turned to find the lines of a disc (`vectors.find_ways`): by disc, three turns by
# direction, each 8 lanes of how far down the ring and 8 of how far up, which is the same.
STEPS: Final = HANDS + 64 * HAND_WORDS
STEP_WORDS: Final = 48

# How far a move goes around the ring: by disc, 8 lanes.
REACHES: Final = STEPS + 4 * STEP_WORDS
REACH_WORD: Final = 6
"""The six of them in one word, eight bits each: where the direction comes late, a shift is sooner
done than a word is found."""
LEVELS: Final = REACHES + 4 * 8

# A level's block. Sets of cells are a near and a far word.
LEVEL_CELLS: Final = 0
LEVEL_HOLES: Final = 2
LEVEL_SPECIALS: Final = 4
"""The cells that give an extra disc: none without the option."""
LEVEL_HOLE_COUNT: Final = 6
"""How many occupied holes end the board."""
LEVEL_DROPS: Final = 8
"""By disc, 4 near and 4 far words: the cells from which it enters a hole of the board below, if
that is empty; none on the last board."""
LEVEL_STARTS: Final = 16
"""By disc, 8 near and 8 far words: the cells from which a move that way may end where it ends."""
LEVEL_EXTRA_STARTS: Final = LEVEL_STARTS + 4 * 16
"""The same for the extra disc, which may not end on a special cell."""
LEVEL_ENTRIES: Final = LEVEL_EXTRA_STARTS + 4 * 16
"""Of those of the first kind, the cells from which it ends in a hole."""
LEVEL_TARGETS: Final = LEVEL_ENTRIES + 4 * 16
"""The holes where such a move ends, by the opposite direction: the way back."""
LEVEL_WORDS: Final = LEVEL_TARGETS + 4 * 16
FAR_LANES: Final = 8
