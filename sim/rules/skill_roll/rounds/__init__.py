"""Rounds: whose turn it is, what conditions hold, and how a conflict ends."""
