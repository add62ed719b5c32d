"""Tests of dice pools."""
