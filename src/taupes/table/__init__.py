"""A table as pure data: what is said at it, and what follows from that."""
