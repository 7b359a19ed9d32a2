"""`taupes verify`: whether the discs of a recorded game were fair."""

from typing import TYPE_CHECKING

import typer

from taupes.cli.files import parse_game, stream_records
from taupes.cli.lines import note, print_json, say
from taupes.cli.options import Files, Json, Language, speak
from taupes.rules import Record
from taupes.words.language import Words

if TYPE_CHECKING:
    from taupes.table.fairness import DiscCheck


def verify(files: Files, json: Json = False, language: Language = "") -> None:
    """Check every disc of records against the seed that was committed to."""
    from taupes.table.fairness import verify as verify_record  # noqa: PLC0415 - only if wanted

    words = speak(language)
    is_good = True
    for file in files:
        for number, (text, _) in enumerate(stream_records(file), 1):
            record = parse_game(text, file, number)
            verdict = verify_record(record)
            is_good &= verdict.fair is True
            if json:
                _print_verdict(file, number, verdict)
            else:
                _tell(words("cli.verify.where", file=file, number=number), record, verdict, words)
    if not is_good:
        raise typer.Exit(1)


def _print_verdict(file: str, number: int, verdict: "DiscCheck") -> None:
    print_json(
        {
            "file": file,
            "game": number,
            "fair": verdict.fair,
            "what": str(verdict.what),
            "discs": verdict.discs,
        }
    )


def _tell(where: str, record: Record, verdict: "DiscCheck", words: Words) -> None:
    if verdict.fair:
        say(words("cli.verify.fair", where=where, count=verdict.discs))
    elif verdict.fair is False:
        note(words("cli.verify.unfair", where=where, what=verdict.what.told(words.language)))
    elif any(pointer == "/fairness" for pointer, _ in record.extras):
        note(words("cli.verify.sealed", where=where))
    else:
        note(words("cli.verify.unproven", where=where))
