"""Tests of what moments of a conflict are worth."""
