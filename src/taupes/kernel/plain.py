"""What a machine has instructions for, in plain Python."""


def count_bits(word: int) -> int:
    """The number of cells in a set."""
    # A word may come out of a NumPy array, whose numbers cannot do this themselves.
    return int(word).bit_count()


def lowest_bit(word: int) -> int:
    """The first cell of a set that is not empty."""
    return int(word & -word).bit_length() - 1


def nth_bit(word: int, n: int) -> int:
    """The n-th cell of a set, from 0, as a set of its own."""
    for _ in range(n):
        word &= word - 1
    return word & -word
