"""Who pushes: the server's key pair, by which push services know it again (VAPID, RFC 8292)."""

import time
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import msgspec
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256

from taupes.server.push.encryption import base64url, point

_HOURS: Final = 12
"""For which a signature is good; services take up to 24."""


def new_scalar() -> str:
    """The secret of a new key pair, as it is stored."""
    key = ec.generate_private_key(ec.SECP256R1())
    return f"{key.private_numbers().private_value:064x}"


@dataclass(frozen=True)
class Identity:
    """The server's key pair, and whom push services may write to."""

    scalar: str
    """Kept in the database: whoever subscribed did so for this key and no other."""
    contact: str
    """`mailto:…` or `https://…`."""

    @cached_property
    def key(self) -> ec.EllipticCurvePrivateKey:
        """The key that signs."""
        return ec.derive_private_key(int(self.scalar, 16), ec.SECP256R1())

    @cached_property
    def public(self) -> str:
        """The key that browsers subscribe with."""
        return base64url(point(self.key.public_key()))

    def authorization(self, origin: str) -> str:
        """The header that says to the push service at an origin who we are."""
        claims = {"aud": origin, "exp": int(time.time()) + _HOURS * 3600, "sub": self.contact}
        parts = ({"typ": "JWT", "alg": "ES256"}, claims)
        text = ".".join(base64url(msgspec.json.encode(part)) for part in parts)
        r, s = decode_dss_signature(self.key.sign(text.encode(), ec.ECDSA(SHA256())))
        signature = base64url(r.to_bytes(32, "big") + s.to_bytes(32, "big"))
        return f"vapid t={text}.{signature}, k={self.public}"
