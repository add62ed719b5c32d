"""One contract over every kind of store."""
