"""Tells people of their turns by Web Push, beside the game: what hangs there holds nobody up."""
