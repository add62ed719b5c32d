"""Tasks: obstacles without a will, and opposition that was put up before."""
