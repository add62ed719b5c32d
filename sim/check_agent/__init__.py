"""Whether an agent keeps to what agents promise, check by check."""
