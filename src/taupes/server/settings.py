"""Every figure that bounds the server, in one place."""

from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Limits:
    """How much one client, and all of them, may ask for."""

    message_bytes: int = 16_384
    """The longest message on a socket."""
    messages_per_second: float = 50.0
    """On average, for one connection; what comes faster is read later."""
    burst: int = 200
    """Messages at once, before the average counts."""
    requests_per_second: float = 50.0
    """HTTP requests on average, from one address."""
    requests_burst: int = 200
    backlog_bytes: int = 262_144
    """What a client may leave unread before it is dropped."""
    sockets: int = 10_000
    """Connections to one process."""
    sockets_per_address: int = 200
    """Connections from one address to one process; a club shares one."""
    tables_followed: int = 8
    """Tables on one connection."""
    tables_per_person: int = 50
    """Unfinished tables that one person has made."""
    records_per_person: int = 1_000
    """Uploaded records of one person."""
    body_bytes: int = 1_000_000
    """The longest HTTP request."""
    boards_bytes: int = 100_000
    """The longest board set."""
    record_events: int = 5_000
    """The longest record that is replayed."""
    chat_per_second: float = 1.0
    """Lines of chat on average, from one person at one table."""
    chat_burst: int = 10
    catch_up: int = 500
    """Entries sent one by one after a lost connection; more, and the whole table is sent."""
    thoughts_waiting: int = 1_000
    """Bots' decisions waiting for a worker; more, and the seat makes any legal move."""
    idle_days: int = 60
    """Unfinished tables without an entry for so long are closed."""
    open_days: int = 2
    """Tables that have not started after so long are closed."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How one server process runs."""

    database: str
    """`sqlite:///PATH` or `postgresql://…`."""
    bots: int = 1
    """Worker processes in which bots think."""
    bot_seconds: float = 1.0
    """How long a bot may think about one choice."""
    warm: str | None = None
    """A level that thinks once as the server starts, before anybody waits for it."""
    page: Path | None = None
    """The folder of the built page."""
    sweep_seconds: float = 1.0
    """How often to look for tables whose time is up and nobody minds."""
    proxy: str | None = None
    """Addresses and networks whose word on a client's own address is taken, or `*`."""
    limits: Limits = field(default_factory=Limits)
