"""`taupes check`: whether records are good, and what is wrong with them."""

from typing import Any

import typer

from taupes.cli.files import read_text, split_records
from taupes.cli.lines import note, print_json, say
from taupes.cli.options import Files, Json, Language, speak
from taupes.cli.sentences import BadFile, record_words
from taupes.rules import BadNotation, BadRecord, read_game
from taupes.words.language import Words


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


def _check_file(file: str, words: Words) -> dict[str, Any]:
    answer: dict[str, Any] = {"file": file, "ok": False, "event": None, "error": None}
    try:
        texts = split_records(read_text(file))
    except BadFile as error:
        return answer | {"error": error.said.told(words.language)}
    for number, text in enumerate(texts, 1):
        line = words("cli.check.record", number=number) if len(texts) > 1 else ""
        try:
            read_game(text)
        except (BadRecord, BadNotation) as error:
            event = error.event if isinstance(error, BadRecord) else None
            return answer | {"event": event, "error": line + record_words(error, words.language)}
    return answer | {"ok": True}
