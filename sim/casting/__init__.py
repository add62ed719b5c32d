"""Who sits at which seat: agents found by name or file, with their settings."""
