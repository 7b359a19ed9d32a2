"""Something that can be done by a key or a click."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Shortcut:
    """Something that a key or a click does."""

    key: str
    """As it is shown."""
    name: str
    """Of the text that says what it does."""
    action: str
    """Of the screen."""
