"""A conflict as a graph whose edges are rounds: solved exactly, and replied to."""
