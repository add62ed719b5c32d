"""Between conflicts: what goes along from one to the next."""
