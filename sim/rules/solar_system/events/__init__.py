"""Events beside those of checks and of the Pain: the interlude, and Secrets."""
