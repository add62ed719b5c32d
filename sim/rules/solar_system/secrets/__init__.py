"""Secrets: when they work, what they cost, what they do."""
