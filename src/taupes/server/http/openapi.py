"""The OpenAPI description: our own types, described once, for requests and answers."""

from typing import Any, Final

import msgspec
from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from taupes import __version__
from taupes.answers.trouble import Trouble

REF: Final = "#/components/schemas/{name}"

_types: list[Any] = [Trouble]


def json_schema(kind: Any) -> dict[str, Any]:
    """The schema of one of our types; what it refers to goes into the description as well."""
    if kind not in _types:
        _types.append(kind)
    (schema,), _ = msgspec.json.schema_components((kind,), ref_template=REF)
    return schema


def takes(kind: Any) -> dict[str, Any]:
    """`openapi_extra` of a route that reads JSON."""
    content = {"application/json": {"schema": json_schema(kind)}}
    return {"requestBody": {"required": True, "content": content}}


def gives(
    kind: Any, *codes: int, status: int = 200, media: str = "application/json"
) -> dict[int | str, dict[str, Any]]:
    """`responses` of a route: what it answers, and with which errors."""
    schema = {"type": "string"} if kind is str else json_schema(kind)
    found: dict[int | str, dict[str, Any]] = {
        status: {"description": "Done.", "content": {media: {"schema": schema}}}
    }
    trouble = {"application/json": {"schema": json_schema(Trouble)}}
    for code in (*codes, 422, 429, 503):
        found[code] = {"description": "RequestRefused, and why.", "content": trouble}
    return found


def describe(app: FastAPI) -> dict[str, Any]:
    """The whole description."""
    if app.openapi_schema:
        return app.openapi_schema
    schema = get_openapi(
        title="Taupes",
        version=__version__,
        description="Tables, records and boards. Live play: the socket of docs/protocol.md.",
        routes=app.routes,
    )
    _, components = msgspec.json.schema_components(_types, ref_template=REF)
    parts = schema.setdefault("components", {})
    parts.setdefault("schemas", {}).update(components)
    for name in ("HTTPValidationError", "ValidationError"):
        parts["schemas"].pop(name, None)
    parts["securitySchemes"] = {"guest": {"type": "http", "scheme": "bearer"}}
    schema["security"] = [{}, {"guest": []}]
    app.openapi_schema = schema
    return schema
