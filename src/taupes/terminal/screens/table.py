"""The table: one game on the screen, played with keys or the mouse."""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar, Final

from rich.text import Text
from textual import work
from textual.widgets import Static

from taupes.bots import TURN, Choice, Step, choices
from taupes.rules import Decline, Hex, Pass, State, refusal
from taupes.terminal.board.faces import Marks, Scene
from taupes.terminal.board.view import BoardView
from taupes.terminal.game import savefile
from taupes.terminal.game.bots import TableBots
from taupes.terminal.game.session import Session
from taupes.terminal.input.question import (
    DECLINE,
    PASS,
    next_cell,
    plain_answer,
    question,
    reasons,
    remark,
)
from taupes.terminal.input.selection import announcements, lit, pick
from taupes.terminal.input.shortcut import Shortcut
from taupes.terminal.screens.board import BoardScreen, Remark
from taupes.terminal.screens.ending import EndScreen
from taupes.terminal.screens.help import HelpScreen
from taupes.terminal.screens.lifting import LIFT, Lifting, lifting_of
from taupes.terminal.screens.panel import Panel, told
from taupes.words.language import Words

_NEW: Final = Shortcut("N", "terminal.key.new", "new")


class TableScreen(BoardScreen):
    """A game being played."""

    KEYS: ClassVar[Sequence[Shortcut]] = (
        Shortcut("H", "terminal.key.hint", "hint"),
        Shortcut("U", "terminal.key.undo", "undo"),
        Shortcut("W", "terminal.key.why", "why"),
        Shortcut("S", "terminal.key.save", "save"),
        _NEW,
        Shortcut("?", "terminal.key.help", "help"),
        Shortcut("Q", "terminal.key.quit", "quit"),
    )
    SHORTCUTS: ClassVar[Sequence[Shortcut]] = (*KEYS, PASS, DECLINE)

    def __init__(
        self,
        session: Session,
        path: Path,
        words: Words,
        bots: TableBots,
        *,
        pace: float,
        colour: bool,
    ) -> None:
        self.session = session
        self.path = path
        self.teller = session.teller(words)
        self.selected: Hex | None = None
        self.lifting: Lifting | None = None
        self._pace = pace
        super().__init__(session.game, words, bots, colour=colour)

    def begin(self) -> None:
        """Tell what happened so far, and go on."""
        for step in self.session.steps:
            self._log(step)
        self._go_on()

    @property
    def is_asked(self) -> bool:
        """Whether a person is to act."""
        state = self.session.state
        if self.lifting or state.outcome:
            return False
        return self.session.is_person(state.turn)

    def scene(self) -> Scene:
        """The board in play with what can be done on it, or the one that is being lifted."""
        if self.lifting:
            return self.lifting.scene
        state = self.session.state
        marks = Marks(hinted=self.hinted)
        if self.is_asked:
            shown = lit(state, self.selected)
            marks = Marks(
                movable=shown.movable,
                targets=shown.targets,
                hinted=self.hinted,
                selected=self.selected,
                cursor=self.cursor,
            )
        return Scene(state.game, state.level, state.moles, marks)

    def show(self) -> None:
        """Bring everything on the screen up to date."""
        state = self.lifting.state if self.lifting else self.session.state
        self.query_one(BoardView).show(self.scene())
        panel = Panel(self.teller, self.side_width, self.colour)
        self.query_one("#head", Static).update(panel.head(state))
        self.query_one("#seats", Static).update(panel.seats(state, self.thought))
        thought = panel.thought(self.thought, self.thought_by) if self.thought else Text()
        self.query_one("#thought", Static).update(thought)
        if self.lifting:
            self.ask(
                self.words("terminal.table.lifted", board=self.teller.board(state.level)), (LIFT,)
            )
        elif state.outcome:
            self.ask(self.words("game.asked.over"), (_NEW,))
        else:
            self.ask(*question(self.session, self.selected, self.teller))

    def _log(self, step: Step) -> None:
        """A line for what was done, and the news that came of it."""
        for line in told(step, self.teller):
            self.log_view.write(line, scroll_end=True)

    def _go_on(self) -> None:
        """After every change: save, show, and let whoever is next act."""
        self.selected, self.hinted = None, frozenset()
        self.typed.clear()
        self._save()
        state = self.session.state
        if self.is_asked and (forced := announcements(state)):
            self.said = Remark(" ".join(map(self.teller.reason, forced)))
        self.show()
        if self.lifting:
            if not self.session.has_people:
                self.set_timer(max(3 * self._pace, 0.01), self._lift_off)
        elif state.outcome:
            self.app.push_screen(EndScreen(self.teller, state, colour=self.colour))
        elif not self.is_asked:
            self._let_bot_act()

    def _act(self, choice: Choice) -> None:
        """Make a choice for the player to act."""
        self.session = self.session.act(choice)
        step = self.session.steps[-1]
        self._log(step)
        self.said = Remark(" ".join(self.teller.news(step)))
        if step[2].outcome:
            self.bots.conclude(self.session)
        if step[2].level > step[0].level:
            self.lifting = lifting_of(step)
        self._go_on()

    @work(group="bots")
    async def _let_bot_act(self) -> None:
        session = self.session
        state = session.state
        await asyncio.sleep(self._pause(session))
        thought = await asyncio.to_thread(self.bots.decide, session)
        name = self.teller.names[state.turn]
        for fault in self.bots.faults(session.chairs[state.turn].bot or ""):
            self.log_view.write(Text(self.words("terminal.table.fault", name=name, what=fault)))
        if thought.values:
            self.thought, self.thought_by = thought, name
        self._act(thought.choice)

    def _pause(self, session: Session) -> float:
        """How long the table rests before a bot acts: longer where a person may still undo."""
        is_disc = choices(session.state) == (TURN,)
        return self._pace * (2.0 if is_disc and session.undone() else 0.7)

    def _lift_off(self) -> None:
        """Take off the board that is being lifted."""
        old = self.scene()
        self.lifting, self.said = None, Remark()
        self.cursor = Hex(0, 0)
        if self._pace:
            self.query_one(BoardView).lift(old)
        self._go_on()

    def _save(self) -> None:
        try:
            savefile.write(self.session.record(), self.path)
        except OSError as error:
            why = error.strerror or str(error)
            self.said = Remark(
                self.words("terminal.table.unsaved", path=self.path, why=why), warns=True
            )

    def choose(self, cell: Hex) -> None:
        """Place a mole, take one in hand, move it, or hear the rule against it."""
        self.typed.clear()
        if not self.is_asked:
            self.show()
            return
        state = self.session.state
        picked = pick(state, self.selected, cell)
        if picked.choice is not None:
            self._act(picked.choice)
            return
        self.selected = picked.selected
        self.say(remark(picked, state, cell, self.teller), warns=True)

    def action_choose(self) -> None:
        """Enter: lift the board, turn a disc, go on, or choose the cell under the cursor."""
        if self.lifting:
            self._lift_off()
        elif self.is_asked:
            answer = None if self.typed.text else plain_answer(self.session.state)
            if answer is not None:
                self._act(answer)
            else:
                self.choose(self.typed_cell() or self.cursor)

    def action_next(self, step: int) -> None:
        """Tab: the next cell that can be chosen."""
        if self.is_asked:
            self.cursor = next_cell(self.session.state, self.selected, self.cursor, step)
            self.show()

    def action_leave(self) -> None:
        """Escape: let the mole in hand go, forget what was typed."""
        self.selected, self.hinted = None, frozenset()
        self.typed.clear()
        self.say("")

    def action_pass(self) -> None:
        """Sit a turn out."""
        self._try(Pass())

    def action_decline(self) -> None:
        """Leave the extra disc."""
        self._try(Decline())

    def _try(self, choice: Pass | Decline) -> None:
        """Make a choice that may be forbidden."""
        if not self.is_asked:
            return
        why = refusal(self.session.state, choice)
        if why:
            self.say(self.teller.ruled(why), warns=True)
        else:
            self._act(choice)

    def action_why(self) -> None:
        """Explain what the cursor points at, or what is to be done now."""
        if self.is_asked:
            whys = reasons(self.session.state, self.selected, self.cursor)
            self.say(" ".join(map(self.teller.ruled, whys)))

    def action_undo(self) -> None:
        """Take the last action of a person back, if no disc was turned since."""
        earlier = self.session.undone()
        if earlier is None:
            self.say(self.words("terminal.table.no_undo"), warns=True)
            return
        self.workers.cancel_group(self, "bots")
        self.session, self.lifting = earlier, None
        self.log_view.clear()
        for step in earlier.steps:
            self._log(step)
        self.said = Remark(self.words("terminal.table.undone"))
        self._go_on()

    def action_save(self) -> None:
        """Say where the game is kept: it is written after every action."""
        self._save()
        self.say(
            self.said.text
            if self.said.warns
            else self.words("terminal.table.saved", path=self.path)
        )

    def action_hint(self) -> None:
        """Ask the strongest bot; the screen goes on meanwhile."""
        if self.session.counts:
            self.say(self.words("terminal.table.counted"), warns=True)
        elif self.is_asked:
            self.say(self.words("terminal.hint.wait"))
            self.ask_hint(self.session.seed, self.teller)

    def position(self) -> State:
        """The position now."""
        return self.session.state

    def action_help(self) -> None:
        """The keys and signs."""
        self.app.push_screen(HelpScreen(self.words, "terminal.help.table"))

    async def action_new(self) -> None:
        """Another game; this one is kept."""
        await self.app.run_action("new")

    def action_quit(self) -> None:
        """Leave; the game is kept."""
        self._save()
        self.app.exit()
