"""What a compiled function takes, laid flat: how a library is called, the same on every machine.

A function of a library takes one address, that of a *block* of words of 64 bits. The first is for
what it gives back, then come its arguments: a whole number or a truth is a word, a number a word's
bits; an array is where it lies, counted in bytes from the block on, and its lengths; the fields of
a named tuple follow each other. So a block with its arrays behind it may be moved as one piece of
memory, to another process or a module of WebAssembly, and still means the same.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, get_type_hints

from taupes.kernel.arrays import WORDS, Kind, WordArray

NUMBERS = {int: "q", bool: "q", float: "d", type(None): "q"}
"""Python's types and the codes of their words in a block."""


class NoPlainForm(TypeError):
    """A type that cannot be laid flat."""


@dataclass(frozen=True, slots=True)
class Fields:
    """A named tuple, by what its fields are."""

    maker: type
    parts: "tuple[Form, ...]"


Form = type | Kind | Fields
"""One of the types in NUMBERS, an array, or a named tuple."""


def form_of(annotation: Any) -> Form:
    """What an annotation says, or NoPlainForm."""
    if annotation in NUMBERS:
        return annotation  # type: ignore[no-any-return]
    if annotation is WordArray:
        return WORDS
    for told in getattr(annotation, "__metadata__", ()):
        if isinstance(told, Kind):
            return told
    if hasattr(annotation, "_fields"):
        hints = get_type_hints(annotation, include_extras=True)
        return Fields(annotation, tuple(form_of(hints[name]) for name in annotation._fields))
    raise NoPlainForm(f"{annotation} has no plain form")


def codes_of(form: Form) -> Iterator[str]:
    """The codes of the words that an argument takes in a block."""
    match form:
        case Kind():
            yield from "q" * (1 + form.dimensions)
        case Fields():
            for part in form.parts:
                yield from codes_of(part)
        case _:
            yield NUMBERS[form]


def spelled(form: Form) -> str:
    """A form in a few letters, for people and manifests: `q[]` is an array of words."""
    match form:
        case Kind():
            return form.code + "[" + "," * (form.dimensions - 1) + "]"
        case Fields():
            return f"{form.maker.__name__}({' '.join(map(spelled, form.parts))})"
        case _:
            return form.__name__


Placed = tuple[int, str, tuple[int, ...]]
"""Where an array lies, the code of its numbers, and its lengths."""

Place = Callable[[Any], Placed]
"""Says where an array lies, counted in bytes from a block on."""


def _flat(form: Form, argument: Any, place: Place) -> Iterator[Any]:
    match form:
        case Kind():
            at, code, lengths = place(argument)
            if code != form.code or len(lengths) != form.dimensions:
                raise TypeError(f"an array of {form} is wanted, not one of {code!r} and {lengths}")
            yield at
            yield from lengths
        case Fields():
            for part, each in zip(form.parts, argument, strict=True):
                yield from _flat(part, each, place)
        case _:
            yield argument


@dataclass(frozen=True)
class Signature:
    """What a function takes and gives."""

    name: str
    """The function's full name: that of its symbol."""
    takes: tuple[Form, ...]
    gives: type

    @cached_property
    def codes(self) -> str:
        """The codes of all words of a block."""
        return NUMBERS[self.gives] + "".join(code for form in self.takes for code in codes_of(form))

    @property
    def layout(self) -> str:
        """The same for the module `struct`."""
        return f"={self.codes}"

    def flat(self, arguments: Sequence[Any], place: Place) -> Iterator[Any]:
        """The words of these arguments, without the first, which is for what is given back."""
        for form, argument in zip(self.takes, arguments, strict=True):
            yield from _flat(form, argument, place)

    def __str__(self) -> str:
        return f"({', '.join(map(spelled, self.takes))}) -> {spelled(self.gives)}"


def signature_of(function: Callable[..., Any]) -> Signature:
    """The signature of a function by its annotations, or NoPlainForm."""
    hints = get_type_hints(function, include_extras=True)
    gives = hints.pop("return")
    if gives not in NUMBERS:
        raise NoPlainForm(f"{gives} has no plain form")
    takes = tuple(map(form_of, hints.values()))
    return Signature(f"{function.__module__}.{function.__qualname__}", takes, gives)
