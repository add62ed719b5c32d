"""The sentences of a rule system, read from the `rules.toml` beside its code.

Each table of that file is a rule by its ID: `says` is its sentence, `option` the
scenario option it covers, if any, and `later` means that it is not played yet. The
table `endings` explains each ending, and the tables `options` each value of an option,
or just the default if there are too many values. The file is read on first use.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import cached_property
from importlib.resources import files
from tomllib import TOMLDecodeError, loads
from typing import Any

_ENDINGS, _OPTIONS = "endings", "options"
_HEADING = re.compile(r"""^\[["']?([\w-]+)["']?\]$""", re.MULTILINE)
_TABLE_OF_ENDINGS = re.compile(r"^\[endings\].*?(?=^\[|\Z)", re.MULTILINE | re.DOTALL)
DEFAULT = "default"
"""The key for the default of an option that has too many values to list."""


class Sentences(Mapping[str, str]):
    """Name -> sentence, read on first use."""

    def __init__(self, read: Callable[[], Mapping[str, str]]) -> None:
        self._read = read

    @cached_property
    def _all(self) -> Mapping[str, str]:
        return self._read()

    def __getitem__(self, name: str) -> str:
        return self._all[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._all)

    def __len__(self) -> int:
        return len(self._all)


class Rulebook(Sentences):
    """ID -> sentence, for the rule system in *package*."""

    def __init__(self, package: str) -> None:
        super().__init__(self._sentences)
        self._package = package
        self.endings = Sentences(self._explained)
        """Possible ending -> what it means."""

    def __contains__(self, rule: object) -> bool:
        """Whether the file has a rule with this ID.

        Whoever plays one conflict asks only this, and parsing the file would take a
        third as long as the conflict: headings of tables are found without.
        """
        return rule in self._headings or super().__contains__(rule)

    @cached_property
    def _text(self) -> str:
        return files(self._package).joinpath("rules.toml").read_text("utf-8")

    @cached_property
    def _headings(self) -> frozenset[str]:
        return frozenset(_HEADING.findall(self._text)) - {_ENDINGS, _OPTIONS}

    @cached_property
    def _file(self) -> dict[str, dict[str, Any]]:
        return loads(self._text)

    @cached_property
    def entries(self) -> dict[str, dict[str, Any]]:
        """ID -> its table in the file."""
        tables = (_ENDINGS, _OPTIONS)
        return {rule: said for rule, said in self._file.items() if rule not in tables}

    @cached_property
    def readings(self) -> Mapping[str, Mapping[str, str]]:
        """Option of a scenario -> its value, without quotes -> what it does."""
        return self._file.get(_OPTIONS, {})

    def template(self) -> bytes:
        """Return the small scenario file to begin from, `template.toml`."""
        return files(self._package).joinpath("template.toml").read_bytes()

    def _explained(self) -> Mapping[str, str]:
        """Return the table of endings, which is read without the rest of the file."""
        match = _TABLE_OF_ENDINGS.search(self._text)
        if match is not None:
            with suppress(TOMLDecodeError):  # a sentence may hold such a line
                return dict(loads(match.group())[_ENDINGS])
        return self._file[_ENDINGS]

    def _sentences(self) -> dict[str, str]:
        return {rule: str(entry["says"]) for rule, entry in self.entries.items()}

    @cached_property
    def later(self) -> frozenset[str]:
        """The rules that have an ID but are not played yet."""
        return frozenset(
            rule for rule, entry in self.entries.items() if entry.get("later")
        )

    @cached_property
    def options(self) -> dict[str, set[str]]:
        """Option of a scenario -> the rules that name it as theirs."""
        options: dict[str, set[str]] = {}
        for rule, entry in self.entries.items():
            named = entry.get("option", ())
            for option in [named] if isinstance(named, str) else named:
                options.setdefault(option, set()).add(rule)
        return options
