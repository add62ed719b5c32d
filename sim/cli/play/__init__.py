"""Commands that play."""
