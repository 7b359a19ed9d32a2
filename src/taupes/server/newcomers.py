"""Who may become a guest: a name costs nobody anything, so there are only so many in an hour."""

from taupes.server.bucket import Quota
from taupes.server.settings import Limits
from taupes.server.space import Space
from taupes.table.refusals import Refusal


class Newcomers:
    """Counts new guests, by address and in all."""

    def __init__(self, limits: Limits, space: Space) -> None:
        self._quota = Quota(limits.guests_per_address, limits.guests_per_hour)
        self._space = space

    def refusal(self, address: str) -> Refusal | None:
        """Why nobody from an address becomes a guest now; None if one does, who is counted."""
        if self._space.is_full:
            return Refusal("no_space")
        return None if self._quota.allows(address) else Refusal("too_many_guests")
