"""Structured logs, one JSON object a line, without names, addresses, texts or tokens."""

import logging
import sys
from typing import Any

import structlog

log: Any = structlog.get_logger("taupes")


def start_journal(*, is_pretty: bool) -> None:
    """Write to standard error: for people in a terminal, else for programs."""
    renderer: Any = (
        structlog.dev.ConsoleRenderer() if is_pretty else structlog.processors.JSONRenderer()
    )
    shared: list[Any] = [
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.format_exc_info,
    ]
    structlog.configure(
        processors=[*shared, renderer],
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, renderer],
        )
    )
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    # Access logs hold addresses and links, and with warnings about bad requests any stranger could
    # fill a disk: of the web server only errors are kept.
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access"):
        logging.getLogger(name).handlers = []
        logging.getLogger(name).propagate = True
        logging.getLogger(name).setLevel(logging.ERROR)
