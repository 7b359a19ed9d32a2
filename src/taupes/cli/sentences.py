"""What is wrong, in the language that was asked for."""

import errno
import os
import sys
from collections.abc import Mapping
from typing import Final

from taupes.cli.extras import absence
from taupes.cli.usage import asked_language
from taupes.rules import BadBoard, BadNotation, BadRecord
from taupes.words.language import DEFAULT
from taupes.words.saying import Saying, saying

TROUBLES: Final[Mapping[int, str]] = {
    errno.ENOENT: "absent",
    errno.EACCES: "forbidden",
    errno.EPERM: "forbidden",
    errno.EROFS: "forbidden",
    errno.EISDIR: "folder",
    errno.ENOTDIR: "no_folder",
    errno.ENOSPC: "full",
}
"""What systems have against a file, of what people meet."""


class BadFile(BadRecord):
    """A file that a command cannot use, and what it says of it."""

    def __init__(self, file: str, said: Saying, event: int | None = None) -> None:
        super().__init__(file, str(said), event)
        self.said = said
        self.saying = saying("cli.files.where", file=file, what=said)


def sentence_for(error: Exception) -> str | None:
    """What people are told of an error; None if it is a fault of ours."""
    language = asked_language(sys.argv, os.environ)
    if isinstance(error, ModuleNotFoundError):
        absent = absence(error)
        return absent.told(language) if absent else None
    said = getattr(error, "saying", None)
    if isinstance(said, Saying):
        return said.told(language)
    if isinstance(error, OSError):
        trouble = file_trouble(error)
        if not error.filename:
            return trouble.told(language)
        return saying("cli.files.where", file=error.filename, what=trouble).told(language)
    if isinstance(error, BadRecord) and isinstance(error.__cause__, BadRecord | BadNotation):
        what = record_words(error.__cause__, language)
        return saying("cli.files.where", file=error.where, what=what).told(language)
    if isinstance(error, BadRecord | BadNotation):
        return record_words(error, language)
    if isinstance(error, BadBoard) and language != DEFAULT:
        return board_words(error, language)
    return _bot_words(error, language)


def file_trouble(error: OSError) -> Saying:
    """What the system has against a file; what it seldom has, in its own words."""
    code = TROUBLES.get(error.errno or 0)
    if code:
        return saying(f"cli.files.{code}")
    return saying("cli.files.trouble", error=error.strerror or error)


def record_words(error: BadRecord | BadNotation, language: str) -> str:
    """What is wrong with a record: precisely in English, else the sentence and the precise part."""
    if language == DEFAULT:
        return _precisely(error)
    from taupes.table.refusals import Refusal, words  # noqa: PLC0415 - only if something is wrong

    breach = error.breach if isinstance(error, BadRecord) else None
    detail = breach.sentence(language) if breach else f"({_precisely(error)})"
    return f"{words(Refusal('bad_record', str(error)), language)} {detail}"


def _precisely(error: BadRecord | BadNotation) -> str:
    """What the rules have against a record; people count its events from 1, programs from 0."""
    if not isinstance(error, BadRecord) or error.event is None:
        return str(error)
    return f"event number {error.event + 1}: {error.what}"


def board_words(error: BadBoard, language: str) -> str:
    """What is wrong with a set of boards, first things first."""
    from taupes.table.problems import problem_view  # noqa: PLC0415 - only if something is wrong

    what = " ".join(problem_view(problem, language).sentence for problem in error.problems)
    return saying("cli.files.where", file=error.source, what=what).told(language)


def _bot_words(error: Exception, language: str) -> str:
    from taupes.bots import BadBot, BadThought  # noqa: PLC0415 - only if something is wrong

    if isinstance(error, BadBot | BadThought):
        from taupes.arena.checkup import complaint_words, thought_words  # noqa: PLC0415 - likewise

        if isinstance(error, BadThought):
            return thought_words(error).told(language)
        return complaint_words(error.complaint).told(language)
    return str(error)
