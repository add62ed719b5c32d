"""Tests of what people read about files: what is wrong in one, what differs in two."""
