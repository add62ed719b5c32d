"""The harm track, the effect of items on harm, and healing."""
