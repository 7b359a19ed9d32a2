"""What is seen beside the board: the stack, who has what, what a bot thinks, what was done."""

from collections.abc import Iterator
from dataclasses import dataclass

from rich.style import Style
from rich.text import Text

from taupes.bots import Step, Thought
from taupes.drawing.theme import theme_of
from taupes.rules import DISCS, TEAMS, Draw, Seat, State
from taupes.terminal.board.colours import GOLD, PAINTS
from taupes.terminal.board.faces import TOKENS
from taupes.words.teller import Teller, percent


@dataclass(frozen=True)
class Panel:
    """The text beside a board of that many columns."""

    teller: Teller
    width: int
    colour: bool

    def head(self, state: State) -> Text:
        """The stack as a row of little boards, and the one in play with its holes."""
        levels = len(state.game.stack.levels)
        text = Text()
        for level in range(levels):
            sign = "▣" if level == state.level else "□" if level > state.level else "·"
            text.append(sign, self._ink(theme_of(level, levels).light))
        full = (state.occupied & state.ground.holes).bit_count()
        holes = f"{full}/{state.ground.holes.bit_count()}"
        title = f" {self.teller.board(state.level)}"
        text.append(title, self._ink(theme_of(state.level, levels).light, bold=True))
        counted = self.teller.words("terminal.panel.holes", holes=holes)
        return self._line(text, Text(counted, self._ink("#cdbfae")))

    def seats(self, state: State, thought: Thought | None) -> Text:
        """Everybody's moles, discs and, if somebody has judged them, chances."""
        values = thought.values if thought else None
        lines: list[Text] = []
        for seat in range(state.game.seats):
            lines.append(self._who(state, seat))
            right = Text(percent(values[seat]), self._ink(GOLD)) if values else Text()
            if state.points:
                points = self.teller.words("terminal.panel.points", count=state.points[seat])
                right = Text.assemble(f"{points} ", right)
            lines.append(self._line(self._discs(state, seat), right))
        return Text("\n").join(lines)

    def _who(self, state: State, seat: Seat) -> Text:
        paint = PAINTS[TEAMS[seat]]
        is_next = seat == state.turn and state.outcome is None
        token = Style(color=paint.ink, bgcolor=paint.ground, bold=True) if self.colour else "bold"
        text = Text.assemble("▶" if is_next else " ", (f" {TOKENS[seat]} ", token))
        moles = state.moles[seat].bit_count()
        home = (state.moles[seat] & state.ground.holes).bit_count()
        # Nobody is out before the first board is lifted: whoever has no moles there places them.
        is_out = not moles and state.level > 0
        counts = self.teller.words("terminal.panel.out") if is_out else f"{moles} ({home})"
        room = self.width - text.cell_len - len(counts) - 1
        name = Text(self.teller.names[seat], "bold" if is_next else "")
        name.truncate(room, overflow="ellipsis")
        return self._line(Text.assemble(text, name), Text(counts))

    def _discs(self, state: State, seat: Seat) -> Text:
        """The six discs by value: those face down, the one shown, and dots for those used."""
        left, shown = list(state.discs[seat]), state.disc if seat == state.turn else 0
        text = Text("   ")
        for disc in DISCS:
            text.append(" ")
            if disc in left:
                left.remove(disc)
                text.append(f"{disc}")
            elif disc == shown:
                shown = 0
                text.append(f"{disc}", Style(bold=True, reverse=True))
            else:
                text.append("·", "dim")
        return text

    def thought(self, thought: Thought, name: str) -> Text:
        """What a bot expects to follow."""
        line = self.teller.line(thought)
        return Text.assemble((f"{name}: ", self._ink("#cdbfae")), line) if line else Text()

    def _line(self, left: Text, right: Text) -> Text:
        gap = self.width - left.cell_len - right.cell_len
        return Text.assemble(left, " " * max(gap, 1), right)

    def _ink(self, colour: str, *, bold: bool = False) -> Style:
        return Style(color=colour if self.colour else None, bold=bold)


def told(step: Step, teller: Teller) -> Iterator[Text]:
    """Lines for what was done, and the news that came of it; discs are told with their moves."""
    before, action, _ = step
    if isinstance(action, Draw):
        return
    disc = f"{before.disc}  " if before.disc else ""
    yield Text(f"{TOKENS[before.turn]}  {disc}{teller.action(action)}")
    for news in teller.news(step):
        yield Text(news, "italic")
