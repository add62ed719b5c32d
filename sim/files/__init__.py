"""Files on a disk: read once, or written whole."""
