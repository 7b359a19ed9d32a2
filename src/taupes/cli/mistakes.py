"""What people can put right: said in words of their language, never as a traceback."""

import errno
import sys
from typing import Final

MISTAKES: Final = {
    "taupes.rules": ("BadBoard", "BadGame", "BadNotation", "BadRecord", "BadRules"),
    "taupes.bots": ("BadBot", "BadThought", "UnknownBot"),
    "taupes.server.storage": ("BadBackup", "BadDatabase", "StorageAway"),
}
"""By the room that says so; looked up only once it is loaded, as nobody waits for all of them."""


def words_for(error: Exception) -> str | None:
    """What people are told of an error; None if it is a fault of ours."""
    rooms = ((sys.modules[room], names) for room, names in MISTAKES.items() if room in sys.modules)
    kinds = tuple(getattr(room, name) for room, names in rooms for name in names)
    if isinstance(error, (ModuleNotFoundError, OSError, *kinds)):
        from taupes.cli.sentences import sentence_for  # noqa: PLC0415 - rarely wanted

        return sentence_for(error)
    return None


def is_closed_pipe(error: Exception) -> bool:
    """Whether the reader of a pipe has seen enough; Windows has no error of its own for that."""
    is_nameless = isinstance(error, OSError) and error.errno == errno.EINVAL and not error.filename
    return isinstance(error, BrokenPipeError) or (sys.platform == "win32" and is_nameless)
