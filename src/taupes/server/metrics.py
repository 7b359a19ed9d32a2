"""Figures for Prometheus, of one process."""

from collections import Counter
from collections.abc import Iterator

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric


class Metrics:
    """What a process counts: plain numbers, for some change with every message."""

    def __init__(self) -> None:
        self.entries = 0
        """Entries stored by this process."""
        self.conflicts = 0
        """Entries decided again because another process was faster."""
        self.failures = 0
        """Entries that could not be stored."""
        self.messages = 0
        """Messages received on sockets."""
        self.throttled = 0
        """Messages that came too fast and had to wait."""
        self.dropped: Counter[str] = Counter()
        """Connections closed by the server, by reason."""
        self.refusals: Counter[str] = Counter()
        """Messages refused, by code."""
        self.pushes: Counter[str] = Counter()
        """Messages to push services, by what became of them."""
        self.gauges: dict[str, float] = {}
        """What is looked up when somebody asks, by the names of `_GAUGES`."""
        self._registry = CollectorRegistry()
        self._registry.register(self)

    def collect(self) -> Iterator[Metric]:
        """Everything as Prometheus wants it."""
        for name, (attribute, about) in _COUNTERS.items():
            yield CounterMetricFamily(f"taupes_{name}", about, getattr(self, attribute))
        for name, label, about in (
            ("dropped", "why", "Connections closed by the server."),
            ("refusals", "code", "Messages refused."),
            ("pushes", "receipt", "Messages to push services, and what became of them."),
        ):
            family = CounterMetricFamily(f"taupes_{name}", about, labels=[label])
            for value, count in getattr(self, name).items():
                family.add_metric([value], count)
            yield family
        for name, about in _GAUGES.items():
            yield GaugeMetricFamily(f"taupes_{name}", about, self.gauges.get(name, 0))

    def text(self) -> bytes:
        """Everything in Prometheus's text form."""
        return generate_latest(self._registry)


_COUNTERS = {
    "entries": ("entries", "Entries stored by this process."),
    "conflicts": ("conflicts", "Entries decided again because another process was faster."),
    "storage_failures": ("failures", "Entries that could not be stored."),
    "messages": ("messages", "Messages received on sockets."),
    "throttled": ("throttled", "Messages that came too fast and had to wait."),
}

_GAUGES = {
    "sockets": "Open sockets.",
    "connections": "Open HTTP connections.",
    "unread": "Bytes that clients have not read, of those who are behind.",
    "tables": "Tables in memory.",
    "thoughts": "Decisions of bots so far.",
    "thoughts_waiting": "Positions waiting for a bot.",
    "thoughts_failed": "Bots that crashed, took too long or could not begin, so far.",
    "computed": "Requests worked out in processes of their own so far.",
    "computing_waiting": "Requests waiting to be worked out.",
    "computing_failed": "Requests given up so far, and processes that could not begin.",
    "pushes_under_way": "Turns of which somebody is being told.",
    "groups": "Transactions of entries so far.",
}
