"""Between conflicts: what is carried from one to the next."""
