"""What is pushed, for the browser's eyes alone: RFC 8291 over RFC 8188, in a single record."""

import base64
import binascii
import os
from typing import Final

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

RECORD: Final = 4_096
"""Bytes of the record that services must take."""

PADDED: Final = 1_024
"""Bytes to which what is shorter is filled up: its length tells nobody anything."""

_POINT, _AUTH, _SALT = 65, 16, 16


class BadKey(ValueError):
    """A browser's key that is none."""


def base64url(data: bytes) -> str:
    """Bytes as they are written in addresses and headers.

    >>> base64url(b"taupe?")
    'dGF1cGU_'
    """
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def from_base64url(text: str) -> bytes:
    """Bytes that were written so; BadKey if they were not."""
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError) as error:
        raise BadKey("expected Base64 for addresses") from error


def public_key(text: str) -> ec.EllipticCurvePublicKey:
    """A browser's public key; BadKey if it is not a point of the curve."""
    data = from_base64url(text)
    if len(data) != _POINT:
        raise BadKey(f"expected {_POINT} bytes")
    try:
        return ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), data)
    except ValueError as error:
        raise BadKey("not a point of P-256") from error


def shared_secret(text: str) -> bytes:
    """What a browser and we know; BadKey if it is not that."""
    data = from_base64url(text)
    if len(data) != _AUTH:
        raise BadKey(f"expected {_AUTH} bytes")
    return data


def point(key: ec.EllipticCurvePublicKey) -> bytes:
    """A public key as it is sent."""
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def seal(data: bytes, key: str, auth: str) -> bytes:
    """Encrypt something for a browser, with a key that is used once."""
    theirs, ours, salt = public_key(key), ec.generate_private_key(ec.SECP256R1()), os.urandom(_SALT)
    sender = point(ours.public_key())
    common = ours.exchange(ec.ECDH(), theirs)
    content, nonce = _keys(common, shared_secret(auth), point(theirs), sender, salt)
    filled = data + b"\x02" + bytes(max(0, PADDED - len(data)))
    head = salt + RECORD.to_bytes(4, "big") + bytes([len(sender)]) + sender
    if len(head) + len(filled) + 16 > RECORD:
        raise ValueError("too long to be pushed")
    return head + AESGCM(content).encrypt(nonce, filled, None)


def _keys(
    common: bytes, auth: bytes, receiver: bytes, sender: bytes, salt: bytes
) -> tuple[bytes, bytes]:
    """The key of the content and its nonce (RFC 8291, 3.4)."""
    info = b"WebPush: info\x00" + receiver + sender
    mixed = _derive(common, auth, info, 32)
    return (
        _derive(mixed, salt, b"Content-Encoding: aes128gcm\x00", 16),
        _derive(mixed, salt, b"Content-Encoding: nonce\x00", 12),
    )


def _derive(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, info).derive(secret)
