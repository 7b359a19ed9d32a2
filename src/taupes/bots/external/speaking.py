"""The other end of the line: a player of ours as a program that speaks the protocol.

What `external/player.py` asks is answered here, so that a bot written in Python can be a program
of its own, checked by `taupes bot check` and named as `cmd:` wherever a bot is asked for.
"""

import json
import sys
from random import Random
from typing import IO, Any

from taupes.bots.external.protocol import format_choice
from taupes.bots.player import Budget, Player, checked, choices
from taupes.rules import Game, parse_record, parse_state


def speak(
    player: Player, name: str, source: IO[str] = sys.stdin, sink: IO[str] = sys.stdout
) -> None:
    """Answer every question as a player would, until told to quit or nobody asks any more."""

    def say(message: dict[str, Any]) -> None:
        print(json.dumps(message), file=sink, flush=True)

    game: Game | None = None
    for line in source:
        message = json.loads(line)
        match message["type"]:
            case "hello":
                say({"type": "ready", "name": name})
            case "newgame":
                game = parse_record(message["record"]).game
            case "think" if game is not None:
                say(answer(player, message, game))
            case "quit":
                return


def answer(player: Player, question: dict[str, Any], game: Game) -> dict[str, Any]:
    """What a player says to a question about a game."""
    state = parse_state(question["position"], game)
    budget = Budget(question["seconds"], question["simulations"])
    thought = checked(player.think(state, budget, Random(question["seed"])), choices(state), player)
    choice = format_choice(thought.choice, state.turn)
    told: dict[str, Any] = {"type": "choice", "id": question["id"], "choice": choice}
    return told | {"values": list(thought.values)} if thought.values else told
