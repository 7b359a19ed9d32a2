"""What bounds strangers: how often, how much, from where and by which name."""
