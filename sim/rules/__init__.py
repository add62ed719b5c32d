"""The rule systems, one folder each; none knows another."""
