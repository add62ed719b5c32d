"""Contests: one round of a conflict, from what is wanted to what comes of it."""
