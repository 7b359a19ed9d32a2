"""Whether a game fills the screen, or is played in lines of text."""

import os
from importlib.util import find_spec

from taupes.cli.console import is_capable
from taupes.cli.lines import note
from taupes.words.language import Words


def has_screen(words: Words) -> bool:
    """Whether a full screen can be shown here; what is missing for it is said."""
    if not is_capable(os.environ):
        return False
    if find_spec("textual") is None:
        note(words("cli.play.no_screen"))
        return False
    return True
