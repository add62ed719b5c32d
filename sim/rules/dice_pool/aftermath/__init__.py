"""The aftermath: a list of steps on the clock, after the conflict itself."""
