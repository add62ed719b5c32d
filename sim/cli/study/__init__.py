"""Commands that compute odds, values and strategies."""
