"""Taupes: the digital edition of the board game *Taupes et Compagnie* (1995)."""

__version__ = "0.10.1"
