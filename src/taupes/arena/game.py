"""One block of games, played by whichever process is asked to: bots are made where they play."""

import logging
import threading
from collections import Counter
from collections.abc import Mapping, Sequence
from multiprocessing.util import Finalize
from typing import Any, Final

from taupes.arena.guard import Guard
from taupes.arena.schedule import Pairing
from taupes.arena.settings import RunSettings, label
from taupes.bots import Player, count_turns, make_bot, name_of, play_game, record_game
from taupes.bots.external.pipe import end_programs
from taupes.bots.external.player import ExternalPlayer, make_external
from taupes.bots.levels import PREFIX
from taupes.bots.own import player_of
from taupes.bots.warmup import warm
from taupes.rules import format_record

Row = dict[str, Any]
"""A record as a JSON object with one key more, `arena`: who played it, and what was measured."""

MAX_FAULTS: Final = 10
"""So many faults of a seat are told in words; all are counted."""


class Entrants(threading.local):
    """The bots of one worker. Programs of their own keep running from game to game."""

    def __init__(self) -> None:
        self.running: dict[tuple[str, int], ExternalPlayer] = {}

    def seat(self, names: Sequence[str], own: Mapping[str, Any]) -> list[Player]:
        """A player for every name; those that are made here are new for every game."""
        seen: Counter[str] = Counter()
        players: list[Player] = []
        for name in names:
            if name in own:
                players.append(player_of(own[name], name))
            elif _is_command(name):
                players.append(self._external(name, seen[name]))
            else:
                players.append(make_bot(name))
            seen[name] += 1
        return players

    def _external(self, name: str, copy: int) -> ExternalPlayer:
        key = (name, copy)
        if key not in self.running:
            self.running[key] = make_external(name)
        return self.running[key]

    def close(self) -> None:
        """End the programs."""
        for player in self.running.values():
            player.close()
        self.running.clear()


def _is_command(name: str) -> bool:
    return name.startswith(PREFIX)


_entrants: Final = Entrants()


def seat_entrants(names: Sequence[str]) -> list[Player]:
    """A player for every name, of those that this thread lets play."""
    return _entrants.seat(names, {})


def close_entrants() -> None:
    """End the external bots of this thread."""
    _entrants.close()


Finalize(None, end_programs, exitpriority=10)  # worker processes run these, not atexit's


def check_bots(names: Sequence[str]) -> None:
    """Make every bot once; UnknownBot or BadBot if one cannot take part."""
    for name in dict.fromkeys(names):
        if not _is_command(name):
            make_bot(name)
            continue
        player = make_external(name)
        try:
            player.start()
        finally:
            player.close()


def play_pairings(settings: RunSettings, batch: Sequence[Pairing]) -> list[Row]:
    """Play these games, one after the other; what has to be compiled is, before a clock runs."""
    for name in settings.bots:
        warm(name)
    logging.getLogger(ExternalPlayer.__module__).setLevel(logging.ERROR)
    return [play_pairing(settings, pairing) for pairing in batch]


def play_pairing(settings: RunSettings, pairing: Pairing) -> Row:
    """Play one game: its record, and what the arena wants to know beside it."""
    names = [settings.bots[bot] for bot in pairing.seats]
    guards = [Guard(player) for player in _entrants.seat(names, settings.own)]
    game = settings.game(pairing.block)
    steps = list(play_game(game, guards, settings.luck(pairing.block), settings.budget))
    faults = [guard.faults() for guard in guards]
    titles = [name_of(g.player, label(name)) for g, name in zip(guards, names, strict=True)]
    row = format_record(record_game(game, titles, steps))
    row["arena"] = {
        "game": pairing.number,
        "block": pairing.block,
        "bots": names,
        "turns": count_turns(steps),
        "faults": [
            {"count": len(told), "words": [str(fault) for fault in told[:MAX_FAULTS]]}
            for told in faults
        ],
        "think": [
            {
                "count": guard.thoughts,
                "seconds": round(guard.seconds, 6),
                "longest": round(guard.longest, 6),
            }
            for guard in guards
        ],
    }
    return row
