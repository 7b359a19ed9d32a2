"""What can be done now, by a key, a click or a word."""
