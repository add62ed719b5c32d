"""What is wrong with a scenario, said one way in every rule system."""

from collections.abc import Collection, Iterable, Iterator, Mapping

from sim.reading.hints import nearest


def problem(where: str, found: str, expected: str) -> str:
    """Return the sentence: at *where* stands *found*, and *expected* should."""
    return f"{where}: found {found}, expected {expected}"


def repeated(where: str, names: Iterable[str]) -> Iterator[str]:
    """Yield a problem for each of *names* that stands there twice."""
    seen: set[str] = set()
    for name in names:
        if name in seen:
            yield problem(where, f"{name!r} stands there twice", "different names")
        seen.add(name)


def unknown(where: str, name: str, known: Iterable[str]) -> Iterator[str]:
    """Yield a problem if *name* is none of *known*, with the nearest that is."""
    names = sorted(set(known))
    if name not in names:
        found = repr(name) if name else "left out"
        there = f"one of {', '.join(names)}" if names else "nothing: there is none"
        yield problem(where, found, there + nearest(name, names))


ANYBODY = ""
"""Stands for the sides that one is after who names none."""


def spared(after: Mapping[str, Collection[str]]) -> Iterator[str]:
    """Yield that nobody is after a side, where it is after others itself.

    *after* has for every side those it is after, or ANYBODY among them.
    """
    for side, wanted in after.items():
        others = [whom for other, whom in after.items() if other != side]
        if wanted and not any({side, ANYBODY} & set(whom) for whom in others):
            yield f"nobody is after {side}: whatever the others want is against others"
