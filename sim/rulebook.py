"""The sentences of a rule system, read from the `rules.toml` beside its code.

Each table of that file is an ID with what the rule `says`; the file is read the first
time somebody looks.
"""

import tomllib
from collections.abc import Iterator, Mapping
from functools import cached_property
from importlib.resources import files
from typing import Any


class Rulebook(Mapping[str, str]):
    """ID -> sentence, for the rule system in *package*."""

    def __init__(self, package: str) -> None:
        self._package = package

    @cached_property
    def entries(self) -> dict[str, dict[str, Any]]:
        """ID -> all that the file says of it."""
        text = files(self._package).joinpath("rules.toml").read_text("utf-8")
        return tomllib.loads(text)

    def __getitem__(self, rule: str) -> str:
        return str(self.entries[rule]["says"])

    def __iter__(self) -> Iterator[str]:
        return iter(self.entries)

    def __len__(self) -> int:
        return len(self.entries)
