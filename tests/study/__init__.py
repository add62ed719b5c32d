"""Tests of what is computed of a scenario for a reader."""
