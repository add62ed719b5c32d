"""Tuning an agent's numbers by self-play, and how much depends on who plays."""
