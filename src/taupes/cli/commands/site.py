"""`taupes site`: the whole game as a folder of files, for any host."""

from pathlib import Path
from typing import Annotated

import typer

from taupes.cli.lines import say
from taupes.cli.options import Language, speak
from taupes.cli.places import format_size
from taupes.cli.usage import Unusable


def site(
    out: Annotated[
        Path, typer.Option("--out", metavar="FOLDER", help="Where to write it: a new folder.")
    ],
    language: Language = "",
) -> None:
    """Write the game as a folder for any host: it needs no server."""
    # Only here: no other command should wait for a web server to be loaded.
    from taupes.server.running import engine_folder, page_folder  # noqa: PLC0415
    from taupes.server.site import NoSite, make_site  # noqa: PLC0415

    words = speak(language)
    try:
        sizes = make_site(page_folder(), engine_folder(), out)
    except NoSite as error:
        raise Unusable(error.saying) from None
    groups = {"page": 0, "engine": 0, "answers": 0}
    for name, size in sizes.items():
        first = name.split("/")[0]
        python = name.startswith(("assets/python/", "engine/"))
        groups["engine" if python else first if first in groups else "page"] += size
    for name, size in groups.items():
        say(f"{words(f'cli.site.{name}'):8} {format_size(size, words):>9}")
    say(words("cli.site.try", command=f"python -m http.server --directory {out}"))
