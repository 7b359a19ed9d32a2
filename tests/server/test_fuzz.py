"""A fuzzer on the socket: half-right messages from strangers, while a game goes on."""

import asyncio
import json
from random import Random
from typing import Any

import websockets

from taupes.table.schema import load_schema
from tests.server.client import Client
from tests.server.process import ServerProcess
from tests.server.test_faults import make_pairs

DEFS = load_schema()["$defs"]
ODD: list[Any] = [
    None,
    True,
    -1,
    0,
    3,
    4,
    1 << 70,
    1.5,
    "",
    "x",
    "\u0000",
    "t" * 300,
    [],
    [0, 0],
    {},
]


def some(rng: Random, schema: dict[str, Any], table: str) -> Any:
    """A value that a schema describes, or nearly."""
    if rng.random() < 0.08:
        return rng.choice(ODD)
    if "$ref" in schema:
        return some(rng, DEFS[schema["$ref"].rpartition("/")[2]], table)
    if "anyOf" in schema:
        return some(rng, rng.choice(schema["anyOf"]), table)
    if "enum" in schema:
        return rng.choice(schema["enum"])
    if "properties" in schema:
        needed = schema.get("required", [])
        return {
            key: table if key == "table" else some(rng, part, table)
            for key, part in schema["properties"].items()
            if key in needed or rng.random() < 0.5
        }
    match schema.get("type"):
        case "integer":
            return rng.randrange(schema.get("minimum", -5), schema.get("maximum", 5) + 1)
        case "boolean":
            return rng.random() < 0.5
        case "array":
            inner = schema.get("items") or schema.get("prefixItems", [{}])[0] or {}
            return [some(rng, inner or {"type": "integer"}, table) for _ in range(2)]
        case "string":
            return rng.choice(["ab" * 8, "x", "greedy", "hello"])
    return None


def test_fuzzed_messages_break_nothing_and_learn_nothing(server: ServerProcess) -> None:
    async def fuzz(table: str, seed: int) -> list[dict[str, Any]]:
        rng, heard = Random(seed), []
        async with websockets.connect(server.socket) as socket:
            await socket.send('{"type":"hello"}')
            await socket.send(json.dumps({"type": "join", "table": table}))
            for number in range(150):
                message = some(rng, DEFS["ClientMessage"], table)
                text = json.dumps(message)
                if rng.random() < 0.05:
                    text = text[: rng.randrange(len(text) + 1)] or "{"
                await socket.send(text)
                if number % 50 == 49:
                    mark = f"alive-{number}"
                    await socket.send(json.dumps({"type": "ping", "id": mark}))
                    while True:
                        heard.append(json.loads(await socket.recv()))
                        if heard[-1].get("id") == mark:
                            break
        return heard

    async def run() -> None:
        ada, bob = await make_pairs([server], 1)
        table = ada.table
        games = asyncio.gather(ada.play(Random(1), 40), bob.play(Random(2), 40))
        heard = await asyncio.gather(*(fuzz(table, seed) for seed in range(6)))
        await games
        secrets = [text for text in (ada.token, bob.token) if text]
        for message in (m for messages in heard for m in messages):
            text = json.dumps(message)
            assert not any(secret in text for secret in secrets)
            assert '"seed": "' not in text
            if message["type"] == "table":
                assert message["view"]["you"] == []
        people = {seat["name"] for seat in ada.view["seats"]}
        assert people == {"Ada", "Bob"}
        drivers = {
            event["by"]
            for entry in ada.entries.values()
            for event in entry["events"]
            if event["type"] == "acted"
        }
        assert drivers == {"person"}
        await finish(ada, bob)

    asyncio.run(run())
    assert server.get("/api/ready")[0] == 200


async def finish(*clients: Client) -> None:
    for client in clients:
        await client.close()
