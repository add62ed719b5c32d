"""Agents from files: each in a process of its own, asked through a pipe."""
