"""Analysis of recorded conflicts: the value of every moment, and other branches."""
