"""Telling: streams for people, as stories, words and reasons."""
