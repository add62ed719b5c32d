"""The Solar System: Bringing Down the Pain and every check around it."""
