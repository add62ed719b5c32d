"""Rule systems and scenarios: found, read and checked."""
