"""The default agent, and the shipped agents that are deterministic."""

DEFAULT = "steady"
"""The agent of a seat for which a scenario names none."""

SHIPPED = (
    "bold",
    "bold:lead=0.1",
    "daring",
    "cautious",
    "cautious:behind=0.5,fears=false",
    "miser",
    "spender",
    "storyteller",
    "surge",
    "surge:gain=0.1",
    "thrift",
    "thrift:cedes=false",
    "scruple",
    "poised",
)
"""Agents with different strategies, with settings that make a difference."""
