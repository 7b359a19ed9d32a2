"""Cells typed by their names."""

from dataclasses import dataclass

from taupes.rules import Game, Hex


@dataclass
class Typed:
    """Characters typed so far of a cell's name.

    Where no longer name begins so, the name is complete at once; else Enter completes it.
    """

    game: Game
    text: str = ""

    def takes(self, character: str) -> bool:
        """Whether a character can go on a name; a dash between two names is let through."""
        return len(character) == 1 and (
            (character == "-" and not self.text) or bool(self._beginning(self.text + character))
        )

    def add(self, character: str) -> Hex | None:
        """Type a character that `takes` allows; the cell, once its name is complete."""
        if character == "-":
            return None
        self.text += character
        names = self._beginning(self.text)
        return self.finish() if names == [self.text] else None

    def finish(self) -> Hex | None:
        """The cell of what was typed, if it is one."""
        text, self.text = self.text, ""
        return self.game.cell(text) if text in self._beginning(text) else None

    def clear(self) -> None:
        """Forget what was typed."""
        self.text = ""

    def _beginning(self, text: str) -> list[str]:
        return [name for name in map(self.game.name, self.game.frame) if name.startswith(text)]
