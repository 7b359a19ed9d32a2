"""What players and choices of a recorded game are called."""

from taupes.rules import Record
from taupes.words.language import Words
from taupes.words.teller import Teller


def seated(record: Record, seat: int) -> str:
    """A player with the letter of the seat: two bots may have one name."""
    return f"{'ABCD'[seat]} {record.teams[seat].name}"


def teller_of(record: Record, words: Words) -> Teller:
    """Words for a recorded game; its players are named with their colours."""
    names = [f"{team.name} ({words(f'game.team.{team.colour}').lower()})" for team in record.teams]
    return Teller(record.game, names, words)
