"""Tests of skill rolls."""
