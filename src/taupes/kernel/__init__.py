"""The rules over machine words, compiled: for search and for playing games by the million.

It must agree with `taupes.rules` on everything. An `Engine` holds the tables of one game and
translates; the functions here work on its tables `t` and on the row `s` of a position, from Python
or from other compiled functions. `kernel.layout` says what the numbers mean.
"""

from taupes.kernel import layout
from taupes.kernel.actions import count_actions, is_legal, list_actions, nth_action
from taupes.kernel.arrays import WordVector
from taupes.kernel.chance import below, count_discs, nth_disc, seed, stir
from taupes.kernel.choices import choose, list_choices
from taupes.kernel.compiler import IS_COMPILED, WordArray, compiled, words
from taupes.kernel.engine import Engine
from taupes.kernel.moves import is_home
from taupes.kernel.play import advance, apply, begin
from taupes.kernel.playout import TALLY_WORDS, play_many, play_out
from taupes.kernel.tables import TooWide, tables_of

__all__ = [
    "IS_COMPILED",
    "TALLY_WORDS",
    "Engine",
    "TooWide",
    "WordArray",
    "WordVector",
    "advance",
    "apply",
    "begin",
    "below",
    "choose",
    "compiled",
    "count_actions",
    "count_discs",
    "is_home",
    "is_legal",
    "layout",
    "list_actions",
    "list_choices",
    "nth_action",
    "nth_disc",
    "play_many",
    "play_out",
    "seed",
    "stir",
    "tables_of",
    "words",
]
