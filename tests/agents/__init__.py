"""The agents: the contract of all, and what each one does."""
