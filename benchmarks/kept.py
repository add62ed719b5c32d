"""Pages of tables: one scenario at a time is measured again, and the rest is kept.

A page has a title, parts with a table each, and at its end whatever else was written
there. The first cell of a row is its scenario. What was measured of a scenario takes
the place of all rows that its part had of it; every other line stays as it was. Every
row says itself when and on which commit it was measured.
"""

from collections.abc import Callable, Mapping, Sequence

from msgspec import Struct

Row = Mapping[str, str]
"""Heading -> cell."""

MEASURED = "measured"
BEFORE = "before"
"""What an older version took for it: kept from row to row, and never measured."""


def _nothing(_rows: Sequence[Row]) -> list[str]:
    return []


class Part(Struct, frozen=True):
    """A table under a *title*: what it is *about*, its *heads*, and a *summary*."""

    title: str
    about: str
    heads: tuple[str, ...]
    summary: Callable[[Sequence[Row]], list[str]] = _nothing

    def row(self, *cells: object) -> Row:
        """Return a row of these *cells*; "before" is empty."""
        heads = [head for head in self.heads if head != BEFORE]
        named = dict(zip(heads, map(str, cells), strict=True))
        return {head: named.get(head, "") for head in self.heads}

    def parsed(self, text: str) -> list[Row]:
        """Return the rows that this part has in the page *text*."""
        _, _, after = text.partition(f"\n## {self.title}\n")
        table = after.partition("\n## ")[0].splitlines()
        lines = [text_line for text_line in table if text_line.startswith("| ")]
        split = [
            [cell.strip() for cell in text_line.split("|")[1:-1]] for text_line in lines
        ]
        return [dict(zip(split[0], cells, strict=True)) for cells in split[1:]]

    def told(self, rows: Sequence[Row]) -> str:
        """Return the part with these *rows*."""
        lines = [_line([row.get(head, "") for head in self.heads]) for row in rows]
        told = [f"## {self.title}", "", self.about.strip(), ""]
        told += [_line(self.heads), "|---" * len(self.heads) + "|", *lines, ""]
        if summary := self.summary(rows):
            told += [*summary, ""]
        return "\n".join(told)

    def replaced(self, rows: Sequence[Row], name: str, new: Sequence[Row]) -> list[Row]:
        """Return *rows* with *new* ones in place of those of the scenario *name*."""
        first = self.heads[0]
        was = {self._key(row): row for row in rows}
        came = [self._with_before(row, was.get(self._key(row), {})) for row in new]
        others = [row for row in rows if row[first] != name]
        return sorted([*others, *came], key=lambda row: row[first])

    def _key(self, row: Row) -> tuple[str, str]:
        """Return what is measured: the scenario, and the agents or the seat."""
        return row[self.heads[0]], row[self.heads[1]]

    def _with_before(self, row: Row, was: Row) -> Row:
        return {**row, BEFORE: was.get(BEFORE, "")} if BEFORE in self.heads else row


class Page(Struct, frozen=True):
    """A page of *parts*, by name; from *rest* on it is kept as it is."""

    title: str
    parts: Mapping[str, Part]
    rest: str

    def with_rows(self, text: str, name: str, rows: Sequence[Row]) -> str:
        """Return the page *text* with these *rows* in the part called *name*."""
        told = [
            part.told(rows if title == name else part.parsed(text))
            for title, part in self.parts.items()
        ]
        _, heading, rest = text.partition(f"## {self.rest}\n")
        return "\n".join([f"# {self.title}\n", *told, heading + rest]).rstrip() + "\n"


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"
