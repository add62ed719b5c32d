"""Pools: which dice somebody may roll, what they cost, what they are rolled against."""
