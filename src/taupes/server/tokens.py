"""Guests: a random name for a person, signed, so that only this server can have given it."""

import hmac
import secrets
from dataclasses import dataclass
from typing import Final

_VERSION: Final = "t1"


@dataclass(frozen=True, slots=True)
class Signer:
    """Makes and reads guests' tokens."""

    secret: bytes
    """Kept in the database: all processes and restarts share it."""

    def new_token(self) -> str:
        """A token for somebody new."""
        return self.token_of(secrets.token_urlsafe(12))

    def token_of(self, person: str) -> str:
        """The token of a person."""
        return f"{_VERSION}.{person}.{self._mark(f'{_VERSION}.{person}')}"

    def person_of(self, token: str) -> str | None:
        """Whose token it is, or None if it is not one of ours."""
        head, _, mark = token.rpartition(".")
        version, _, person = head.partition(".")
        if version != _VERSION or not person or not token.isascii():
            return None
        return person if hmac.compare_digest(mark, self._mark(head)) else None

    def derive(self, text: str) -> str:
        """An unguessable name that always comes out the same."""
        return self._mark(f"derived:{text}")[:24]

    def _mark(self, text: str) -> str:
        return hmac.digest(self.secret, text.encode(), "sha256").hex()[:40]


def new_table_id() -> str:
    """A table's id: whoever does not have the link cannot guess it."""
    return secrets.token_urlsafe(16)


def new_seed() -> str:
    """The seed of a table's discs."""
    return secrets.token_hex(32)
