"""Further records of what must be remembered."""
