"""`taupes verify`: whether the discs of a recorded game were fair."""

from typing import TYPE_CHECKING

import typer

from taupes.cli.console import note, print_json, say
from taupes.cli.files import parse_game, read_text, split_records
from taupes.cli.options import Files, Json

if TYPE_CHECKING:
    from taupes.server.fairness import Verdict


def verify(files: Files, json: Json = False) -> None:
    """Check every disc of records against the seed that was committed to."""
    from taupes.server.fairness import verify as verify_record  # noqa: PLC0415 - only if wanted

    is_good = True
    for file in files:
        for number, text in enumerate(split_records(read_text(file)), 1):
            verdict = verify_record(parse_game(text, file, number))
            is_good &= verdict.fair is True
            _tell(file, number, verdict, json=json)
    if not is_good:
        raise typer.Exit(1)


def _tell(file: str, number: int, verdict: "Verdict", *, json: bool) -> None:
    if json:
        print_json(
            {
                "file": file,
                "game": number,
                "fair": verdict.fair,
                "what": verdict.what,
                "discs": verdict.discs,
            }
        )
    elif verdict.fair:
        say(f"{file}, record {number}: fair: {verdict.what}")
    elif verdict.fair is None:
        note(f"{file}, record {number}: no proof: {verdict.what}; games of `taupes serve` have one")
    else:
        note(f"{file}, record {number}: NOT FAIR: {verdict.what}")
