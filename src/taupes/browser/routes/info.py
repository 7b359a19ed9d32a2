"""Routes that need no table: about the keeper, its bots, the rules, the shipped boards."""

from typing import Final

from taupes.answers.boards import boards_info
from taupes.answers.info import (
    bot_infos,
    describe_rules,
    load_record_schema,
    server_info,
)
from taupes.answers.job import Extent
from taupes.browser.line import MESSAGE_BYTES, TOKEN
from taupes.browser.routes.request import (
    BOARDS_BYTES,
    BODY_BYTES,
    RouteAnswer,
    RouteRequest,
    Spoken,
    answer,
)
from taupes.rules import SHIPPED, catalogue
from taupes.table.schema import load_schema

_LIMITS: Final[dict[str, float]] = {
    "message_bytes": MESSAGE_BYTES,
    "body_bytes": BODY_BYTES,
    "boards_bytes": BOARDS_BYTES,
    "record_events": Extent().record_events,
    "answer_bytes": Extent().answer_bytes,
}


def info(request: RouteRequest, now: int) -> RouteAnswer | None:
    """The answer, if the request is about such things."""
    match request.method, request.parts:
        case "POST", ("guests",):
            return answer({"token": TOKEN}, 201)
        case "GET", ("health",):
            return answer({"ok": True})
        case "GET", ("server",):
            return answer(server_info(now, _LIMITS))
        case "GET", ("bots",):
            return answer(bot_infos(request.asked(Spoken).language))
        case "GET", ("rules",):
            return answer(describe_rules(request.asked(Spoken).language))
        case "GET", ("sentences", "en" | "fr" | "de" as language):
            return answer(catalogue(language))
    return _library(request)


def _library(request: RouteRequest) -> RouteAnswer | None:
    match request.method, request.parts:
        case "GET", ("schema", "protocol"):
            return answer(load_schema())
        case "GET", ("schema", "record"):
            return answer(load_record_schema())
        case "GET", ("boards",):
            return answer([boards_info(name) for name in SHIPPED])
        case "GET", ("boards", name):
            return answer(boards_info(name))
    return None
