"""The JSON Schema of the socket's messages, made from the types that read and write them."""

import json
from importlib.resources import files
from typing import Any, Final

import msgspec

from taupes.table import messages, replies

FILE: Final = "protocol.schema.json"


def make_schema() -> dict[str, Any]:
    """The schema of all messages: `#/$defs/ClientMessage` and `#/$defs/ServerMessage`."""
    (client, server), components = msgspec.json.schema_components(
        (messages.ClientMessage, replies.ServerMessage), ref_template="#/$defs/{name}"
    )
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:taupes:protocol:{messages.PROTOCOL}",
        "title": f"Taupes table protocol, version {messages.PROTOCOL}",
        "description": "The messages of the socket at /api/socket; see docs/protocol.md.",
        "anyOf": [{"$ref": "#/$defs/ClientMessage"}, {"$ref": "#/$defs/ServerMessage"}],
        "$defs": {"ClientMessage": client, "ServerMessage": server, **components},
    }


def format_schema() -> str:
    """The schema as the file holds it."""
    return json.dumps(make_schema(), indent=2) + "\n"


def load_schema() -> dict[str, Any]:
    """The schema as it is published; a test holds it equal to `make_schema()`."""
    text = files("taupes.table").joinpath(FILE).read_text("utf-8")
    schema: dict[str, Any] = json.loads(text)
    return schema
