"""Finding puzzles: games between bots, and the decisions in them that one choice is best for."""
