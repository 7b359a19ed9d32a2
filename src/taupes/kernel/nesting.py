"""Functions that end up inside others: compiled once, where they end up.

Numba makes every function ready to be called by itself: it optimises it with all that it calls, and
makes machine code of it. Of ten functions that call each other in a row the last is made ten times.
So a function that another one calls is left as it was lowered, and only what Python calls is made
ready, with all that it calls at once. That stands on parts of Numba that may change; where one is
missing, everything is made ready as before.
"""

from collections.abc import Callable
from importlib import import_module
from typing import Any, Final

from taupes.kernel import thrift

codegen: Any = import_module("numba.core.codegen")
compiler_lock: Any = import_module("numba.core.compiler_lock")
LINKAGE: Any = import_module("llvmlite.binding").Linkage

LIBRARY: Final = getattr(codegen, "CPUCodeLibrary", None)
CODEGEN: Final = getattr(codegen, "JITCPUCodegen", None)
LOCK: Final[Any] = getattr(compiler_lock, "global_compiler_lock", None)
PARTS: Final = (
    (LOCK, "acquire"),
    (LIBRARY, "_optimize_final_module"),
    (LIBRARY, "_finalize_final_module"),
    (LIBRARY, "_finalize_dynamic_globals"),
    (CODEGEN, "_module_pass_manager"),
    (CODEGEN, "set_env"),
    (thrift.TYPED, "get_call_type"),
)
"""What lets one thread compile at a time, what makes a function ready, what tells it where its
surroundings are, and what types a call."""

IS_KNOWN: Final = all(callable(getattr(owner, name, None)) for owner, name in PARTS)
"""Whether Numba is built as this expects it to be."""

_kinds: Final = [""]
"""Of the function that is being compiled, and those around it: `nested` in another one, `ready` to
be called, or nothing if it is not ours. Only who holds Numba's lock may touch it: another thread
that waits to compile would be taken for the innermost, and leave a function unready."""


def nested(dispatcher: Any) -> Any:
    """A function that only ends up in others."""
    return _of_kind(dispatcher, "nested")


def ready(dispatcher: Any, inner: Any) -> Any:
    """A function that Python calls; compiled ones call another dispatcher of the same."""
    dispatcher.nested = inner
    dispatcher.get_call_template = inner.get_call_template
    dispatcher.get_overload = inner.get_overload
    return _of_kind(dispatcher, "ready")


def _of_kind(dispatcher: Any, kind: str) -> Any:
    usual = dispatcher.compile

    def compile_so(signature: Any) -> Any:
        with LOCK, thrift.seldom_swept():
            _kinds.append(kind)
            try:
                return usual(signature)
            finally:
                _kinds.pop()

    if IS_KNOWN:
        dispatcher.compile = compile_so
    return dispatcher


def _instead(owner: Any, name: str, **others: Callable[..., Any]) -> None:
    """Let a method do something else for functions of some kinds."""
    usual = getattr(owner, name)

    def method(self: Any, *rest: Any) -> Any:
        other = others.get(_kinds[-1])
        return (other or usual)(self, *rest)

    setattr(owner, name, method)


def _nothing(*_: Any) -> None:
    """Nothing at all."""


def _leave(library: Any) -> None:
    """Make a library one that is linked into others and never run."""
    library._finalize_dynamic_globals()
    library._finalized = True


def _optimise(library: Any) -> None:
    """Optimise once: what Numba does before that is for counting references, of which are none.

    Nobody else calls the functions that end up here, so that they are handed no more than they use.
    Each has a name of its own: who compiles a function with Numba's means that calls some of them
    would else be given these by the linker, and hand them more.
    """
    for function in library._final_module.functions:
        if not function.is_declaration and function.linkage is LINKAGE.linkonce_odr:
            function.linkage = LINKAGE.internal
            function.name = f"{function.name}.inner"
    passes, builder = library._codegen._module_pass_manager()
    passes.run(library._final_module, builder)


if IS_KNOWN:
    _instead(LIBRARY, "_optimize_final_module", nested=_nothing, ready=_optimise)
    _instead(LIBRARY, "_finalize_final_module", nested=_leave)
    _instead(CODEGEN, "set_env", nested=_nothing)
    typed = thrift.typed_once(thrift.TYPED.get_call_type)
    _instead(thrift.TYPED, "get_call_type", nested=typed, ready=typed)
