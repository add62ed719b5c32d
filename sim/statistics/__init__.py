"""Statistics over many conflicts, with their uncertainty."""
