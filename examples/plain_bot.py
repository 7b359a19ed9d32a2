#!/usr/bin/env python3
"""A bot for Taupes in plain Python; docs/bot-protocol.md is all it knows of the game's program.

It moves into a hole when it can, else as near to a free one as it can: `cmd:examples/plain_bot.py`.
"""

import json
import random
import sys
from typing import Any

boards: list[set[tuple[int, int]]] = []


def turned(cell: list[int], sixths: int) -> tuple[int, int]:
    """Where a cell lies once its board is turned."""
    q, r = cell
    for _ in range(sixths):
        q, r = -r, q + r
    return q, r


def worth(choice: dict[str, Any], holes: set[tuple[int, int]]) -> int:
    """How good a choice looks: to sit at home, else to come near a hole, else to do nothing."""
    q, r = choice.get("to") or choice.get("cell") or (0, 0)
    ways = [max(abs(q - x), abs(r - y), abs(q + r - x - y)) for x, y in holes]
    return {"pass": 1, "draw": 0, "decline": -1}.get(choice["type"], -min(ways, default=0))


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"type": "ready", "name": "plain"}), flush=True)
    elif message["type"] == "newgame":
        record = message["record"]
        levels = zip(record["boards"]["levels"], record["orientations"], strict=True)
        boards = [{turned(cell, sixths) for cell in level["holes"]} for level, sixths in levels]
    elif message["type"] == "think":
        position, rng = message["position"], random.Random(message["seed"])
        taken = {tuple(cell) for moles in position["moles"] for cell in moles}
        scores = [worth(c, boards[position["level"]] - taken) for c in message["legal"]]
        best = [c for c, s in zip(message["legal"], scores, strict=True) if s == max(scores)]
        answer = {"type": "choice", "id": message["id"], "choice": rng.choice(best)}
        print(json.dumps(answer), flush=True)
    elif message["type"] == "quit":
        break
