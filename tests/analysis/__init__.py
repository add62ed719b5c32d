"""Tests of what each moment of a conflict is worth."""
