"""What should not have happened, for whoever looks: its kind and its place, nothing typed."""

import logging
from typing import Final

from taupes.answers.job import place_of

_log: Final = logging.getLogger("taupes.browser")


def note(error: BaseException) -> None:
    """Say what went wrong and where."""
    _log.error("%s at %s", type(error).__name__, place_of(error))
