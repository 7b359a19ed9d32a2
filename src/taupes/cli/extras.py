"""Parts that stand on packages of others: what each gives, and how it is had."""

from dataclasses import dataclass
from typing import Final

from taupes.words.saying import Saying, saying


@dataclass(frozen=True, slots=True)
class Extra:
    """Something that does not work without certain packages."""

    part: str
    gives: str
    packages: tuple[str, ...]
    modules: tuple[str, ...]
    """What must be importable for it to work."""
    install: tuple[str, ...]

    @property
    def advice(self) -> str:
        """What to do if something of it is missing."""
        return f"pip install {' '.join(map(repr, self.install))}"

    def needs(self, module: str) -> bool:
        """Whether a module is of one of its packages."""
        package = module.partition(".")[0]
        given = {name.replace("-", "_").partition(".")[0] for name in self.packages + self.modules}
        return package in given - {"taupes"}


_SERVER: Final = ("fastapi", "uvicorn", "structlog", "msgspec")

DATA: Final = Extra(
    "data sets", ".jsonl.zst, .parquet", ("pyarrow",), ("pyarrow",), ("taupes[data]",)
)
EXTRAS: Final = (
    Extra("full screen", "taupes play", ("textual",), ("textual",), ("textual",)),
    Extra("paper", "taupes print", ("typst",), ("typst",), ("typst",)),
    Extra(
        "server",
        "taupes serve",
        (*_SERVER, "prometheus-client"),
        (*_SERVER, "prometheus_client"),
        ("fastapi", "uvicorn[standard]", "structlog", "msgspec", "prometheus-client"),
    ),
    Extra("PostgreSQL", "taupes serve", ("psycopg",), ("psycopg",), ("psycopg[binary]",)),
    Extra("PNG", "taupes serve, taupes arena", ("resvg-py",), ("resvg_py",), ("resvg-py",)),
    Extra("clips", "taupes show --clip", ("pillow",), ("PIL.Image",), ("taupes[arena]",)),
    Extra(
        "environments",
        "PettingZoo, Gymnasium",
        ("pettingzoo", "gymnasium"),
        ("taupes.envs.aec", "taupes.envs.gym"),
        ("taupes[envs]",),
    ),
    DATA,
    Extra(
        "OpenSpiel",
        "python_taupes",
        ("open_spiel",),
        ("taupes.envs.openspiel",),
        ("taupes[openspiel]",),
    ),
    Extra(
        "cluster",
        "taupes arena --cluster",
        ("distributed",),
        ("distributed",),
        ("taupes[cluster]",),
    ),
)


def absence(error: ModuleNotFoundError) -> Saying | None:
    """What is missing and what to do about it, if it is one of these; None if the fault is ours."""
    for extra in EXTRAS:
        if extra.needs(error.name or ""):
            values = {"gives": extra.gives, "name": error.name, "command": extra.advice}
            return saying("cli.usage.absent", **values)
    return None
