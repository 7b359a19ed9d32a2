"""Bots against bots: tournaments, ratings and reports, on one machine or on many."""

from taupes.arena.game import check_bots, close_entrants, play_pairing, play_pairings
from taupes.arena.plots import format_seconds
from taupes.arena.pool import Pool, open_pool
from taupes.arena.ratings import GameResult, Ratings, rate, shares_of, wilson
from taupes.arena.report import write_report
from taupes.arena.schedule import Pairing, pairings, round_size, rounded
from taupes.arena.settings import BadArena, RunSettings, label
from taupes.arena.sprt import Claim, Count, Trial, elo_of, expected_score, trial_bots
from taupes.arena.tally import Standing, Tally
from taupes.arena.tournament import Tournament

__all__ = [
    "BadArena",
    "Claim",
    "Count",
    "GameResult",
    "Pairing",
    "Pool",
    "Ratings",
    "RunSettings",
    "Standing",
    "Tally",
    "Tournament",
    "Trial",
    "check_bots",
    "close_entrants",
    "elo_of",
    "expected_score",
    "format_seconds",
    "label",
    "open_pool",
    "pairings",
    "play_pairing",
    "play_pairings",
    "rate",
    "round_size",
    "rounded",
    "shares_of",
    "trial_bots",
    "wilson",
    "write_report",
]
