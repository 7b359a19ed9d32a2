"""What the program says to people: one loader for all catalogues, by room and language."""
