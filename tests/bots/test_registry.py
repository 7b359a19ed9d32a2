import pytest

from taupes.bots import UnknownBot, make_bot


def test_an_unknown_bot_is_named_with_those_there_are() -> None:
    with pytest.raises(UnknownBot, match=r"no bot 'hal'; the bots are random, pup"):
        make_bot("hal")
