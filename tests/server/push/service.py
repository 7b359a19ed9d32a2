"""A push service of our own on loopback, and the browsers that it delivers to.

It decrypts what arrives by the words of RFC 8291 alone, with nothing of the server's.
"""

import base64
import hashlib
import hmac
import json
import os
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from tests.server.process import PATIENCE


def encoded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def decoded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "==")


def point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def mac(key: bytes, data: bytes) -> bytes:
    return hmac.digest(key, data, hashlib.sha256)


def decrypt(body: bytes, key: ec.EllipticCurvePrivateKey, auth: bytes) -> bytes:
    """RFC 8291, section 3.4, and RFC 8188, section 2."""
    salt, size, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
    sender, content = body[21 : 21 + length], body[21 + length :]
    assert length == 65
    assert len(body) <= size
    shared = key.exchange(
        ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender)
    )
    info = b"WebPush: info\0" + point(key.public_key()) + sender
    mixed = mac(mac(auth, shared), info + b"\x01")
    pseudo = mac(salt, mixed)
    secret = mac(pseudo, b"Content-Encoding: aes128gcm\0\x01")[:16]
    nonce = mac(pseudo, b"Content-Encoding: nonce\0\x01")[:12]
    filled = AESGCM(secret).decrypt(nonce, content, None).rstrip(b"\0")
    assert filled.endswith(b"\x02"), "the last record ends so"
    return filled[:-1]


@dataclass
class Browser:
    """A browser's side of a subscription."""

    endpoint: str
    private: ec.EllipticCurvePrivateKey = field(
        default_factory=lambda: ec.generate_private_key(ec.SECP256R1())
    )
    auth: bytes = field(default_factory=lambda: os.urandom(16))

    def wish(self, **more: Any) -> dict[str, Any]:
        """What its page tells the server."""
        key = encoded(point(self.private.public_key()))
        return {"endpoint": self.endpoint, "key": key, "auth": encoded(self.auth)} | more


@dataclass(frozen=True)
class Arrived:
    """A message as it came."""

    path: str
    headers: dict[str, str]
    body: bytes

    def read(self, browser: Browser) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(decrypt(self.body, browser.private, browser.auth))
        return found

    def claims(self, key: str, origin: str) -> dict[str, Any]:
        """What the sender says of itself, if it was signed by a key (RFC 8292)."""
        kind, _, rest = self.headers["authorization"].partition(" ")
        parts = dict(part.strip().split("=", 1) for part in rest.split(","))
        assert kind == "vapid"
        assert parts["k"] == key
        text, _, mark = parts["t"].rpartition(".")
        signature = decoded(mark)
        r, s = (int.from_bytes(half, "big") for half in (signature[:32], signature[32:]))
        signer = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(key))
        signer.verify(encode_dss_signature(r, s), text.encode(), ec.ECDSA(SHA256()))
        head, claims = (json.loads(decoded(part)) for part in text.split("."))
        assert head == {"typ": "JWT", "alg": "ES256"}
        assert claims["aud"] == origin
        assert time.time() < claims["exp"] <= time.time() + 24 * 3600
        return dict(claims)


class PushService:
    """Takes messages; answers as it is told to, by path."""

    def __init__(self) -> None:
        self.arrived: list[Arrived] = []
        self.answers: dict[str, Callable[[Any], None]] = {}
        self._changed = threading.Condition()
        self.release = threading.Event()
        """Lets go of those who are kept waiting."""
        self._server = ThreadingHTTPServer(
            ("127.0.0.1", 0), type("_", (_Handler,), {"service": self})
        )
        self._server.daemon_threads = True
        threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True).start()

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def browser(self, name: str) -> Browser:
        return Browser(f"{self.origin}/{name}")

    def take(self, message: Arrived) -> None:
        with self._changed:
            self.arrived.append(message)
            self._changed.notify_all()

    def at(self, name: str) -> list[Arrived]:
        return [one for one in list(self.arrived) if one.path == f"/{name}"]

    def wait(self, name: str, count: int = 1) -> list[Arrived]:
        with self._changed:
            assert self._changed.wait_for(lambda: len(self.at(name)) >= count, PATIENCE)
        return self.at(name)

    def stop(self) -> None:
        self.release.set()
        self._server.shutdown()
        self._server.server_close()


class _Handler(BaseHTTPRequestHandler):
    service: PushService

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"]))
        headers = {name.lower(): value for name, value in self.headers.items()}
        self.service.take(Arrived(self.path, headers, body))
        answer = self.service.answers.get(self.path.strip("/"), created)
        answer(self)

    def log_message(self, *_: object) -> None:
        pass


def created(handler: BaseHTTPRequestHandler) -> None:
    says(201)(handler)


def says(status: int, **headers: str) -> Callable[[BaseHTTPRequestHandler], None]:
    """An answer of a status."""

    def answer(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(status)
        for name, value in headers.items():
            handler.send_header(name, value)
        handler.send_header("Content-Length", "0")
        handler.end_headers()

    return answer


def hangs(handler: _Handler) -> None:
    """No answer, for as long as the test lasts."""
    handler.service.release.wait(PATIENCE)


def floods(handler: BaseHTTPRequestHandler) -> None:
    """A first line that has no end."""
    try:
        while True:
            handler.wfile.write(b"x" * 65_536)
    except OSError:
        return
