"""What the companion answers: rulings, legal moves and hints, in words."""

from dataclasses import dataclass

from taupes.rules import Action, Blocked, Draw, Move, Why, explain, legal_actions, refusal
from taupes.terminal.game.realtable import RealTable
from taupes.words.language import Words
from taupes.words.teller import Teller


@dataclass(frozen=True)
class Referee:
    """Answers about one table, in one language."""

    table: RealTable
    names: tuple[str, ...]
    words: Words

    @property
    def teller(self) -> Teller:
        """Words for this table."""
        return Teller(self.table.game, self.names, self.words)

    def doubts(self) -> list[str]:
        """Why the position cannot be; empty if it can."""
        return [self.teller.ruled(why) for why in self.table.reasons]

    def ruling(self, action: Action) -> str:
        """May I? Yes and what it brings about, or the rule that forbids it."""
        state = self.table.state
        if state is None:
            return " ".join(self.doubts())
        why = refusal(state, action)
        told = [why] if why else [w for w in explain(state, action) if w.code != "mole_out"]
        verdict = self.words("terminal.companion.no" if why else "terminal.companion.yes")
        reasons = " ".join(map(self.teller.ruled, told))
        return f"{self.teller.action(action)}: {verdict} {reasons}"

    def possible(self) -> str:
        """Everything that may be done now, or by which discs something could be."""
        state = self.table.state
        if state is None:
            return " ".join(self.doubts())
        actions = legal_actions(state)
        if isinstance(actions[0], Blocked):
            return self.teller.ruled(explain(state, actions[0])[0])
        if len(actions) == 1 and isinstance(actions[0], Move):
            return f"{self.teller.action(actions[0])}: {self.teller.reason(Why('only_move'))}"
        names = [self.teller.action(a) for a in actions if not isinstance(a, Draw)]
        if any(isinstance(action, Draw) for action in actions):
            names.append(self.words("terminal.companion.turn_first"))
        return " ".join(names)
