"""Two at noon, once more."""
