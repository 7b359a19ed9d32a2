"""Our two frames agree with the library's, and everything else is left to it."""

from collections.abc import Generator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.frames import Frame, Opcode
from websockets.protocol import State
from websockets.server import ServerProtocol

from taupes.server.socket.frames import NotOurs, cut, frame_of, unmasked

MOST = 1000


def from_client(opcode: Opcode, data: bytes, fin: bool = True) -> bytes:
    return Frame(opcode, data, fin).serialize(mask=True)


@given(st.binary(max_size=300) | st.sampled_from([bytes(125), bytes(126), bytes(MOST)]))
def test_a_text_is_read_as_it_was_written(text: bytes) -> None:
    data = b"before" + from_client(Opcode.TEXT, text) + b"after"
    assert cut(data, 6, MOST) == (text, len(data) - 5)


@given(st.binary(min_size=4, max_size=4), st.binary(max_size=50))
def test_a_mask_goes_over_every_byte(mask: bytes, data: bytes) -> None:
    assert unmasked(data, mask) == bytes(byte ^ mask[n % 4] for n, byte in enumerate(data))


@given(st.binary(max_size=300))
def test_a_frame_is_not_there_before_its_last_byte(text: bytes) -> None:
    data = from_client(Opcode.TEXT, text)
    assert all(cut(data[:end], 0, MOST) is None for end in range(len(data)))


@pytest.mark.parametrize("size", [0, 1, 125, 126, 65_535, 65_536])
def test_what_is_sent_is_what_the_library_would_send(size: int) -> None:
    assert frame_of(bytes(size)) == Frame(Opcode.TEXT, bytes(size)).serialize(mask=False)


def test_answers_to_pings_have_no_text() -> None:
    data = from_client(Opcode.PONG, b"sign")
    assert cut(data, 0, MOST) == (None, len(data))


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(from_client(Opcode.BINARY, b"x"), id="binary"),
        pytest.param(from_client(Opcode.PING, b""), id="ping"),
        pytest.param(from_client(Opcode.CLOSE, b""), id="close"),
        pytest.param(from_client(Opcode.TEXT, b"x", fin=False), id="the first part"),
        pytest.param(from_client(Opcode.CONT, b"x"), id="the last part"),
        pytest.param(Frame(Opcode.TEXT, b"x").serialize(mask=False), id="without a mask"),
        pytest.param(from_client(Opcode.TEXT, bytes(MOST + 1)), id="too long"),
        pytest.param(b"\x81\xff" + b"\xff" * 8, id="endless"),
        pytest.param(b"\x8a\xfe\x00\x7e", id="a long pong"),
        pytest.param(b"\xc1\x81\x00\x00\x00\x00x", id="a reserved bit"),
        pytest.param(b"\x83\x80\x00\x00\x00\x00", id="a kind that is none"),
    ],
)
def test_everything_else_is_not_ours(data: bytes) -> None:
    with pytest.raises(NotOurs):
        cut(data, 0, MOST)


def pieces(data: bytes, sizes: list[int]) -> Generator[bytes]:
    for size in sizes:
        yield data[:size]
        data = data[size:]
    yield data


@given(st.lists(st.binary(max_size=20), max_size=6), st.lists(st.integers(1, 40), max_size=6))
def test_in_whatever_pieces_it_comes_we_read_what_the_library_reads(
    texts: list[bytes], sizes: list[int]
) -> None:
    data = b"".join(from_client(Opcode.TEXT, text) for text in texts)
    library = ServerProtocol(state=State.OPEN)
    library.receive_data(data)
    rest, read = b"", []
    for piece in pieces(data, sizes):
        rest, at = rest + piece, 0
        while (found := cut(rest, at, MOST)) is not None:
            text, at = found
            read.append(text)
        rest = rest[at:]
    assert rest == b""
    frames = library.events_received()
    assert read == [bytes(frame.data) for frame in frames if isinstance(frame, Frame)]
