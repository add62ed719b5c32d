"""Tournaments and the figures they rest on."""
