"""Tests of rounds typed in by answering."""
