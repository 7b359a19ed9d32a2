"""Texts as tests write them."""


def plain(text: str) -> str:
    """A text with ordinary spaces: those that do not break look like others."""
    return text.replace("\N{NO-BREAK SPACE}", " ")
