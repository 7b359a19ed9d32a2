"""`taupes backup` and `taupes restore`: a server's database as one file, and back."""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, BinaryIO

import typer

from taupes.cli.console import err
from taupes.cli.lines import note
from taupes.cli.options import Database, Language, database_address, new_file, speak
from taupes.cli.usage import unusable
from taupes.words.language import Words

Written = Annotated[
    str, typer.Argument(metavar="FILE", help="The file to write, or - for standard output.")
]
Read = Annotated[
    str, typer.Argument(metavar="FILE", help="A file of `taupes backup`, or - for standard input.")
]


def backup(file: Written, database: Database = None, language: Language = "") -> None:
    """Write everything a server keeps into one file, while games go on."""
    from taupes.server.storage.backup import back_up, whole_file  # noqa: PLC0415 - only if wanted

    words = speak(language)
    address = database_address(database)
    if file == "-":
        if sys.stdout.isatty():
            raise unusable("terminal")
        try:
            with _progress(words) as progress:
                rows = back_up(address, sys.stdout.buffer, progress)
            sys.stdout.buffer.flush()
        except BrokenPipeError:
            # Elsewhere whoever reads may stop when it has seen enough; half a backup is none.
            note(words("cli.backup.cut"))
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise typer.Exit(1) from None
    else:
        path = Path(file)
        new_file(path)
        with _progress(words) as progress, whole_file(path) as output:
            rows = back_up(address, output, progress)
    typer.echo(words("cli.backup.done", file=file, count=rows), err=True)


def restore(
    file: Read,
    database: Database = None,
    replace: Annotated[
        bool, typer.Option("--replace", help="Delete what the database holds now.")
    ] = False,
    check: Annotated[
        bool, typer.Option("--check", help="Only read the file: whether it is whole.")
    ] = False,
    language: Language = "",
) -> None:
    """Fill an empty database from a backup; its servers must be stopped."""
    from taupes.server.storage import backup as backups  # noqa: PLC0415 - only if wanted

    words = speak(language)
    with _progress(words) as progress, _opened(file) as data:
        if check:
            rows = backups.check(data, file, progress)
        else:
            address = database_address(database)
            rows = backups.restore(address, data, file, progress, replace=replace)
    name = "cli.backup.checked" if check else "cli.backup.restored"
    typer.echo(words(name, file=file, count=rows), err=True)


@contextmanager
def _opened(file: str) -> Iterator[BinaryIO]:
    if file == "-":
        yield sys.stdin.buffer
    else:
        with Path(file).open("rb") as data:
            yield data


@contextmanager
def _progress(words: Words) -> Iterator[Callable[[int], None]]:
    """A line that says how far it is, in a terminal."""
    with err.status(words("cli.backup.beginning")) as line:
        yield lambda rows: line.update(words("cli.backup.so_far", count=rows))
