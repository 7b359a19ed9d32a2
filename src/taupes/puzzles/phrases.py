"""What sentences about puzzles are made of: how a choice is called, shares and chances."""

from taupes.bots.player import Choice, Turn
from taupes.puzzles.prospects import Prospect
from taupes.rules import Decline, Pass, State
from taupes.words.teller import Teller


def called(teller: Teller, choice: Choice) -> str:
    """A choice as a sentence names it."""
    match choice:
        case Turn():
            return teller.words("puzzles.named.turn")
        case Pass():
            return teller.words("puzzles.named.pass")
        case Decline():
            return teller.words("puzzles.named.decline")
    return teller.action(choice)


def below(teller: Teller, done: Prospect, after: State) -> dict[str, object]:
    """Who has how many moles on the next board, and who begins there."""
    mine = done.before.turn
    others = ", ".join(
        f"{teller.names[seat]} {word.bit_count()}"
        for seat, word in enumerate(after.moles)
        if word and seat != mine
    )
    count = after.moles[mine].bit_count()
    return {"count": count, "others": others, "name": teller.names[after.turn]}


def share_of(teller: Teller, count: int, every: int) -> str:
    """So many of so many discs."""
    if count == every:
        return teller.words("puzzles.share.every")
    return teller.words("puzzles.share.some", count=count, all=every)


def figure(teller: Teller, chance: float) -> str:
    """A chance, as the language writes percents."""
    return teller.words.figures(f"{chance:.0%}")
