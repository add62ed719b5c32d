"""Pressing: the one chapter of this game."""
