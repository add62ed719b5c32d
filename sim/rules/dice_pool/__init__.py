"""Dice pools: ten-sided dice, Health, Willpower and Morality."""
