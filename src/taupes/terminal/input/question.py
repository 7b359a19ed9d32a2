"""What the table asks the player to act, and what can be answered."""

from typing import Final

from taupes.bots import Choice, Turn, choices
from taupes.rules import (
    Blocked,
    Decline,
    Hex,
    Move,
    Pass,
    Phase,
    Place,
    State,
    Why,
    explain,
)
from taupes.terminal.board.faces import TOKENS
from taupes.terminal.game.session import Session
from taupes.terminal.input.selection import Pick, announcements, lit, pick
from taupes.terminal.input.shortcut import Shortcut
from taupes.words.teller import Teller

PASS: Final = Shortcut("P", "terminal.key.pass", "pass")
DECLINE: Final = Shortcut("D", "terminal.key.decline", "decline")
TURN: Final = Shortcut("Enter", "terminal.key.turn", "choose")
GO_ON: Final = Shortcut("Enter", "terminal.key.on", "choose")

_SHORTCUTS: Final = ((Turn, TURN), (Pass, PASS), (Decline, DECLINE), (Blocked, GO_ON))


def question(
    session: Session, selected: Hex | None, teller: Teller
) -> tuple[str, tuple[Shortcut, ...]]:
    """What the player to act is asked, and the answers that are no cells."""
    state = session.state
    name = f"{TOKENS[state.turn]} {teller.names[state.turn]}"
    if not session.is_person(state.turn):
        return teller.words("terminal.table.thinks", name=name), ()
    options = choices(state)
    shortcuts = (o for kind, o in _SHORTCUTS if any(isinstance(option, kind) for option in options))
    return teller.asked(state, name, selected), tuple(shortcuts)


def plain_answer(state: State) -> Choice | None:
    """What Enter alone means: to turn a disc, or the only thing there is to do."""
    options = choices(state)
    if len(options) == 1 and not isinstance(options[0], Place | Move):
        return options[0]
    return next((option for option in options if isinstance(option, Turn)), None)


def reasons(state: State, selected: Hex | None, cursor: Hex) -> tuple[Why, ...]:
    """Why: for the cell under the cursor if it means anything, else for the moment."""
    if state.phase is Phase.PLACE:
        return explain(state, Place(cursor))
    if selected and selected != cursor:
        return explain(state, Move(selected, cursor))
    if state.disc and state.owner(cursor) == state.turn:
        why = pick(state, None, cursor).why
        return (why or Why("compulsory", disc=state.disc),)
    if told := announcements(state):
        return told
    if state.disc:
        return (Why("compulsory", disc=state.disc),)
    return (Why("extra_disc" if state.phase is Phase.EXTRA_DRAW else "turns_disc"),)


def remark(picked: Pick, state: State, cell: Hex, teller: Teller) -> str:
    """What is said to a cell that was chosen, and leads to no choice: the rule against it."""
    if picked.several:
        return teller.words("terminal.table.several", cell=state.game.name(cell))
    text = teller.ruled(picked.why) if picked.why else ""
    if picked.stuck:
        name = state.game.name(picked.stuck)
        text = f"{teller.words('terminal.table.stuck', cell=name, disc=state.disc)} {text}"
    return text


def next_cell(state: State, selected: Hex | None, cursor: Hex, step: int) -> Hex:
    """The cell after the cursor, or before it, that can be chosen; in reading order, and round."""
    shown = lit(state, selected)
    cells = shown.targets or shown.movable
    if state.phase is Phase.PLACE:
        cells = frozenset(option.cell for option in choices(state) if isinstance(option, Place))
    row = sorted(cells, key=state.game.index.__getitem__)
    here = state.game.index[cursor]
    if step > 0:
        ahead = [cell for cell in row if state.game.index[cell] > here]
        return (ahead or row or [cursor])[0]
    behind = [cell for cell in row if state.game.index[cell] < here]
    return (behind or row or [cursor])[-1]
