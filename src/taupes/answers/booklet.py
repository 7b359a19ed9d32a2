"""The game on paper: a stack as a PDF to cut out."""

import tomllib
from typing import Any, Final, Literal

from msgspec import Struct

from taupes.answers.boards import Orientations, stack_of
from taupes.answers.job import Extent, RequestRefused, read
from taupes.rules import BoardSet, parse_boards
from taupes.table.refusals import Refusal

MOST_SHEETS: Final = 40
"""Boards on more sheets are printed by the command, at home."""

PaperName = Literal["a4", "letter"]
LanguageName = Literal["en", "fr", "de"]


class PrintWish(Struct, frozen=True):
    """A stack to print: plain boards, or the text of a board file."""

    boards: Any = None
    toml: str | None = None
    orientations: Orientations | None = None
    paper: PaperName = "a4"
    language: LanguageName = "en"
    players: Literal[2, 3, 4] | None = None
    """Moles for so many only; left out, for any number."""


def draw(data: bytes, _: Extent) -> tuple[bytes, bytes]:
    """The booklet, and the name of its file."""
    from taupes.paper import board_sheets, draw_booklet, file_name  # noqa: PLC0415 - few print

    wish = read(data, PrintWish)
    stack = stack_of(lambda: _parse(wish), wish.orientations)
    sheets = board_sheets(stack, wish.paper)
    if sheets > MOST_SHEETS:
        detail = f"{sheets} sheets for the boards, at most {MOST_SHEETS}"
        raise RequestRefused(Refusal("too_large", detail))
    pdf = draw_booklet(stack, paper=wish.paper, language=wish.language, players=wish.players)
    return pdf, file_name(stack, wish.paper, wish.language).encode()


def _parse(wish: PrintWish) -> BoardSet:
    if wish.toml is None:
        return parse_boards(wish.boards)
    try:
        return parse_boards(tomllib.loads(wish.toml))
    except RecursionError as error:
        raise ValueError("not TOML: nested too deeply") from error
