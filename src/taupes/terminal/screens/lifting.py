"""The moment a board is lifted: the board as it was filled, and who goes with it."""

from dataclasses import dataclass, replace
from typing import Final

from taupes.bots import Step
from taupes.rules import Move, State, explain
from taupes.terminal.board.faces import Marks, Scene
from taupes.terminal.input.shortcut import Shortcut

LIFT: Final = Shortcut("Enter", "terminal.key.lift", "choose")


@dataclass(frozen=True)
class Lifting:
    """A board that is about to be taken off."""

    scene: Scene
    state: State
    """The position before it goes."""


def lifting_of(step: Step) -> Lifting:
    """The board that an action has lifted, with the moles that are out."""
    before, action, _ = step
    moles = before.moles
    if isinstance(action, Move):
        game = before.game
        moved = 1 << game.index[action.origin] | 1 << game.index[action.target]
        moles = tuple(
            word ^ moved if seat == before.turn else word for seat, word in enumerate(moles)
        )
    out = frozenset(
        why.cell for why in explain(before, action) if why.code == "mole_out" and why.cell
    )
    scene = Scene(before.game, before.level, moles, Marks(out=out))
    return Lifting(scene, replace(before, moles=moles, disc=0))
