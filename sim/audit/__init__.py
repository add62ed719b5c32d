"""Audit: whether a stream, a run or a whole store is what it should be."""
