"""Goals: what is wanted, declared in secret and shown together."""
