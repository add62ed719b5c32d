"""Runs: thousands of conflicts, by the chunk, over worker processes."""
