"""Estimates for the last board, for two to four players."""
