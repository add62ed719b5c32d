"""Commands that check, analyse and branch what was played."""
