"""Statistics: what many conflicts say, and how sure it is."""
