"""The commands as users meet them: what they print, keep and refuse."""
