"""What is sealed can be read by its browser, and by nobody else."""

import pytest
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric import ec

from taupes.server.push.encryption import PADDED, BadKey, public_key, seal, shared_secret
from tests.server.push.service import Browser, decoded, decrypt, encoded, point

EXAMPLE = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6Tlz"
    "AC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)
"""RFC 8291, section 5."""


def test_our_own_reader_reads_the_example_of_the_standard() -> None:
    scalar = int.from_bytes(decoded("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"), "big")
    key = ec.derive_private_key(scalar, ec.SECP256R1())
    auth = decoded("BTBZMqHH6r4Tts7J_aSIgg")
    assert decrypt(decoded(EXAMPLE), key, auth) == b"When I grow up, I want to be a watermelon"


@pytest.mark.parametrize("size", [0, 1, 300, PADDED, 2_000, 3_900])
def test_what_is_sealed_is_read_by_its_browser(size: int) -> None:
    browser, data = Browser(""), bytes(range(1, 251)) * 16
    wish = browser.wish()
    sealed = seal(data[:size], wish["key"], wish["auth"])
    assert decrypt(sealed, browser.private, browser.auth) == data[:size]
    assert seal(data[:size], wish["key"], wish["auth"]) != sealed


def test_nobody_else_reads_it() -> None:
    browser, other = Browser(""), Browser("")
    wish = browser.wish()
    sealed = seal(b"your turn", wish["key"], wish["auth"])
    for key, auth in ((other.private, browser.auth), (browser.private, other.auth)):
        with pytest.raises(InvalidTag):
            decrypt(sealed, key, auth)


def test_its_length_says_nothing() -> None:
    wish = Browser("").wish()
    lengths = {len(seal(b"x" * size, wish["key"], wish["auth"])) for size in (1, 50, 900)}
    assert len(lengths) == 1


def test_what_is_too_long_is_not_sealed() -> None:
    wish = Browser("").wish()
    with pytest.raises(ValueError, match="too long"):
        seal(b"x" * 4_096, wish["key"], wish["auth"])


NOWHERE = b"\x04" + b"\x01" * 64
"""Not on the curve: whoever answered would tell something of our key."""


@pytest.mark.parametrize(
    "text", ["", "a", "not base64!", encoded(b"\x04" * 64), encoded(NOWHERE), encoded(bytes(65))]
)
def test_a_bad_key_is_refused(text: str) -> None:
    with pytest.raises(BadKey):
        public_key(text)


def test_a_good_key_is_taken() -> None:
    key = ec.generate_private_key(ec.SECP256R1()).public_key()
    assert point(public_key(encoded(point(key)))) == point(key)


@pytest.mark.parametrize("text", ["", "é", encoded(b"x" * 15), encoded(b"x" * 17)])
def test_a_bad_secret_is_refused(text: str) -> None:
    with pytest.raises(BadKey):
        shared_secret(text)
