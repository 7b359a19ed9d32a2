"""Databases of earlier versions, as text, with games in them."""
