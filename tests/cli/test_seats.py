import pytest
import typer

from taupes.cli.seats import bot_names, seat_names, split_names


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("greedy", ["greedy"]),
        (" greedy , pup", ["greedy", "pup"]),
        ("pup,,", ["pup", "", ""]),
        ("D'Arcy,O'Hara", ["D'Arcy", "O'Hara"]),
        ("cmd:./a '1,2', pup", ["cmd:./a '1,2'", "pup"]),
        ('pup, cmd:./a "1,\\"2,3"', ["pup", 'cmd:./a "1,\\"2,3"']),
        ("cmd:./a 1\\,2,cmd:./b", ["cmd:./a 1\\,2", "cmd:./b"]),
        ("cmd:./bob's,pup", ["cmd:./bob's", "pup"]),
    ],
)
def test_only_a_command_keeps_the_commas_that_it_quotes(text: str, names: list[str]) -> None:
    assert split_names(text) == names


def test_a_command_cut_at_a_comma_is_noticed() -> None:
    with pytest.raises(typer.BadParameter, match="a comma within a command wants quotes"):
        bot_names("cmd:./a --weights 1,2")
    assert bot_names("cmd:./a,pup") == ["cmd:./a", "pup"]
    assert seat_names("cmd:./a '1,2'", 3) == ["cmd:./a '1,2'"] * 3
