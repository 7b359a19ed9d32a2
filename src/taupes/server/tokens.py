"""Guests: a random name for a person, signed, so that only this server can have given it."""

import hmac
import secrets
from dataclasses import dataclass
from typing import Final

from taupes.table.ids import is_on_device

_VERSION: Final = "t1"

CODE: Final = 12
"""Letters of a code that people read and type: sixty bits."""

_LETTERS: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Those that cannot be taken for one another."""

_MISREAD: Final = str.maketrans("OIL", "011")


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

    def day_seed(self, day: str) -> str:
        """The seed of the stack of a day, which nobody can work out before it is shown."""
        return hmac.digest(self.secret, f"day:{day}".encode(), "sha256").hex()

    def _mark(self, text: str) -> str:
        return hmac.digest(self.secret, text.encode(), "sha256").hex()[:40]


def new_code() -> str:
    """A code for people to read and type."""
    letters = "".join(secrets.choice(_LETTERS) for _ in range(CODE))
    return "-".join(letters[at : at + 4] for at in range(0, CODE, 4))


def plain_code(text: str) -> str:
    """A code as it was meant, however it was typed; no code, if it is none.

    >>> plain_code(" 7kq2 mxho.tdwi"), plain_code("7KQ2-MXH0-TDW1"), plain_code("nonsense")
    ('7KQ2MXH0TDW1', '7KQ2MXH0TDW1', '')
    """
    found = "".join(letter for letter in text.upper().translate(_MISREAD) if letter in _LETTERS)
    return found if len(found) == CODE else ""


def new_id() -> str:
    """The id of a table or a record: whoever does not have the link cannot guess it.

    One in four thousand would say that a device keeps it: another is taken then.
    """
    while is_on_device(name := secrets.token_urlsafe(16)):
        pass
    return name


def new_seed() -> str:
    """The seed of a table's discs."""
    return secrets.token_hex(32)
