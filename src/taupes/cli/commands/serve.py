"""`taupes serve`: tables for people, on this machine or for everybody."""

import errno
import re
import socket
import sys
import threading
import webbrowser
from collections.abc import Iterable
from dataclasses import fields, replace
from pathlib import Path
from typing import Annotated, Final
from urllib.request import urlopen

import typer

from taupes.cli.lines import note
from taupes.cli.options import Database, Language, database_address, speak
from taupes.cli.usage import unusable
from taupes.server.settings import Limits, Settings
from taupes.words.language import Words

EVERYWHERE: Final = "0.0.0.0"  # noqa: S104 - only if somebody asks for it

LOCAL: Final = ("127.0.0.1", "::1", "localhost")


def serve(
    host: Annotated[
        str, typer.Option("--host", metavar="ADDRESS", help="The address to listen on.")
    ] = "127.0.0.1",
    port: Annotated[
        int, typer.Option("--port", metavar="N", min=0, max=65535, help="The port.")
    ] = 8080,
    database: Database = None,
    bots: Annotated[
        int, typer.Option("--bots", metavar="N", min=1, help="Processes in which bots think.")
    ] = 1,
    bot_seconds: Annotated[
        float,
        typer.Option(
            "--bot-seconds", metavar="T", min=0.01, max=60, help="A bot's time for a choice."
        ),
    ] = 1.0,
    page: Annotated[
        Path | None, typer.Option("--page", metavar="FOLDER", help="Another built page.")
    ] = None,
    limit: Annotated[
        list[str] | None,
        typer.Option("--limit", metavar="NAME=VALUE", help="Change a limit; see docs/server.md."),
    ] = None,
    proxy: Annotated[
        str | None,
        typer.Option("--proxy", metavar="ADDRESSES", help="Trust these proxies' headers."),
    ] = None,
    allow_host: Annotated[
        list[str] | None,
        typer.Option(
            "--allow-host",
            metavar="NAME",
            envvar="TAUPES_ALLOW_HOST",
            help="Answer to this name too, or to any with '*'; addresses and localhost always.",
        ),
    ] = None,
    bots_alone: Annotated[
        bool | None,
        typer.Option(
            "--bots-alone/--no-bots-alone",
            help="Let everybody make tables of bots alone; without it, on this machine only.",
        ),
    ] = None,
    push_contact: Annotated[
        str | None,
        typer.Option(
            "--push-contact",
            metavar="ADDRESS",
            envvar="TAUPES_PUSH_CONTACT",
            help="Tell people of their turns; push services may write to this mail address.",
        ),
    ] = None,
    push_service: Annotated[
        str | None, typer.Option("--push-service", metavar="ORIGIN", hidden=True)
    ] = None,
    engine: Annotated[
        bool,
        typer.Option(
            "--engine/--no-engine", help="Let devices keep the games of people who play alone."
        ),
    ] = True,
    warm: Annotated[
        bool,
        typer.Option(
            "--warm/--no-warm", help="Compile bots at once, before anybody waits for them."
        ),
    ] = True,
    place: Annotated[
        str,
        typer.Option("--place", metavar="PATH", help="The path that a proxy puts before it."),
    ] = "/",
    open_page: Annotated[bool, typer.Option("--open", help="Open the page in a browser.")] = False,
    language: Language = "",
) -> None:
    """Serve tables: HTTP, live play and the page."""
    # Only here: no other command should wait for a web server to be loaded.
    from taupes.server.journal import start_journal  # noqa: PLC0415
    from taupes.server.running import engine_folder, page_folder  # noqa: PLC0415
    from taupes.server.running import serve as run_server  # noqa: PLC0415

    words = speak(language)
    if page and not (page / "index.html").is_file():
        raise unusable("no_index", folder=page)
    settings = Settings(
        database=database_address(database),
        bots=bots,
        bot_seconds=bot_seconds,
        is_warm=warm,
        page=page or page_folder(),
        engine=engine_folder() if engine else None,
        place=parse_place(place),
        proxy=proxy,
        names=(*(allow_host or ()), host),
        # Whoever serves only their own machine may watch bots; strangers may not let them think.
        bots_alone=(host in LOCAL and proxy is None) if bots_alone is None else bots_alone,
        push_contact=parse_contact(push_contact),
        push_service=push_service,
        limits=parse_limits(limit or ()),
    )
    start_journal(is_pretty=sys.stderr.isatty())
    check_port(host, port)
    address = f"http://{'localhost' if host in ('127.0.0.1', EVERYWHERE) else host}:{port}/"
    if sys.stderr.isatty():
        typer.echo(words("cli.serve.at", address=address), err=True)
        if host == EVERYWHERE and (own := own_address()):
            others = f"http://{own}:{port}/"
            typer.echo(words("cli.serve.others", address=others), err=True)
    if open_page:
        threading.Thread(target=_open, args=(address, words), daemon=True).start()
    if not run_server(settings, host, port):
        raise typer.Exit(1)


def parse_place(text: str) -> str:
    """A path that begins and ends with a slash.

    >>> parse_place("games/taupes"), parse_place("/")
    ('/games/taupes/', '/')
    """
    parts = [part for part in text.split("/") if part]
    if not all(re.fullmatch(r"[\w.~-]+", part, re.ASCII) for part in parts):
        raise unusable("place", path=f"{text:.80}")
    return "/".join(("", *parts, ""))


def check_port(host: str, port: int) -> None:
    """Refuse a port that somebody else is using, and name one that is free."""
    kind = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(kind) as trial:
        trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            trial.bind((host, port))
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                raise unusable("port_taken", port=port, next=port + 1) from None
            where = f"{host}:{port}"
            raise unusable("no_serving", address=where, error=error.strerror) from None


def own_address() -> str | None:
    """The address of this machine in its own network, if it has one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # reserved for examples; nothing is sent
        except OSError:
            return None
        return str(probe.getsockname()[0])


def parse_limits(changes: Iterable[str]) -> Limits:
    """Limits with some of them changed, as they were typed."""
    limits = Limits()
    known = {field.name for field in fields(Limits)}
    for change in changes:
        name, equals, value = change.partition("=")
        if name not in known or not equals:
            raise unusable("limit", typed=f"{change:.80}", known=", ".join(sorted(known)))
        try:
            number = type(getattr(limits, name))(value)
        except ValueError:
            raise unusable("number", typed=f"{change:.80}") from None
        limits = replace(limits, **{name: number})
    return limits


def parse_contact(typed: str | None) -> str | None:
    """Whom push services may write to, as they want it: a mail address, or a page.

    >>> parse_contact("ada@club.example"), parse_contact("https://club.example")
    ('mailto:ada@club.example', 'https://club.example')
    """
    if not typed:
        return None
    if re.fullmatch(r"(mailto:[^\s@<>]+@|https://)[^\s@<>]+", typed):
        return typed
    if re.fullmatch(r"[^\s@<>:/]+@[^\s@<>:/]+", typed):
        return f"mailto:{typed}"
    raise unusable("contact", typed=f"{typed:.80}")


def _open(address: str, words: Words) -> None:
    """Open the page as soon as it can be had."""
    for _ in range(100):
        try:
            with urlopen(f"{address}api/health", timeout=1):  # noqa: S310 - our own address
                webbrowser.open(address)
                return
        except OSError:
            threading.Event().wait(0.1)
    note(words("cli.serve.not_opened", address=address))
