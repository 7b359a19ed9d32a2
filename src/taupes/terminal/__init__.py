"""Taupes in a terminal: a game to play, and a companion for the game on a real table."""
