"""Secrets: when they work, what they take, what they do."""
