"""`taupes site`: the whole game as a folder of files, for any host."""

from pathlib import Path
from typing import Annotated

import typer

from taupes.cli.lines import note


def site(
    out: Annotated[
        Path, typer.Option("--out", metavar="FOLDER", help="Where to write it: a new folder.")
    ],
) -> None:
    """Write the game as a folder for any host: it needs no server."""
    # Only here: no other command should wait for a web server to be loaded.
    from taupes.server.running import engine_folder, page_folder  # noqa: PLC0415
    from taupes.server.site import NoSite, make_site  # noqa: PLC0415

    try:
        sizes = make_site(page_folder(), engine_folder(), out)
    except NoSite as error:
        raise typer.BadParameter(str(error)) from None
    groups = {"page": 0, "engine": 0, "answers": 0}
    for name, size in sizes.items():
        first = name.split("/")[0]
        python = name.startswith(("assets/python/", "engine/"))
        groups["engine" if python else first if first in groups else "page"] += size
    for name, size in groups.items():
        typer.echo(f"{name:8} {size / 1000:9,.0f} kB")
    note(f"Try it: python -m http.server --directory {out}")
