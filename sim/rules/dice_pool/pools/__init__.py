"""Dice pools: what goes into one, and how its dice are thrown and read."""
