"""Who can decide: the Player protocol, the levels, and one game between players."""

from taupes.bots.external.fault import BadBot
from taupes.bots.levels import (
    LEVELS,
    TEMPERAMENTS,
    BotLevel,
    UnknownBot,
    is_level,
    level_of,
    temperament_of,
)
from taupes.bots.match import Step, chance, count_turns, play_game, play_on, record_game
from taupes.bots.player import (
    REPEATABLE,
    TURN,
    BadBudget,
    BadThought,
    Budget,
    Choice,
    Player,
    Thought,
    Turn,
    ask,
    budget_of,
    choices,
    name_of,
    without_asking,
)
from taupes.bots.registry import make_bot

__all__ = [
    "LEVELS",
    "REPEATABLE",
    "TEMPERAMENTS",
    "TURN",
    "BadBot",
    "BadBudget",
    "BadThought",
    "BotLevel",
    "Budget",
    "Choice",
    "Player",
    "Step",
    "Thought",
    "Turn",
    "UnknownBot",
    "ask",
    "budget_of",
    "chance",
    "choices",
    "count_turns",
    "is_level",
    "level_of",
    "make_bot",
    "name_of",
    "play_game",
    "play_on",
    "record_game",
    "temperament_of",
    "without_asking",
]
