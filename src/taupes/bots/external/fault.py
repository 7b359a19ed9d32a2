"""What a program that plays can do wrong."""

from dataclasses import dataclass


class BadBot(ValueError):
    """A program that cannot be started, or does not speak the protocol."""


@dataclass(frozen=True, slots=True)
class Fault:
    """Something a bot did wrong."""

    kind: str
    """`slow`, `crash`, `flood`, `garbled` or `illegal`."""
    words: str

    def __str__(self) -> str:
        return f"{self.kind}: {self.words}"


class Failure(Exception):
    """No answer that can be used, and why."""

    def __init__(self, kind: str, words: str) -> None:
        super().__init__(words)
        self.fault = Fault(kind, words)
