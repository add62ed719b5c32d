"""Tests of the designer's report."""
