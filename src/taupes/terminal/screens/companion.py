"""The companion on the screen: a real table is set up with keys or the mouse, and asked about."""

from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar, Final

from rich.text import Text
from textual.widgets import Static

from taupes.bots import choices
from taupes.rules import TEAMS, Action, Hex, Move, Phase, Place, State, legal_actions
from taupes.terminal.board.faces import TOKENS, Marks, Scene
from taupes.terminal.board.view import BoardView
from taupes.terminal.game.bots import TableBots
from taupes.terminal.game.realtable import RealTable
from taupes.terminal.game.referee import Referee
from taupes.terminal.input.question import next_cell
from taupes.terminal.input.selection import lit
from taupes.terminal.input.shortcut import Shortcut
from taupes.terminal.screens.bars import Keys
from taupes.terminal.screens.board import BoardScreen
from taupes.terminal.screens.help import HelpScreen
from taupes.terminal.screens.panel import Panel
from taupes.words.language import Words

_HELP: Final = Shortcut("?", "terminal.key.help", "help")


class CompanionScreen(BoardScreen):
    """Set the table up, then ask: may I, what may I, what should I."""

    TELLING: ClassVar[Sequence[Shortcut]] = (
        Shortcut("A-D", "terminal.companion.key_team", "hand(-1)"),
        Shortcut("T", "terminal.companion.key_turn", "turn"),
        Shortcut("L", "terminal.companion.key_board", "level"),
        Shortcut("O", "terminal.companion.key_orient", "orient"),
        Shortcut("0-4", "terminal.companion.key_disc", "disc(-1)"),
        Shortcut("F", "terminal.companion.key_used", "used"),
        Shortcut("M", "terminal.companion.key_ask", "mode"),
        _HELP,
    )
    ASKING: ClassVar[Sequence[Shortcut]] = (
        Shortcut("M", "terminal.companion.key_tell", "mode"),
        Shortcut("0-4", "terminal.companion.key_disc", "disc(-1)"),
        Shortcut("H", "terminal.key.hint", "hint"),
        Shortcut("G", "terminal.companion.key_do", "do"),
        Shortcut("U", "terminal.key.undo", "undo"),
        _HELP,
        Shortcut("Q", "terminal.key.quit", "quit"),
    )
    SHORTCUTS: ClassVar[Sequence[Shortcut]] = (
        *TELLING,
        *ASKING,
        Shortcut("X", "terminal.companion.key_extra", "extra"),
        *(Shortcut(letter, "", f"hand({seat})") for seat, letter in enumerate("ABCD")),
        *(Shortcut(str(disc), "", f"disc({disc})") for disc in range(5)),
    )

    def __init__(self, table: RealTable, words: Words, *, colour: bool) -> None:
        self.table = table
        self.names = tuple(words(f"game.team.{team}") for team in TEAMS)
        self.hand = 0
        """The seat whose moles are put down."""
        self.is_asking = False
        self.is_using = False
        """Whether digits are discs that the seat in hand has used."""
        self.selected: Hex | None = None
        self.asked: Action | None = None
        """The last question, if the answer was yes."""
        self._before: list[RealTable] = []
        super().__init__(table.game, words, TableBots(), colour=colour)

    @property
    def referee(self) -> Referee:
        """Who answers."""
        return Referee(self.table, self.names, self.words)

    def scene(self) -> Scene:
        """The table, with what can be touched."""
        seen, marks = self.table.seen, Marks(cursor=self.cursor, hinted=self.hinted)
        if self.is_asking and self.table.state:
            shown = lit(self.table.state, self.selected)
            marks = replace(
                marks, movable=shown.movable, targets=shown.targets, selected=self.selected
            )
        return Scene(seen.game, seen.level, seen.moles, marks)

    def show(self) -> None:
        """Bring everything on the screen up to date."""
        self.query_one(BoardView).show(self.scene())
        panel = Panel(self.referee.teller, self.side_width, self.colour)
        self.query_one("#head", Static).update(panel.head(self.table.seen))
        self.query_one("#seats", Static).update(panel.seats(self.table.seen, self.thought))
        self.query_one(Keys).show(self.ASKING if self.is_asking else self.TELLING)
        self.log_view.clear()
        for line in self._beside():
            self.log_view.write(Text(line), scroll_end=False)
        self.ask(self._question(), ())

    def _beside(self) -> list[str]:
        """What is wrong with the position, or what may be done in it."""
        doubts = self.referee.doubts()
        if doubts or not self.is_asking:
            return doubts or [self.words("terminal.companion.possible")]
        return [self.words("terminal.companion.moves"), self.referee.possible()]

    def _question(self) -> str:
        words, position = self.words, self.table.position
        if not self.is_asking:
            name = "terminal.companion.used" if self.is_using else "terminal.companion.tell"
            return words(name, team=TOKENS[self.hand])
        team, disc = TOKENS[position.turn], position.disc
        if not disc:
            return words("terminal.companion.which_disc", team=team)
        if self.selected:
            return words("terminal.companion.where", cell=self.table.game.name(self.selected))
        return words("terminal.companion.ask", team=team, disc=disc)

    def choose(self, cell: Hex) -> None:
        """Put a mole down or take it off; or ask about it."""
        self.typed.clear()
        if cell.ring > self.table.stack.levels[self.table.position.level].radius:
            self.show()
        elif self.is_asking:
            self._ask_about(cell)
        else:
            self._change(self.table.touched(cell, self.hand))

    def _ask_about(self, cell: Hex) -> None:
        state = self.table.state
        if state is None:
            self.show()
        elif state.phase is Phase.PLACE:
            self._rule(Place(cell))
        elif self.selected is None and self.table.owner(cell) is not None:
            self.selected = cell
            self.say("")
        elif self.selected is None:
            self._rule(Move(cell, cell))
        elif self.selected == cell:
            self.selected = None
            self.say("")
        else:
            self._rule(Move(self.selected, cell))

    def _rule(self, action: Action) -> None:
        """Answer whether an action is allowed."""
        state = self.table.state
        is_legal = state is not None and action in legal_actions(state)
        self.asked = action if is_legal else None
        if not is_legal:
            self.selected = None
        self.say(self.referee.ruling(action), warns=not is_legal)

    def _change(self, table: RealTable) -> None:
        """The table is another one now."""
        if table is not self.table:
            self._before.append(self.table)
        self.table, self.typed.game = table, table.game
        self.selected, self.asked, self.hinted, self.thought = None, None, frozenset(), None
        self.say("")

    def action_choose(self) -> None:
        """Enter: the cell under the cursor."""
        self.choose(self.typed_cell() or self.cursor)

    def action_next(self, step: int) -> None:
        """Tab: the next cell that can be chosen."""
        if self.is_asking and self.table.state:
            self.cursor = next_cell(self.table.state, self.selected, self.cursor, step)
        self.show()

    def action_leave(self) -> None:
        """Escape: forget the question."""
        self.typed.clear()
        self.selected, self.asked, self.hinted = None, None, frozenset()
        self.say("")

    def action_hand(self, seat: int) -> None:
        """Whose moles are put down; -1 for the next team."""
        seats = len(self.table.position.moles)
        self.hand = (self.hand + 1 if seat < 0 else seat) % seats
        self.is_asking = self.is_using = False
        self.say("")

    def action_turn(self) -> None:
        """Somebody else is to act."""
        position = self.table.position
        self._change(self.table.with_turn((position.turn + 1) % len(position.moles)))

    def action_level(self) -> None:
        """The next board is in play; after the last comes the first."""
        level = (self.table.position.level + 1) % len(self.table.stack.levels)
        self.cursor = Hex(0, 0)
        self._change(self.table.with_level(level))

    def action_orient(self) -> None:
        """The board lies a sixth further round."""
        self._change(self.table.turned())

    def action_disc(self, disc: int) -> None:
        """The disc in hand; -1 for the next value, 0 for none."""
        if disc < 0:
            disc = (self.table.position.disc + 1) % 5
        if self.is_using and disc:
            self._change(self.table.with_used(self.hand, disc))
        else:
            self._change(self.table.with_disc(disc))

    def action_used(self) -> None:
        """Digits tell used discs, or no longer."""
        self.is_using = not self.is_using
        self.is_asking = False
        self.say("")

    def action_extra(self) -> None:
        """It is about the extra disc of a special cell, or not."""
        self._change(self.table.with_extra())

    def action_mode(self) -> None:
        """From telling to asking, and back."""
        self.is_asking, self.is_using = not self.is_asking, False
        self.action_leave()

    def action_do(self) -> None:
        """The move that was asked about is made on the table."""
        if self.asked is not None:
            self._change(self.table.done(self.asked))

    def action_undo(self) -> None:
        """Back to what was told before."""
        if self._before:
            self.table = self._before.pop()
            self._change(self.table)

    def action_hint(self) -> None:
        """Ask the strongest bot; the screen goes on meanwhile."""
        state = self.table.state
        if state is None or len(choices(state)) == 1:
            self.say(self.referee.possible())
        else:
            self.is_asking = True
            self.say(self.words("terminal.hint.wait"))
            self.ask_hint("companion", self.referee.teller)

    def position(self) -> State | None:
        """The position that was told, if it can be."""
        return self.table.state

    def action_help(self) -> None:
        """The keys and signs."""
        self.app.push_screen(HelpScreen(self.words, "terminal.help.companion"))

    def action_quit(self) -> None:
        """Leave."""
        self.app.exit()
