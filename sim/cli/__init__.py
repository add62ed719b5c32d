"""The command line: the only part that knows every other part, and joins them."""
