"""A request as the page sends it, and the answer it is given."""

from typing import Any, Final, TypeVar
from urllib.parse import parse_qsl, unquote

import msgspec
from msgspec import Struct

from taupes.answers.info import Language
from taupes.answers.job import RequestRefused, read
from taupes.answers.trouble import language_of, status_of, trouble_of
from taupes.table.encoding import encode
from taupes.table.refusals import Refusal

T = TypeVar("T")

JSON: Final = "application/json"

BODY_BYTES: Final = 1_000_000
"""The longest request."""
BOARDS_BYTES: Final = 100_000
"""The longest board set."""


class Spoken(Struct, frozen=True):
    """In which language."""

    language: Language = "en"


class RouteAnswer(Struct, frozen=True):
    """An answer, as a page's `Response` is made of it."""

    status: int
    media: str
    body: bytes


class RouteRequest(Struct, frozen=True):
    """What is asked."""

    method: str
    parts: tuple[str, ...]
    """The path after `/api/`, taken apart."""
    query: dict[str, str]
    language: str
    data: bytes

    def asked(self, kind: type[T]) -> T:
        """The part after the question mark, as one of our types; RequestRefused if it is none."""
        try:
            return msgspec.convert(self.query, kind, strict=False)
        except msgspec.ValidationError as error:
            raise RequestRefused(Refusal("bad_message", f"query: {error}"[:300])) from error

    def body(self, most: int = BODY_BYTES) -> bytes:
        """What was sent, if it is not too much."""
        if len(self.data) > most:
            raise RequestRefused(Refusal("too_large", f"at most {most} bytes"))
        return self.data

    def wish(self, kind: type[T]) -> T:
        """What was sent, as one of our types."""
        return read(self.body(), kind)


def request_of(method: str, path: str, headers: dict[str, str], body: bytes) -> RouteRequest:
    """A request taken apart."""
    address, _, question = path.partition("?")
    parts = tuple(unquote(part) for part in address.split("/")[1:])
    accepted = next((v for k, v in headers.items() if k.lower() == "accept-language"), "")
    query = dict(parse_qsl(question, keep_blank_values=True))
    inside = parts[1:] if parts[:1] == ("api",) else ("",)
    return RouteRequest(method.upper(), inside, query, language_of(accepted), body)


def answer(value: Any, status: int = 200) -> RouteAnswer:
    """A JSON answer."""
    return RouteAnswer(status, JSON, encode(value))


def refused(refusal: Refusal, language: str) -> RouteAnswer:
    """A refusal as an answer."""
    return answer(trouble_of(refusal, language), status_of(refusal))
