"""Checks: their dice, who may add to them, and conflicts that one check settles."""
