"""How far back an undo leads, and how far one can.

Among several people it never goes past a disc: what chance has shown, everybody has seen. Against
bots alone a person may take back their last decision, also across the bots' turns. The same slots
show the same discs again (`fairness.row_of`), so nothing is learned that had not been seen.
"""

from typing import Final

from taupes.rules import Draw, State, legal_actions
from taupes.table.table import Play, Table

MOST: Final = 12
"""Decisions that a person alone can take back, one after the other; each game kept takes room."""


def undo_target(table: Table, seat: int) -> Play | None:
    """The game as it was before what a seat would take back; None if there is nothing."""
    if table.play is None:
        return None
    if table.is_solo:
        return table.earlier[-1] if table.earlier else None
    return next((before for who, before in table.play.steps_back() if who == seat), None)


def game_at(table: Table, event_count: int) -> Play | None:
    """The game as it was with so many events, if an undo can lead there."""
    if table.play is None:
        return None
    steps = (*table.earlier, *(before for _, before in table.play.steps_back()))
    return next((play for play in steps if len(play.events) == event_count), None)


def with_decision(earlier: tuple[Play, ...], before: Play) -> tuple[Play, ...]:
    """What can be taken back once a person alone has decided something in a game."""
    return (*earlier[1 - MOST :], before) if is_decision(before.state) else earlier


def is_decision(state: State) -> bool:
    """Whether there is more than one thing to do; discs are one, whatever they may show."""
    return len({type(action) is Draw or action for action in legal_actions(state)}) > 1
