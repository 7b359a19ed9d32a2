"""What the library has against what was typed, in our words, by the public parts of its errors."""

import sys
from difflib import get_close_matches
from typing import Any

from taupes.cli.usage import Unusable, unusable
from taupes.words.saying import Saying, saying


def retold(error: Exception) -> Exception:
    """What the library raised, as something to be told in the language that was asked for."""
    what = None if isinstance(error, Unusable) else misuse(error)
    if what is None:
        return error
    context = getattr(error, "ctx", None)
    if context is not None:
        what = saying("cli.usage.see", what=what, command=f"{context.command_path} --help")
    return Unusable(what)


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


def no_command(typed: str, known: list[str]) -> Unusable:
    """There is no such command, but perhaps one that is almost called so."""
    if near := get_close_matches(typed, known):
        return unusable("no_command_but", typed=f"{typed:.40}", known=", ".join(near))
    return unusable("no_command", typed=f"{typed:.40}")


def too_much(words: list[str]) -> Unusable:
    """What was typed after all that a command takes."""
    return unusable("extra", words=f"{' '.join(words):.200}")


def _option_misuse(option: str, near: Any) -> Saying:
    if near == ():  # of an option that there is
        if any(word.startswith(f"{option}=") for word in sys.argv):
            return saying("cli.usage.needless", option=option)
        return saying("cli.usage.valueless", option=option)
    if near:
        return saying("cli.usage.no_option_but", option=f"{option:.40}", known=", ".join(near))
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
