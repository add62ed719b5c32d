"""Tests: what must hold."""
