"""Tournaments: agents against each other in mirrored pairs."""
