"""The aftermath: a list of timed steps after the conflict itself."""
