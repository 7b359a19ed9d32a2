"""The booklet's words, in every language."""

from collections.abc import Mapping
from typing import Any

from taupes.drawing.theme import theme_of
from taupes.rules.board import Stack
from taupes.rules.options import PRESETS, AllHome, FinalEntry, Preset, Victory
from taupes.words.catalogue import catalogue


def words(language: str) -> Mapping[str, Any]:
    """The words of one language."""
    return catalogue("paper", language)


def board_title(stack: Stack, level: int, language: str) -> str:
    """What a board is called: its own name, or that of its ground in this language."""
    name, ground = stack.levels[level].name, theme_of(level, len(stack.levels)).name
    grounds: Mapping[str, str] = words(language)["grounds"]
    return grounds[ground] if name == ground else name


def preset_row(preset: Preset, language: str) -> list[str]:
    """What a preset plays, in the columns of the table at the end of the rules."""
    said: Mapping[str, str] = words(language)["ways"]

    def entry(players: int) -> str:
        every = preset.rules(players).final_entry is FinalEntry.ALL_PATHS
        return said["all_paths" if every else "solid_paths"]

    rules = preset.more
    two, more = entry(2), entry(3)
    return [
        preset.name,
        said["special_yes" if rules.special_cells else "special_no"],
        said["must_pass" if rules.all_home is AllHome.MUST_PASS else "may_pass"],
        two if two == more else said["by_players"].format(two=two, more=more),
        said["points" if rules.victory is Victory.POINTS else "shovel"],
    ]


def preset_table(language: str) -> list[list[str]]:
    """All presets, with a line of titles."""
    said: Mapping[str, str] = words(language)["ways"]
    titles = [said[f"title_{column}"] for column in ("name", "special", "home", "entry", "victory")]
    return [titles, *(preset_row(preset, language) for preset in PRESETS.values())]
