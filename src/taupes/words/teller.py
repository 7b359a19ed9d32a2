"""A game told in words: what was done, what came of it, what a bot thinks."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from taupes.rules import (
    Action,
    Blocked,
    Decline,
    Draw,
    Game,
    Hex,
    Move,
    Pass,
    Phase,
    Place,
    Seat,
    State,
    Why,
    explain,
    legal_actions,
    sentence,
)
from taupes.words.language import Words

if TYPE_CHECKING:  # commands that only draw a position need no bots
    from taupes.bots import Choice, Step, Thought

NEWS: Final = (
    *("forced_out", "turn_lost", "extra_lost", "home_must_pass", "gains_extra"),
    *("lifted_full", "lifted_home", "lifted_stand_off", "lifted_at_once", "eliminated"),
    *("wins_shovel", "wins_last_team", "points_counted", "drawn"),
)
"""The reasons worth saying when they come about."""


@dataclass(frozen=True)
class Teller:
    """Words for what happens in one game, in one language."""

    game: Game
    names: Sequence[str]
    words: Words

    def reason(self, why: Why) -> str:
        """A reason as a sentence."""
        return sentence(why, self.game.stack.radius, self.words.language, self.names)

    def ruled(self, why: Why) -> str:
        """A reason as a sentence, with the place in the rules that says so."""
        section, comma, rest = why.rule.removeprefix("RULES, ").partition(", ")
        place = self.words(f"game.rule.{section.lower().replace(' ', '_').replace('-', '_')}")
        number = f"{comma}{rest}" if rest.isdigit() else ""
        return f"{self.reason(why)} [{place}{number}]"

    def news(self, step: "Step") -> list[str]:
        """What came of an action, as far as it is worth saying."""
        before, action, _ = step
        return [self.reason(why) for why in explain(before, action) if why.code in NEWS]

    def action(self, action: "Action | Choice") -> str:
        """An action in a few characters, cells by their names."""
        words = self.words
        match action:
            case Place(cell):
                return self.game.name(cell)
            case Draw(disc):
                return words("game.act.disc", disc=disc)
            case Move(origin, target):
                return f"{self.game.name(origin)}-{self.game.name(target)}"
            case Blocked():
                return words("game.act.blocked")
            case Pass():
                return words("game.act.pass")
            case Decline():
                return words("game.act.decline")
            case _:
                return words("game.act.turn")

    def asked(self, state: State, name: str, selected: Hex | None = None) -> str:
        """What is to be done now, by whom, and with which disc; with a mole in hand, where to."""
        words = self.words
        match state.phase:
            case Phase.PLACE:
                left = state.game.counts[state.turn] - state.moles[state.turn].bit_count()
                return words("game.asked.place", name=name, count=left)
            case Phase.DRAW:
                return words("game.asked.draw", name=name)
            case Phase.EXTRA_DRAW:
                return words("game.asked.extra", name=name)
            case _ if isinstance(legal_actions(state)[0], Blocked):
                return words("game.asked.blocked", name=name, disc=state.disc)
            case _ if selected:
                cell = self.game.name(selected)
                return words("game.asked.where", name=name, disc=state.disc, cell=cell)
            case _:
                return words("game.asked.move", name=name, disc=state.disc)

    def did(self, seat: Seat, disc: int, action: Action) -> str:
        """What a seat did, as a sentence; the disc is the one that it had turned."""
        words, name = self.words, self.names[seat]
        match action:
            case Place(cell):
                return words("game.did.place", name=name, cell=self.game.name(cell))
            case Draw(value):
                return words("game.did.disc", name=name, disc=value)
            case Move(origin, target):
                cells = {"origin": self.game.name(origin), "target": self.game.name(target)}
                return words("game.did.move", name=name, **cells)
            case Blocked():
                return words("game.did.blocked", name=name, disc=disc)
            case Pass():
                return words("game.did.pass", name=name)
            case Decline():
                return words("game.did.decline", name=name)

    def line(self, thought: "Thought") -> str:
        """The play that a bot expects; of another line than its choice, only the choice."""
        is_its_own = thought.line[:1] == (thought.choice,)
        return " ".join(map(self.action, thought.line if is_its_own else [thought.choice]))

    def board(self, level: int) -> str:
        """What a board is called: ours by the language's word, others by their own."""
        name = self.game.stack.levels[level].name
        grounds = ("meadow", "clay", "sand", "rock")
        return self.words(f"game.board.{name}") if name in grounds else name

    def seat(self, state: State, seat: Seat) -> str:
        """What a seat has: moles, those of them in holes, and discs face down."""
        moles = state.moles[seat]
        return self.words(
            "game.seat.holds",
            letter="ABCD"[seat],
            name=self.names[seat],
            moles=moles.bit_count(),
            home=(moles & state.ground.holes).bit_count(),
            discs=" ".join(map(str, state.discs[seat])) or "–",
        )

    def ending(self, state: State) -> list[str]:
        """How a game has ended: who has won, and why if that is not plain to see."""
        outcome = state.outcome
        if outcome is None:
            return []
        title = ("game.end.drawn", "game.end.wins", "game.end.shared")[min(len(outcome.winners), 2)]
        told = [self.words(title, name=self.winners(state))]
        if outcome.reason == "last_team" and outcome.winners:
            told.append(self.reason(Why("wins_last_team", seat=outcome.winners[0])))
        elif outcome.reason == "stalemate":
            told.append(self.reason(Why("drawn", count=self.game.rules.stall_limit)))
        if outcome.points is not None:
            counts = zip("ABCD", self.names, outcome.points, strict=False)
            told.append("   ".join(f"{letter} {name} {count}" for letter, name, count in counts))
        return told

    def winners(self, state: State) -> str:
        """Who has won, by name; empty for a drawn game."""
        outcome = state.outcome
        return ", ".join(self.names[seat] for seat in outcome.winners) if outcome else ""


def reasons(counts: Mapping[str, int], words: Words) -> str:
    """How many games ended for which reason.

    >>> reasons({"last_team": 9, "shovel": 3}, Words("en"))
    'last team 9, shovel 3'
    """
    return ", ".join(
        f"{words(f'game.reason.{reason}')} {count}" for reason, count in counts.items()
    )


def percent(chance: float) -> str:
    """A chance to win as people read it.

    >>> percent(0.528)
    '53 %'
    """
    return f"{100 * chance:.0f} %"
