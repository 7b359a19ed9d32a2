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
    messages_per_address: float = 500.0
    """Messages a second on average, for all connections of one address."""
    burst_per_address: int = 2_000
    requests_per_second: float = 50.0
    """HTTP requests on average, from one address."""
    requests_burst: int = 600
    requests_at_once: int = 64
    """HTTP requests of one address that bring something and are being answered."""
    files_per_second: float = 200.0
    """Files of the page, and questions whether the server lives, on average from one address."""
    files_burst: int = 5_000
    backlog_bytes: int = 262_144
    """What a client may leave unread before it is dropped."""
    unread_bytes: int = 67_108_864
    """What all clients together may leave unread before the slowest are dropped."""
    sockets: int = 10_000
    """Sockets to one process."""
    sockets_per_address: int = 200
    """Sockets from one address to one process; a club shares one."""
    sockets_per_person: int = 20
    """Sockets of one person to one process."""
    connections: int = 4_000
    """HTTP connections to one process."""
    connections_per_address: int = 250
    """From one address, unless it is a proxy that we trust; a browser opens six."""
    header_bytes: int = 16_384
    """The longest head of an HTTP request: its address and its headers."""
    headers: int = 100
    """Headers of an HTTP request."""
    header_seconds: float = 10.0
    """From the first byte of an HTTP request to the end of its head."""
    body_seconds: float = 30.0
    """From there to the end of what is sent with it."""
    stalled_seconds: float = 30.0
    """After which a client that reads nothing of an answer is dropped."""
    guests_per_address: int = 200
    """New guests from one address in an hour."""
    guests_per_hour: int = 5_000
    """New guests in an hour, in all."""
    codes_per_address: int = 30
    """Codes of other devices that are tried from one address in an hour."""
    tables_per_address: int = 400
    """New tables from one address in an hour, rematches included."""
    tables_per_hour: int = 10_000
    """New tables in an hour, in all."""
    records_per_address: int = 400
    """Uploaded records from one address in an hour."""
    records_per_hour: int = 10_000
    """Uploaded records in an hour, in all."""
    tables_followed: int = 8
    """Tables on one connection."""
    tables_per_person: int = 50
    """Unfinished tables that one person has made."""
    records_per_person: int = 1_000
    """Uploaded records of one person."""
    database_bytes: int = 10_000_000_000
    """The size of the database from which on nothing new is begun; games go on."""
    free_bytes: int = 200_000_000
    """What is left free on the disk of an SQLite file, in the same way."""
    body_bytes: int = 1_000_000
    """The longest HTTP request."""
    record_bytes: int = 300_000
    """The longest record that is kept."""
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
    """Bots' decisions waiting for a worker; more, and the last of those who have most waits."""
    thoughts_per_person: int = 20
    """Of one person's tables and hints; more are asked for later."""
    computing_waiting: int = 64
    """Requests that wait to be worked out (replays, boards, prints); more are told to come back."""
    computing_per_address: int = 16
    """Of one address."""
    computing_seconds: float = 30.0
    """How long a request may take before it is given up."""
    niceness: int = 5
    """How much whatever thinks or works something out stands back behind the server. People's games
    come first, but others wait too: with 20, a machine whose cores are all busy gave a game that
    was to be weighed a thousandth of its time, and with 10 too little beside eleven others."""
    analyses_waiting: int = 8
    """Games that wait to be weighed; one at a time is, and one of each address."""
    answer_bytes: int = 4_000_000
    """The longest answer that is worked out."""
    cards_per_second: float = 2.0
    """Cards for messengers that are drawn, on average for one address."""
    cards_burst: int = 40
    kept_bytes: int = 16_000_000
    """Cards and weighed games that are kept, to be sent again."""
    subscriptions_per_person: int = 10
    """Devices of one person that are told of turns; of more, the oldest goes."""
    subscription_days: int = 200
    """Devices that have not been heard of for so long are forgotten."""
    push_after_seconds: float = 30.0
    """How long a turn waits before somebody is told of it: who is there plays it meanwhile."""
    push_seconds: float = 10.0
    """How long a push service may take."""
    pushes_at_once: int = 32
    """Turns of which people are being told at a time."""
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
    is_warm: bool = False
    """Whether bots are compiled as the server starts, before anybody waits for them."""
    page: Path | None = None
    """The folder of the built page."""
    engine: Path | None = None
    """The folder of what devices need to keep tables themselves."""
    place: str = "/"
    """The path that a proxy has put before every other."""
    sweep_seconds: float = 1.0
    """How often to look for tables whose time is up and nobody minds."""
    proxy: str | None = None
    """Addresses and networks whose word on a client's own address is taken, or `*`."""
    names: tuple[str, ...] = ()
    """Names by which people may call the server beside its addresses and localhost, or `*`."""
    bots_alone: bool = False
    """Whether anybody may make tables at which only bots play."""
    push_contact: str | None = None
    """Whom push services may write to: `mailto:…` or `https://…`; without it nothing is pushed."""
    push_service: str | None = None
    """The origin of a push service for tests, which may be anywhere; else only known ones."""
    limits: Limits = field(default_factory=Limits)
