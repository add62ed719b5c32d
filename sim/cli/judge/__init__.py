"""Commands that check what was played."""
