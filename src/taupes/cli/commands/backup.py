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
from taupes.cli.options import Database, database_address, new_file

Written = Annotated[
    str, typer.Argument(metavar="FILE", help="The file to write, or - for standard output.")
]
Read = Annotated[
    str, typer.Argument(metavar="FILE", help="A file of `taupes backup`, or - for standard input.")
]


def backup(file: Written, database: Database = None) -> None:
    """Write everything a server keeps into one file, while games go on."""
    from taupes.server.storage.backup import back_up, whole_file  # noqa: PLC0415 - only if wanted

    address = database_address(database)
    if file == "-":
        if sys.stdout.isatty():
            raise typer.BadParameter("a backup is not for a terminal: name a file, or use a pipe")
        try:
            with _progress() as progress:
                rows = back_up(address, sys.stdout.buffer, progress)
            sys.stdout.buffer.flush()
        except BrokenPipeError:
            # Elsewhere whoever reads may stop when it has seen enough; half a backup is none.
            note("-: nobody reads on; the backup is not whole")
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise typer.Exit(1) from None
    else:
        path = Path(file)
        new_file(path)
        with _progress() as progress, whole_file(path) as output:
            rows = back_up(address, output, progress)
    typer.echo(f"{file}: {rows} rows", err=True)


def restore(
    file: Read,
    database: Database = None,
    replace: Annotated[
        bool, typer.Option("--replace", help="Delete what the database holds now.")
    ] = False,
    check: Annotated[
        bool, typer.Option("--check", help="Only read the file: whether it is whole.")
    ] = False,
) -> None:
    """Fill an empty database from a backup; its servers must be stopped."""
    from taupes.server.storage import backup as backups  # noqa: PLC0415 - only if wanted

    with _progress() as progress, _opened(file) as data:
        if check:
            rows = backups.check(data, file, progress)
        else:
            address = database_address(database)
            rows = backups.restore(address, data, file, progress, replace=replace)
    typer.echo(f"{file}: {rows} rows, {'all whole' if check else 'restored'}", err=True)


@contextmanager
def _opened(file: str) -> Iterator[BinaryIO]:
    if file == "-":
        yield sys.stdin.buffer
    else:
        with Path(file).open("rb") as data:
            yield data


@contextmanager
def _progress() -> Iterator[Callable[[int], None]]:
    """A line that says how far it is, in a terminal."""
    with err.status("Beginning") as line:
        yield lambda rows: line.update(f"{rows:,} rows")
