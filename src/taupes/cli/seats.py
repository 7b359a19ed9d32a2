"""Who sits where, as it was typed."""

from taupes.cli.usage import unusable


def seat_names(bots: str, players: int) -> list[str]:
    """The bot of each seat."""
    names = [name.strip() for name in bots.split(",")]
    if len(names) == 1:
        names *= players
    if len(names) != players:
        raise unusable("bots", count=len(names), seats=players)
    return names
