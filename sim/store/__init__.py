"""The store: streams in SQLite or PostgreSQL, by the event store library."""
