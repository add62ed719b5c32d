"""Tasks: obstacles without a will, and opposition that was prepared earlier."""
