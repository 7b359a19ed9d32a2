"""Why a table says no: codes, and their sentences in every language."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from taupes.rules import Why, sentence
from taupes.table.replies import Reason
from taupes.words.catalogue import catalogue

CODES: Final = (
    "against_the_rules",
    "already_answered",
    "bad_boards",
    "bad_host",
    "bad_message",
    "bad_moles",
    "bad_origin",
    "bad_record",
    "bad_rules",
    "bad_subscription",
    "bad_text",
    "bad_token",
    "board_too_wide",
    "busy",
    "chat_full",
    "chat_off",
    "counted",
    "database_away",
    "deleted",
    "device_fault",
    "device_full",
    "fault",
    "gave_up",
    "has_resigned",
    "no_hint",
    "no_hints",
    "no_push",
    "no_server",
    "no_space",
    "no_spectators",
    "no_such_code",
    "no_such_day",
    "no_such_level",
    "no_such_phrase",
    "no_such_puzzle",
    "no_such_record",
    "no_such_seat",
    "no_such_table",
    "not_away",
    "not_found",
    "not_joined",
    "not_over",
    "not_paused",
    "not_playing",
    "not_the_owner",
    "not_your_seat",
    "nothing_asked",
    "nothing_to_undo",
    "paused",
    "people_needed",
    "phrases_only",
    "say_hello_first",
    "seat_not_free",
    "seat_taken",
    "seats_open",
    "slot_face_up",
    "something_asked",
    "stale",
    "still_playing",
    "table_full",
    "table_not_open",
    "time_up",
    "too_fast",
    "too_large",
    "too_many_codes",
    "too_many_connections",
    "too_many_guests",
    "too_many_new",
    "too_many_tables",
    "too_slow",
    "try_again",
)


class Refusal(Struct, frozen=True):
    """A no, as data."""

    code: str
    detail: str = ""
    """What exactly, for the codes that have several cases."""
    why: Why | None = None
    """The rule, with `against_the_rules`."""


def words(
    refusal: Refusal, language: str = "en", radius: int = 4, names: Sequence[str] = ()
) -> str:
    """A refusal in words."""
    if refusal.why is not None:
        return sentence(refusal.why, radius, language, names)
    if refusal.code == "bad_record":
        return _record_words(refusal.detail, language)
    sentences = catalogue("table", language)["refusals"]
    return str(sentences[refusal.code]).replace("{detail}", refusal.detail)


def _record_words(detail: str, language: str) -> str:
    """What is wrong with a record, by the place that the detail begins with.

    The detail itself is for programs, and in English: `event 12: …`, `line 3: …`, `rules: …`.
    """
    sentences = catalogue("table", language)["records"]
    place, _, number = detail.partition(":")[0].partition(" ")
    said = str(sentences.get(place, sentences["record"]))
    # Events are counted from 0 where programs speak, lines from 1.
    shown = int(number) + (place == "event") if number.isdigit() else number
    return said.format(number=shown)


def reason_of(why: Why, language: str, radius: int, names: Sequence[str]) -> Reason:
    """A reason of the rules as it is sent."""
    return Reason(
        why.code,
        why.rule,
        sentence(why, radius, language, names),
        why.cell,
        why.other,
        why.seat,
        why.disc,
        why.count,
    )
