"""Sheets: what they cost, and whether they are those of lawful characters."""
