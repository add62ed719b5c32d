"""Sentences about errors in a scenario, in one form for every rule system."""

from collections.abc import Collection, Iterable, Iterator, Mapping

from sim.reading.hints import nearest


def problem(where: str, found: str, expected: str) -> str:
    """Return the sentence for *found* at *where*, where *expected* should be."""
    return f"{where}: found {found}, expected {expected}"


def repeated(where: str, names: Iterable[str]) -> Iterator[str]:
    """Yield a problem for each of *names* that is listed twice."""
    seen: set[str] = set()
    for name in names:
        if name in seen:
            yield problem(where, f"{name!r} stands there twice", "different names")
        seen.add(name)


def unknown(where: str, name: str, known: Iterable[str]) -> Iterator[str]:
    """Yield a problem if *name* is none of *known*, with the nearest that exists."""
    names = sorted(set(known))
    if name not in names:
        found = repr(name) if name else "left out"
        there = f"one of {', '.join(names)}" if names else "nothing: there is none"
        yield problem(where, found, there + nearest(name, names))


ANYBODY = ""
"""Stands for the target of a side that names none: all others."""


def spared(after: Mapping[str, Collection[str]]) -> Iterator[str]:
    """Yield a warning for a side that targets others but is nobody's target.

    *after* has the targets of every side, possibly with ANYBODY among them.
    """
    for side, wanted in after.items():
        others = [whom for other, whom in after.items() if other != side]
        if wanted and not any({side, ANYBODY} & set(whom) for whom in others):
            yield f"nobody is after {side}: whatever the others want is against others"
