"""How the stronger bots judge positions and look ahead: learned evaluation and search."""
