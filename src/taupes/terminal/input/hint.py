"""A hint: what it says, and the cells that it is about."""

from taupes.bots import Choice, Thought
from taupes.rules import Hex, Move, Place
from taupes.words.teller import Teller, percent


def hint_text(thought: Thought, teller: Teller) -> str:
    """A hint in words: the best choice, and the chances of the best few."""
    ranked = [
        f"{teller.action(choice)} {percent(chance)}" for choice, chance in thought.alternatives[:4]
    ]
    return teller.words(
        "terminal.hint.best", best=teller.action(thought.choice), ranked=" · ".join(ranked)
    )


def hint_cells(choice: Choice) -> frozenset[Hex]:
    """The cells that a choice is about."""
    match choice:
        case Place(cell):
            return frozenset({cell})
        case Move(origin, target):
            return frozenset({origin, target})
        case _:
            return frozenset()
