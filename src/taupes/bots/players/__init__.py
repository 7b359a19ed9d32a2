"""Who plays: from any legal choice to all that can be searched."""
