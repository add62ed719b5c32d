"""Tests of what is varied, tuned and compared."""
