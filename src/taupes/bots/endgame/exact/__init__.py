"""Exact values for two players on the last board."""
