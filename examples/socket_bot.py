"""A bot at a table of `taupes serve`: python socket_bot.py http://localhost:8080 TABLE SEAT [NAME].

Written from docs/protocol.md alone. It plays any legal action, and comes back after a restart.
"""

import asyncio
import json
import random
import sys
from typing import Any

import websockets


def choose(legal: list[dict[str, Any]]) -> dict[str, Any]:
    """Any legal action."""
    match random.choice(legal):
        case {"type": "place", "cells": cells}:
            return {"type": "place", "cell": random.choice(cells)}
        case {"type": "turn", "slots": slots}:
            return {"type": "turn", "slot": random.choice(slots)}
        case {"type": "move", "from": origin, "to": targets}:
            return {"type": "move", "from": origin, "to": random.choice(targets)}
        case other:
            return other


async def play(server: str, table: str, seat: int, name: str) -> None:
    """Take a seat and play to the end."""
    token, view = None, dict[str, Any](stage="open")
    address = f"{server.replace('http', 'ws')}/api/socket?table={table}"
    while view["stage"] not in ("over", "closed"):
        try:
            async with websockets.connect(address) as socket:
                await socket.send(json.dumps({"type": "hello", "token": token}))
                token = json.loads(await socket.recv())["token"]
                await socket.send(json.dumps({"type": "join", "table": table}))
                async for text in socket:
                    message = json.loads(text)
                    view |= message.get("view") or message
                    answer = {"table": table, "seat": seat, "id": random.randbytes(8).hex()}
                    if view["stage"] in ("over", "closed"):
                        break
                    if view["stage"] == "open" and "view" in message and not view["you"]:
                        nonce = random.SystemRandom().randbytes(16).hex()
                        answer |= {"type": "sit", "name": name, "nonce": nonce}
                        await socket.send(json.dumps(answer))
                    position = message.get("position") or message.get("view", {}).get("position")
                    if position and position["turn"] == seat and position["legal"]:
                        action = choose(position["legal"])
                        answer |= {"type": "act", "action": action, "at": position["events"]}
                        await socket.send(json.dumps(answer))
        except (OSError, websockets.WebSocketException):
            await asyncio.sleep(1)
    print(view["position"]["result"])


if __name__ == "__main__":
    asyncio.run(play(sys.argv[1], sys.argv[2], int(sys.argv[3]), (*sys.argv[4:], "Bot")[0]))
