"""A single conflict: asking, playing, recording and replaying."""
