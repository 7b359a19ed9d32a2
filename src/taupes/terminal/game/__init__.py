"""A game at this terminal as data: who plays what, what was done, where it is kept."""
