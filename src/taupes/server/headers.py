"""Headers that every answer carries: what browsers may do with it."""

from typing import Final

_POLICY: Final = (
    "default-src 'self'; script-src 'self' blob: 'wasm-unsafe-eval'; "
    "style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
    "connect-src 'self' ws: wss:; frame-ancestors 'none'"
)

HEADERS: Final = (
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("content-security-policy", _POLICY),
)
"""For errors and refusals too, whoever says them."""
