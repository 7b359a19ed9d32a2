"""Programs that play, over a pipe."""
