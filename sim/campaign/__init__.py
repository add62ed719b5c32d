"""Campaigns: chapters that are conflicts, and what is carried from one to the next."""
