"""What Numba is spared while it compiles."""

import gc
import operator
from itertools import count
from types import SimpleNamespace
from typing import Any, cast

import pytest

from taupes import kernel

pytestmark = pytest.mark.skipif(not kernel.IS_COMPILED, reason="Numba is not here")
if kernel.IS_COMPILED:
    from taupes.kernel import native, thrift


@pytest.mark.parametrize("usual", [0, 700, 200_000])
def test_garbage_is_looked_for_seldom_and_then_as_before(usual: int) -> None:
    before = gc.get_threshold()
    try:
        gc.set_threshold(usual, 8, 9)
        with thrift.seldom_swept():
            assert gc.get_threshold() == ({700: thrift.YOUNG}.get(usual, usual), 8, 9)
        assert gc.get_threshold() == (usual, 8, 9)
    finally:
        gc.set_threshold(*before)


def test_an_operator_of_numbers_and_arrays_is_typed_once() -> None:
    asked = count(1)
    typed = thrift.typed_once(lambda *_: next(asked))
    word, text = native.numba.types.int64, native.numba.types.unicode_type
    context, add, absolute = object(), *map(_typing, (operator.add, abs))
    assert [typed(add, context, (word, word), {}) for _ in range(3)] == [1, 1, 1]
    assert typed(add, object(), (word, word), {}) == 2
    assert typed(_typing(operator.add), context, (word, word), {}) == 3
    assert [typed(add, context, (text, text), {}) for _ in range(2)] == [4, 5]
    assert [typed(absolute, context, (word,), {}) for _ in range(2)] == [6, 7]
    assert [typed(add, context, (word, word), {"b": word}) for _ in range(2)] == [8, 9]


def _typing(key: object) -> SimpleNamespace:
    return SimpleNamespace(typing_key=key)


def test_only_what_is_compiled_for_the_kernel_is_typed_once() -> None:
    def modulo(a: Any, b: Any) -> Any:
        return a % b

    kinds = native.numba.types.int8, native.numba.types.int16
    other, own = native.numba.njit(modulo), cast("Any", native.inlined(modulo))
    context = other.targetdescr.typing_context
    for made, is_known in ((other, False), (own, True)):
        made.compile(kinds)
        known = vars(context.resolve_value_type(operator.mod)).get("known", {})
        assert ((context, kinds) in known) == is_known
