"""Sheets: their cost in advances, and whether they are legal."""
