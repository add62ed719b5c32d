"""Agents in any language: programs that are asked by JSON, a line a message."""
