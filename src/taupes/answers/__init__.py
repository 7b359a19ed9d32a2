"""What can be asked about games: worked out from what was sent, for whoever keeps tables."""
