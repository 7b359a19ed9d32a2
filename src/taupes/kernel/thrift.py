"""What Numba is spared while it compiles: looking for garbage, and typing the same operation again.

Both were a quarter of its work, and the code is the same without.
"""

import gc
import operator
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any, Final

functions: Any = import_module("numba.core.types.functions")
types: Any = import_module("numba").types

TYPED: Final[Any] = getattr(functions, "BaseFunction", None)
"""What Numba knows about a function or an operator that is called."""
OPERATORS: Final = frozenset(getattr(operator, name) for name in operator.__all__)
PLAIN: Final = types.Number, types.Boolean, types.Array
"""Kinds of operands whose operators Numba builds in: it compiles nothing to type them."""
YOUNG: Final = 100_000
"""New objects between two looks for garbage: hardly any of them is, before a function is done."""

CallType = Callable[[Any, Any, Any, Any], Any]


@contextmanager
def seldom_swept() -> Iterator[None]:
    """Have Python look for garbage seldom, if it does at all."""
    before = gc.get_threshold()
    gc.set_threshold(before[0] and max(before[0], YOUNG), *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)


def typed_once(usual: CallType) -> CallType:
    """Remember what an operator makes of numbers and arrays; Numba tries all that it could mean.

    What is remembered goes with the operator, of which Numba makes another when it learns more.
    """

    def get_call_type(function: Any, context: Any, args: Any, named: Any) -> Any:
        is_plain = function.typing_key in OPERATORS and not named
        if not is_plain or not all(isinstance(each, PLAIN) for each in args):
            return usual(function, context, args, named)
        known = vars(function).setdefault("known", {})
        if (context, args) not in known:
            known[context, args] = usual(function, context, args, named)
        return known[context, args]

    return get_call_type
