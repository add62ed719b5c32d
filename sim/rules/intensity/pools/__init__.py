"""Pools: which dice somebody may roll, at what cost, and against which dice."""
