"""Advancement: what advances buy, and when."""
