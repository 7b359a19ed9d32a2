"""`taupes check`: whether records are good, and what is wrong with them."""

from typing import Any, Final

import typer

from taupes.cli.files import stream_records
from taupes.cli.lines import note, print_json, say
from taupes.cli.options import Files, Json, Language, speak
from taupes.cli.sentences import BadFile, record_words
from taupes.rules import BadNotation, BadRecord, read_game
from taupes.words.language import Words

FEW: Final = 100
"""So many records of a file are read before it pays to load what is faster."""


def check(files: Files, json: Json = False, language: Language = "") -> None:
    """Validate records; one answer per file, and exit code 1 if any is bad."""
    words = speak("en" if json else language)
    answers = [_check_file(file, words) for file in files]
    for answer in answers:
        if json:
            print_json(answer)
        elif answer["ok"]:
            say(words("cli.check.good", file=answer["file"]))
        else:
            note(words("cli.files.where", file=answer["file"], what=answer["error"]))
    if not all(answer["ok"] for answer in answers):
        raise typer.Exit(1)


def _is_good(text: str) -> bool:
    from taupes.arena.audit import is_good  # noqa: PLC0415 - Numba takes a while to load

    return is_good(text)


def _check_file(file: str, words: Words) -> dict[str, Any]:
    answer: dict[str, Any] = {"file": file, "ok": False, "event": None, "error": None}
    try:
        for text, number in stream_records(file):
            place = "" if number is None else words("cli.check.record", number=number)
            if wrong := _check_record(text, number, place, words.language):
                return answer | wrong
    except BadFile as error:
        return answer | {"error": error.said.told(words.language)}
    return answer | {"ok": True}


def _check_record(
    text: str, number: int | None, place: str, language: str
) -> dict[str, Any] | None:
    """What is wrong with a record, if anything is."""
    try:
        if number is None or number <= FEW or not _is_good(text):
            read_game(text)
    except (BadRecord, BadNotation) as error:
        event = error.event if isinstance(error, BadRecord) else None
        return {"event": event, "error": place + record_words(error, language)}
    return None
