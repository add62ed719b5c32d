"""The interlude: everything that comes after a conflict, in order."""
