"""Figures for Prometheus, of one process."""

from prometheus_client import CollectorRegistry, Counter, Gauge, generate_latest


class Metrics:
    """Counters and gauges; a registry of its own, so that tests can have several."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.entries = self._counter("entries", "Entries stored by this process.")
        self.conflicts = self._counter(
            "conflicts", "Entries decided again because another process was faster."
        )
        self.failures = self._counter("storage_failures", "Entries that could not be stored.")
        self.messages = self._counter("messages", "Messages received on sockets.")
        self.throttled = self._counter("throttled", "Messages that came too fast and had to wait.")
        self.dropped = Counter(
            "taupes_dropped", "Connections closed by the server.", ["why"], registry=self.registry
        )
        self.refusals = Counter(
            "taupes_refusals", "Messages refused.", ["code"], registry=self.registry
        )
        self.sockets = self._gauge("sockets", "Open connections.")
        self.tables = self._gauge("tables", "Tables in memory.")
        self.thoughts = self._gauge("thoughts", "Decisions of bots so far.")
        self.thoughts_waiting = self._gauge("thoughts_waiting", "Positions waiting for a bot.")
        self.groups = self._gauge("groups", "Transactions of entries so far.")

    def _counter(self, name: str, about: str) -> Counter:
        return Counter(f"taupes_{name}", about, registry=self.registry)

    def _gauge(self, name: str, about: str) -> Gauge:
        return Gauge(f"taupes_{name}", about, registry=self.registry)

    def text(self) -> bytes:
        """Everything in Prometheus's text form."""
        return generate_latest(self.registry)
