"""Health: the track of wounds, who still stands, bleeding and healing."""
