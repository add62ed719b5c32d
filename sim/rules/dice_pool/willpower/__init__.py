"""Willpower: how points are spent, and how points and dots come back."""
