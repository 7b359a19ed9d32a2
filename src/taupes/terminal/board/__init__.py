"""The board as coloured characters."""
