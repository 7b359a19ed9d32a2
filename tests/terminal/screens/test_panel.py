import pytest

from taupes.rules import LANGUAGES, State, new_game
from taupes.terminal.screens.panel import Panel
from taupes.words.language import Words
from taupes.words.teller import Teller
from tests.rules.positions import position

OUT = {"en": "out", "fr": "hors jeu", "de": "draußen"}


def rows(state: State, language: str = "en") -> list[str]:
    """What stands beside each seat's name."""
    names = ("Ada", "Bob", "Cleo", "Dan")[: state.game.seats]
    panel = Panel(Teller(state.game, names, Words(language)), 30, colour=False)
    lines = panel.seats(state, None).plain.split("\n")[::2]
    return [line.split(name)[1].strip() for line, name in zip(lines, names, strict=True)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_nobody_is_out_before_the_moles_are_placed(language: str) -> None:
    assert rows(new_game(position(moles={"A": "c3", "B": "e4"}).game), language) == ["0 (0)"] * 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_whoever_has_no_mole_on_a_lower_board_is_out(language: str) -> None:
    state = position(1, moles={"A": "c3 d1", "B": "", "C": "e5"})
    assert rows(state, language) == ["2 (1)", OUT[language], "1 (0)"]
