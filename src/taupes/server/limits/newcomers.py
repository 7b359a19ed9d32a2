"""Who and what may come: guests cost nobody anything, so there is only so much new in an hour."""

from taupes.server.limits.bucket import Quota
from taupes.server.limits.space import Space
from taupes.server.settings import Limits
from taupes.table.refusals import Refusal


class Newcomers:
    """Counts new guests, tables and records, by address and in all."""

    def __init__(self, limits: Limits, space: Space) -> None:
        self._guests = Quota(limits.guests_per_address, limits.guests_per_hour)
        self._tables = Quota(limits.tables_per_address, limits.tables_per_hour)
        self._records = Quota(limits.records_per_address, limits.records_per_hour)
        self._space = space

    def guest(self, address: str) -> Refusal | None:
        """Why nobody from an address becomes a guest now; None if one does, who is counted."""
        return self._refusal(self._guests, address, Refusal("too_many_guests"))

    def table(self, address: str) -> Refusal | None:
        """Why nobody at an address makes a table now; None if one may, which is counted."""
        return self._refusal(self._tables, address, Refusal("too_many_new"))

    def record(self, address: str) -> Refusal | None:
        """Why no record of an address is kept now; None if one may be, which is counted."""
        return self._refusal(self._records, address, Refusal("too_many_new"))

    def device(self) -> Refusal | None:
        """Why no device is remembered now; each person's are counted where they are stored."""
        return Refusal("no_space") if self._space.is_full else None

    def _refusal(self, quota: Quota, address: str, no: Refusal) -> Refusal | None:
        if self._space.is_full:
            return Refusal("no_space")
        return None if quota.allows(address) else no
