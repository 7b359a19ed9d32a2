"""What the library has against what was typed, in our words, by the public parts of its errors."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from difflib import get_close_matches
from typing import Any, Final

import typer

from taupes.cli.usage import Unusable
from taupes.words.saying import Saying, saying

UsageError: Final[type[Exception]] = typer.BadParameter.__bases__[0]
"""What is raised of anything typed wrongly; the library has its own copy of click, or has not."""


@contextmanager
def in_our_words() -> Iterator[None]:
    """Have what was typed wrongly told in the language that was asked for."""
    try:
        yield
    except Unusable:
        raise
    except UsageError as error:
        what = misuse(error)
        if what is None:
            raise
        context = getattr(error, "ctx", None)
        if context is not None:
            what = saying("cli.usage.see", what=what, command=f"{context.command_path} --help")
        raise Unusable(what) from error


def misuse(error: Any) -> Saying | None:
    """What is wrong; None of what the library says better, such as its help."""
    if hasattr(error, "option_name"):
        return _option_misuse(error.option_name, getattr(error, "possibilities", ()))
    parameter = getattr(error, "param", None)
    if parameter is None:
        return None
    name = parameter.metavar if parameter.param_type_name == "argument" else parameter.opts[0]
    if hasattr(error, "param_type"):
        return saying("cli.usage.missing", name=name)
    return _value_misuse(name, parameter.type, error.message)


def no_command(typed: str, known: list[str]) -> Saying:
    """There is no such command, but perhaps one that is almost called so."""
    if near := get_close_matches(typed, known):
        return saying("cli.usage.no_command_but", typed=f"{typed:.40}", known=", ".join(near))
    return saying("cli.usage.no_command", typed=f"{typed:.40}")


def _option_misuse(option: str, near: Any) -> Saying:
    if near == ():  # of an option that there is
        if any(word.startswith(f"{option}=") for word in sys.argv):
            return saying("cli.usage.needless", option=option)
        return saying("cli.usage.valueless", option=option)
    if near:
        known = ", ".join(sorted(near))
        return saying("cli.usage.no_option_but", option=f"{option:.40}", known=known)
    return saying("cli.usage.no_option", option=f"{option:.40}")


def _value_misuse(option: str, kind: Any, message: str) -> Saying:
    name = str(kind.name)
    is_whole = name.startswith("int")
    if not (is_whole or name.startswith("float")):
        return saying("cli.files.where", file=option, what=message)
    what = saying("cli.usage.whole_number") if is_whole else saying("cli.usage.any_number")
    least, most = getattr(kind, "min", None), getattr(kind, "max", None)
    if least is None:
        return saying("cli.usage.expected", option=option, what=what)
    if most is None:
        return saying("cli.usage.expected_from", option=option, what=what, least=least)
    return saying("cli.usage.expected_between", option=option, what=what, least=least, most=most)
