"""What is computed of a scenario for a reader: its exact values, replies, problems."""
