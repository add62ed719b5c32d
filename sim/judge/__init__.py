"""A round of a table, typed in by answering what the rules ask next."""
