"""Who sits where, as it was typed."""

import typer


def seat_names(bots: str, players: int) -> list[str]:
    """The bot of each seat."""
    names = [name.strip() for name in bots.split(",")]
    if len(names) == 1:
        names *= players
    if len(names) != players:
        raise typer.BadParameter(
            f"{len(names)} bots for {players} seats; name one, or one per seat"
        )
    return names
