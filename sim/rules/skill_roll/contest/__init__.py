"""Contests: sides that act against each other towards a goal."""
