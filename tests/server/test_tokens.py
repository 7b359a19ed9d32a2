import pytest

from taupes.server.tokens import Signer, new_id, new_seed

SIGNER = Signer(b"secret")


def test_tokens_are_ours_or_nobodys() -> None:
    token = SIGNER.new_token()
    person = SIGNER.person_of(token)
    assert person
    assert SIGNER.token_of(person) == token
    assert Signer(b"other").person_of(token) is None
    for bad in ("", ".", "t1..", "t1.x.", token[:-1], token[:-1] + "g", "t2" + token[2:], "é" * 9):
        assert SIGNER.person_of(bad) is None
    head, mark = token.rsplit(".", 1)
    assert SIGNER.person_of(f"{head}x.{mark}") is None


def test_names_cannot_be_guessed_or_met_twice() -> None:
    assert len({new_id() for _ in range(1000)}) == 1000
    assert len(new_id()) >= 22
    assert len(new_seed()) == 64
    assert SIGNER.derive("rematch:a") == SIGNER.derive("rematch:a")
    assert SIGNER.derive("rematch:a") != SIGNER.derive("rematch:b")


def test_nothing_at_a_server_is_named_like_what_a_device_keeps(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    names = iter(["d-sHet1pQNkzug9Ga7niNA", "d-", "-dsHet1pQNkzug9Ga7niNA"])
    monkeypatch.setattr("secrets.token_urlsafe", lambda size: next(names))
    assert new_id() == "-dsHet1pQNkzug9Ga7niNA"
