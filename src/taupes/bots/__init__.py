"""Who can decide: the Player protocol, the levels, and one game between players."""

from taupes.bots.external import BadBot
from taupes.bots.levels import LEVELS, BotLevel, UnknownBot, make_bot
from taupes.bots.match import Step, chance, play_game, record_game
from taupes.bots.player import TURN, Budget, Choice, Player, Thought, Turn, choices

__all__ = [
    "LEVELS",
    "TURN",
    "BadBot",
    "BotLevel",
    "Budget",
    "Choice",
    "Player",
    "Step",
    "Thought",
    "Turn",
    "UnknownBot",
    "chance",
    "choices",
    "make_bot",
    "play_game",
    "record_game",
]
