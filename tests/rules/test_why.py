from collections.abc import Iterator
from string import Formatter
from typing import Any

import pytest

from taupes.rules.hex import CENTRE, Hex, format_cell
from taupes.rules.options import OPTIONS, PRESETS
from taupes.rules.why import LANGUAGES, RULE_OF, Why, catalogue, sentence
from tests.rules.positions import reason, scene
from tests.rules.test_arrangement import OBJECTIONS
from tests.rules.test_explain import EXPLANATIONS
from tests.rules.test_refusal import REFUSALS

NAMES = ("Ada", "Bob", "Cleo", "Dan")

ALL_REASONS = {
    code: why
    for table in (REFUSALS, EXPLANATIONS, OBJECTIONS)
    for code, (_, _, why) in table.items()
} | {"not_your_turn": Why("not_your_turn", seat=1)}


def fields(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name is not None}


def leaves(
    tree: dict[str, Any], path: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], str]]:
    for key, value in tree.items():
        if isinstance(value, dict):
            yield from leaves(value, (*path, key))
        else:
            yield (*path, key), value


def test_every_code_is_expected_by_some_test() -> None:
    assert set(ALL_REASONS) == set(RULE_OF)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_code_has_a_sentence_and_no_sentence_is_without_a_code(language: str) -> None:
    assert set(catalogue(language)["reasons"]) == set(RULE_OF)


@pytest.mark.parametrize("code", RULE_OF)
def test_the_sentences_of_a_code_speak_of_the_same_things(code: str) -> None:
    spoken = {language: fields(catalogue(language)["reasons"][code]) for language in LANGUAGES}
    assert spoken["fr"] == spoken["de"] == spoken["en"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("code", RULE_OF)
def test_every_sentence_renders_what_its_reason_is_about(code: str, language: str) -> None:
    why = ALL_REASONS[code]
    words = sentence(why, 4, language, NAMES)
    said = {
        "cell": why.cell and format_cell(why.cell, 4),
        "other": why.other and format_cell(why.other, 4),
        "name": None if why.seat is None else NAMES[why.seat],
        "disc": why.disc,
        "count": why.count,
    }
    about = fields(catalogue(language)["reasons"][code])
    assert None not in [said[field] for field in about]
    assert all(str(said[field]) in words for field in about)
    assert words[-1] in ".!"


def test_the_languages_are_english_french_and_german() -> None:
    assert LANGUAGES == ("en", "fr", "de")


@pytest.mark.parametrize("language", ["fr", "de"])
def test_the_other_languages_say_everything_that_english_says(language: str) -> None:
    english, other = dict(leaves(dict(catalogue("en")))), dict(leaves(dict(catalogue(language))))
    assert set(other) == set(english)
    assert not [path for path, words in other.items() if words == english[path]]


def test_every_preset_and_option_is_described() -> None:
    assert set(catalogue("en")["presets"]) == set(PRESETS)
    assert set(catalogue("en")["options"]) == set(OPTIONS)


def test_an_unknown_language_is_refused_with_the_known_ones() -> None:
    with pytest.raises(ValueError, match=r"^no language 'it'; there are en, fr, de$"):
        sentence(Why("game_over"), 4, "it")


def test_a_mole_that_would_jump_is_told_over_which_cell() -> None:
    state = scene(
        """
            . . . . .
           . . . . . .
          . . . . . . .
         . . . . . . . .
        . . . . . . . . .
         . . . . . . . .
          . . . A B . o
           . . . . . .
            . . . . .
        """,
        disc=2,
    )
    why = reason(state, "c4-c6")
    assert sentence(why, 4) == "A mole may not pass over another mole: c5 is taken."


@pytest.mark.parametrize(
    ("why", "language", "words"),
    [
        (
            Why("passes_over", cell=Hex(-1, 2)),
            "fr",
            "Une taupe ne peut pas passer par-dessus une autre\u202f: c4 est occupée.",
        ),
        (
            Why("passes_over", cell=Hex(-1, 2)),
            "de",
            "Ein Maulwurf darf nicht über einen anderen springen: c4 ist besetzt.",
        ),
        (
            Why("stay_in_hole", cell=CENTRE, other=Hex(2, 0)),
            "en",
            (
                "A mole in a hole stays there as long as another one can move: "
                "the one on e5 can go to e7."
            ),
        ),
        (Why("eliminated", seat=2), "en", "Cleo has no moles left and is out of the game."),
        (
            Why("wrong_distance", cell=CENTRE, disc=3, count=2),
            "en",
            "The disc shows 3: the mole must move exactly that far, not 2.",
        ),
    ],
)
def test_a_sentence_names_cells_players_and_numbers(why: Why, language: str, words: str) -> None:
    assert sentence(why, 4, language, NAMES) == words


def test_a_player_without_a_name_is_called_by_number() -> None:
    assert sentence(Why("not_your_turn", seat=2), 4, names=("Ada",)) == "It is not 3’s turn."


def test_a_cell_is_named_in_the_frame_of_the_widest_board() -> None:
    why = Why("no_mole", cell=CENTRE)
    assert sentence(why, 4) == "There is no mole on e5."
    assert sentence(why, 5) == "There is no mole on f6."


def test_every_code_names_the_place_in_the_rules() -> None:
    assert Why("passes_over").rule == "RULES, A turn, 2"
    assert Why("dotted_path").rule == "RULES, The blue board"
    assert {Why(code).rule.split(", ")[1] for code in RULE_OF} == {
        "Material",
        "Set-up",
        "A turn",
        "End of a board",
        "The blue board",
        "End of the game",
        "Pro version",
    }


@pytest.mark.parametrize("cell", [Hex(0, 200), Hex(0, -(10**7)), Hex(10**9, 0)])
def test_a_cell_far_off_the_board_still_has_its_sentence(cell: Hex) -> None:
    words = sentence(Why("off_board", cell=cell), 4)
    assert words == "That place is not on this board."
