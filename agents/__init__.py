"""Agents: whoever chooses. They know the protocol and nothing else."""
