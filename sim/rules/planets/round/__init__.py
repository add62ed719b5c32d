"""A round, phase by phase: questions, throws and results."""
