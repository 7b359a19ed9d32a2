"""The nodes of a search tree, as they lie in memory."""

from typing import Final, NamedTuple

from taupes.kernel.arrays import Integers, Singles, WordArray

# A node of the tree: six whole numbers, and beside them four chances.
FIRST: Final = 0
"""Where its children begin; 0 while it has none."""
COUNT: Final = 1
ACTION: Final = 2
VISITS: Final = 3
WEIGHT: Final = 4
"""Below a node where chance acts: how many discs lead here. Below one where somebody decides who
has habits: the marks of those that it suits (`habits.py`)."""
DECIDER: Final = 5
"""The seat that decides here once there are children, or one of these:"""
CHANCE: Final = 4
KNOWN: Final = 5
"""The chances are exact; nothing below is worth a look."""
NODE_WORDS: Final = 6


class Tree(NamedTuple):
    """The nodes of a tree with their chances, and what is expected of those who decide there."""

    nodes: Integers
    values: Singles
    counts: WordArray
    """How many nodes there are, and how many decisions were judged."""
    greed: Singles
    """By seat, in what share of its choices it takes what greedy players like."""
    haste: Singles
    """And in what share what is best one choice ahead; otherwise it takes what is best."""
