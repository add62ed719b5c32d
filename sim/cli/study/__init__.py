"""Commands that compute chances, values and strategies."""
