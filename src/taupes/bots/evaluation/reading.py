"""Reading the book of the last board into what the evaluation knows; it takes NumPy."""

import numpy as np

from taupes.bots.endgame import NotSolvable
from taupes.bots.endgame.exact.book import Book, book
from taupes.bots.endgame.hands import HANDS
from taupes.bots.evaluation.mind import Mind
from taupes.kernel.tables import hand_of, ring_index
from taupes.rules import Game


def read(mind: Mind, game: Game, limit: int) -> Mind:
    """A mind that knows the book of a game, if there is one; built now if need be."""
    try:
        return with_book(mind, game, book(game, jobs=1, limit=limit))
    except NotSolvable:
        return mind


def with_book(mind: Mind, game: Game, known: Book) -> Mind:
    """A mind that knows a book: its chances laid out by the kernel's words for discs."""
    count = len(known.holes)
    hands = [hand_of(hand) for hand in HANDS]
    chances = np.zeros((1 << count, 64, 64), np.float32)
    chances[np.ix_(range(1 << count), hands, hands)] = known.chances / 65535
    chances[-1] = 1.0
    spots = [ring_index(cell, game.stack.radius) for cell in known.holes]
    words = np.array([sum(1 << spot for spot in spots), count, *spots], np.int64)
    return mind._replace(book=chances.reshape(-1), spots=words)
