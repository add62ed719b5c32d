"""Agents in any language: programs that answer messages of one line of JSON."""
