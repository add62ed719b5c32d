"""Narration: streams for people, as stories, words and reasons."""
