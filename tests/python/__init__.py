"""Fracas as Python users call it."""
