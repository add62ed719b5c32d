"""How fast: one script a question, measured side by side and given as ratios."""
