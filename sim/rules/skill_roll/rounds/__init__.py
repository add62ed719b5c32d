"""Rounds: whose turn it is, how every roll is made, and how a conflict ends."""
