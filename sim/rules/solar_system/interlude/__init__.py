"""The interlude: all that comes after a conflict, in its order."""
