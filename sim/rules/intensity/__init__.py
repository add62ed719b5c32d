"""Intensity and the upper hand: pools built die by die, compared pair by pair."""
