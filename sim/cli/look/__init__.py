"""Commands that show recorded conflicts and what ships with Fracas."""
