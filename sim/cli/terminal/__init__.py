"""Printing: text, tables, progress, stories."""
