"""The game and the companion in lines of text, for pipes and simple terminals."""
