"""What a program or a player of one's own can do wrong."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Final

WORDS: Final[Mapping[str, str]] = {
    "bad_command": "{command}: {error}",
    "closed": "it closed its output",
    "ended": "it ended with code {code}",
    "folder": "{program} is a folder: name the program in it",
    "last_words": "{how}; its last words were: {words}",
    "long_line": "a line of more than {most} bytes",
    "no_answer": "no {kind} within {seconds} seconds",
    "no_choice": "choice: expected one of the legal ones, not {said}",
    "no_command": "{prefix} wants a command, as in {prefix}./mybot",
    "no_message": "expected a line such as {example} on standard output, not {said}; "
    "words for people go to standard error",
    "no_program": "no such program: {program}",
    "no_program_here": "no such program: {program}; for the file in this folder write ./{program}",
    "no_runner": "{program} cannot be run: the program that its first line names is not there",
    "not_legal": "{said} is not among the {count} legal choices, such as {example}",
    "not_ready": "{command}: {kind}: {what}",
    "many_lines": "more than {most} lines and no {kind} among them",
    "unrunnable": "{program} cannot be run: {error}; "
    "is it executable, and does it begin with #! and the name of its language?",
    "wrong_id": "a choice with id {id} for think {number}",
    "no_class": "{name}: no {what} in {where}",
    "no_class_but": "{name}: no {what} in {where}; it has {there}",
    "no_module": "{name}: {error}",
    "no_player": "{name}: {thing} is neither a player nor makes one",
    "no_think": "{name}: a player has think(state, budget, rng); {thing} has not",
    "not_made": "{name} cannot be made: {error}",
    "not_named": "{name}: expected a module and what is in it, as in mymodule:MyBot",
}
"""By code, what is wrong, with marks for the values."""


@dataclass(frozen=True, slots=True)
class Complaint:
    """One thing that is wrong: its code and its values, complaints themselves perhaps."""

    code: str
    values: Mapping[str, object]

    def __str__(self) -> str:
        return WORDS[self.code].format(**self.values)


class BadBot(ValueError):
    """A program that cannot be started, or does not speak the protocol."""

    def __init__(self, code: str, /, **values: object) -> None:
        self.complaint = Complaint(code, values)
        super().__init__(str(self.complaint))

    def __reduce__(self) -> tuple[Callable[[], "BadBot"], tuple[()]]:
        """The same to another process, which workers are."""
        return partial(BadBot, self.complaint.code, **self.complaint.values), ()


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

    def __init__(self, kind: str, complaint: Complaint) -> None:
        super().__init__(str(complaint))
        self.complaint = complaint
        self.fault = Fault(kind, str(complaint))


def failure(kind: str, code: str, /, **values: object) -> Failure:
    """A failure of a kind, with its complaint."""
    return Failure(kind, Complaint(code, values))
