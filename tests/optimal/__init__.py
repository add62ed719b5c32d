"""Tests of what a conflict is worth under best play."""
