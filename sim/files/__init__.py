"""Files on a disk: reading them once, and writing them as a whole."""
