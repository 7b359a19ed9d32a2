"""How a keeper says no to a request: a code, a sentence, and HTTP's word for it."""

from typing import Final

from msgspec import Struct

from taupes.rules import LANGUAGES
from taupes.table.refusals import Refusal, words

_STATUS: Final = {
    "bad_token": 401,
    "bad_host": 421,
    "bad_origin": 403,
    "busy": 503,
    "deleted": 401,
    "device_fault": 500,
    "device_full": 507,
    "not_your_seat": 403,
    "not_the_owner": 403,
    "no_server": 404,
    "no_spectators": 403,
    "no_such_table": 404,
    "no_push": 404,
    "no_such_code": 404,
    "no_such_day": 404,
    "no_such_puzzle": 404,
    "no_such_record": 404,
    "not_found": 404,
    "still_playing": 409,
    "too_large": 413,
    "too_fast": 429,
    "too_many_codes": 429,
    "too_many_guests": 429,
    "too_many_new": 429,
    "too_many_tables": 429,
    "fault": 500,
    "database_away": 503,
    "try_again": 503,
    "no_space": 507,
}
"""HTTP's word for a refusal; 422 for all others."""


class Trouble(Struct, frozen=True):
    """The body of every error."""

    code: str
    sentence: str


def trouble_of(refusal: Refusal, language: str) -> Trouble:
    """A refusal as the body of an answer."""
    return Trouble(refusal.code, words(refusal, language))


def status_of(refusal: Refusal) -> int:
    """HTTP's number for a refusal."""
    return _STATUS.get(refusal.code, 422)


def language_of(accepted: str) -> str:
    """The first of our languages that an `Accept-Language` header asks for."""
    for part in accepted.split(","):
        tag = part.partition(";")[0].strip().lower()[:2]
        if tag in LANGUAGES:
            return tag
    return "en"
