"""Contests: one round of a conflict, from declarations to effects."""
