"""The shipped agents. They import the protocol and nothing else."""
