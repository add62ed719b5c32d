"""Dice, and the seeds that they are derived from."""
