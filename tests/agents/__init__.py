"""The agents: what all of them promise, and what each one does."""
