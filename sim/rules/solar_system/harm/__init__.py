"""The track, what items do to harm, and healing."""
