"""Health: the track of wounds, who can still act, bleeding and healing."""
