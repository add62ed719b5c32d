"""A person at a seat, as the spec of an agent: `person:choices=3.1.12`."""

from collections.abc import Sequence

PERSON = "person"
"""The agent that repeats what a person chose."""


def person_spec(choices: Sequence[int]) -> str:
    """Return the spec of a person who made these *choices*, by number from 1."""
    return f"{PERSON}:choices={'.'.join(map(str, choices))}"


def is_person(spec: str) -> bool:
    """Whether *spec* is that of a person."""
    return spec.partition(":")[0] == PERSON


def without_choices(spec: str) -> str:
    """Return *spec*, but only `person` for a person, whatever was chosen."""
    return PERSON if is_person(spec) else spec
