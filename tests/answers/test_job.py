"""Jobs: whatever is sent, something comes of it."""

from importlib import import_module

import pytest

from taupes.answers import job
from taupes.answers.job import JOBS, Extent, RequestRefused, perform, read
from taupes.table.refusals import Refusal


def test_every_job_is_there() -> None:
    for name in JOBS:
        assert callable(job.job_of(name))
    for name in ("boards.nothing", "job.read", "os.system", ""):
        with pytest.raises(KeyError):
            job.job_of(name)


@pytest.mark.parametrize("name", sorted(JOBS - {"records.notation"}))
@pytest.mark.parametrize("data", [b"", b"null", b"[]", b'{"record": 1}', b"\xff", b"[" * 9999])
def test_nonsense_is_refused_and_never_a_failure(name: str, data: bytes) -> None:
    done = perform(name, data, Extent())
    assert not done.failure
    assert done.refusal is not None or b'"ok":false' in done.data


def test_a_failure_says_where_and_nothing_that_was_typed(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(data: bytes, extent: Extent) -> bytes:
        raise ValueError(data.decode())

    monkeypatch.setattr(import_module("taupes.answers.boards"), "check", fail)
    failure = perform("boards.check", b"a secret", Extent()).failure
    assert failure.startswith("ValueError at ")
    assert "test_job.py" in failure
    assert "secret" not in failure
    assert perform("no.such", b"", Extent()).failure.startswith("KeyError")


def test_an_answer_is_bounded() -> None:
    wish = b'{"toml": "x"}'
    whole = perform("boards.check", wish, Extent())
    assert perform("boards.check", wish, Extent(answer_bytes=len(whole.data))) == whole
    cut = perform("boards.check", wish, Extent(answer_bytes=len(whole.data) - 1))
    assert cut.refusal is not None
    assert cut.refusal.code == "too_large"
    assert not cut.data


def test_what_was_sent_is_of_the_kind() -> None:
    assert read(b"[1]", list[int]) == [1]
    with pytest.raises(RequestRefused) as caught:
        read(b'["1"]', list[int])
    assert isinstance(caught.value.refusal, Refusal)
    assert caught.value.refusal.code == "bad_message"
