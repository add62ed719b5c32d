"""Narration: event streams as stories, words and explanations for people."""
