"""What the engine exports: every public compiled function that can be called from outside."""

from collections.abc import Iterator
from importlib import import_module
from pkgutil import walk_packages
from typing import Any, Final

from taupes.kernel.native import numba
from taupes.kernel.signature import NoPlainForm, Signature, signature_of

ROOMS: Final = (
    "taupes.kernel",
    "taupes.bots.evaluation",
    "taupes.bots.search",
    "taupes.bots.endgame",
)
TABLES: Final = (
    "taupes.bots.endgame.exact",
    "taupes.bots.endgame.positions",
    "taupes.bots.endgame.estimate.blind",
)
"""What works on tables that only NumPy makes: of no use where there is none."""


def exported() -> Iterator[tuple[Signature, Any]]:
    """The signatures of the functions to export, each with what Numba compiles it by."""
    for name in sorted(_modules()):
        for function in vars(import_module(name)).values():
            if not isinstance(function, numba.core.registry.CPUDispatcher):
                continue
            made = function.py_func
            is_inlined = function.targetoptions.get("forceinline", False)
            if made.__module__ != name or made.__name__.startswith("_") or is_inlined:
                continue
            try:
                yield signature_of(made), function
            except NoPlainForm:
                continue


def is_table(signature: Signature) -> bool:
    """Whether a function works on tables."""
    return signature.name.startswith(TABLES)


def _modules() -> Iterator[str]:
    for room in ROOMS:
        yield room
        for found in walk_packages(import_module(room).__path__, f"{room}."):
            yield found.name
