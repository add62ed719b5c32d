"""Rounds: whose turn it is, which conditions hold, and how a conflict ends."""
