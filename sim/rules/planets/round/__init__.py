"""A round, phase by phase: what is asked, what is thrown, what it comes to."""
