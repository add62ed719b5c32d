"""Goals: declared in secret and revealed together."""
