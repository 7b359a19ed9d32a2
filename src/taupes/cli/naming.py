"""What players and choices of a recorded game are called."""

from taupes.rules import Record
from taupes.words.language import Words
from taupes.words.names import called_in
from taupes.words.teller import Teller


def seated(record: Record, seat: int, words: Words) -> str:
    """A player with the letter of the seat: two bots may have one name."""
    return f"{'ABCD'[seat]} {called_in(record, words.language)[seat]}"


def teller_of(record: Record, words: Words) -> Teller:
    """Words for a recorded game; its players are named with their colours."""
    teams = [words(f"game.team.{team.colour}") for team in record.teams]
    names = [
        name if name == team else f"{name} ({team.lower()})"
        for name, team in zip(called_in(record, words.language), teams, strict=True)
    ]
    return Teller(record.game, names, words)
