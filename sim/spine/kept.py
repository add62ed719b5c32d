"""Bounded caches: results that may be asked for again."""

from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")
S = TypeVar("S", bound=Hashable)


class Kept(Generic[K, V]):
    """Answers by key; when there are *most* of them, the older half is forgotten.

    A rule system caches its appraisals by everything they depend on, so that they
    outlive the conflict and all agents share them.
    """

    __slots__ = ("_most", "answers", "get")

    def __init__(self, most: int) -> None:
        self._most = most
        self.answers: dict[K, V] = {}
        self.get = self.answers.get

    def __len__(self) -> int:
        """Count what is kept."""
        return len(self.answers)

    def keep(self, key: K, value: V) -> V:
        """Keep *value* as the answer to *key*, and return it."""
        if len(self.answers) >= self._most:
            for old in list(self.answers)[: max(1, self._most // 2)]:
                # Another thread may forget the same.
                self.answers.pop(old, None)
        self.answers[key] = value
        return value

    def clear(self) -> None:
        """Forget everything."""
        self.answers.clear()


class Numbered(Generic[V, S]):
    """Numbers things by their cache key in a *setting*: equal keys, equal numbers.

    States share their unchanged parts, so most things were numbered before and are
    recognised by identity. At most *most* of them are held.
    """

    __slots__ = ("_held", "_most", "_next", "_numbers", "_read")

    def __init__(self, read: Callable[[V, S], Hashable], most: int) -> None:
        self._read = read
        self._most = most
        self._next = 0
        self._numbers: dict[Hashable, int] = {}
        self._held: dict[tuple[int, int], tuple[V, S, int]] = {}

    def number(self, thing: V, setting: S) -> int:
        """Return the number of *thing* in this *setting*."""
        place = id(thing), id(setting)
        held = self._held.get(place)
        if held is not None:
            return held[2]
        if len(self._held) >= self._most:
            self._held.clear()
        if len(self._numbers) >= self._most:
            self._numbers.clear()
        key = setting, self._read(thing, setting)
        number = self._numbers.get(key)
        if number is None:
            number = self._next
            self._next += 1
            self._numbers[key] = number
        # An object that is held keeps its id, so no other can have it.
        self._held[place] = thing, setting, number
        return number


class OfState(Generic[K, V]):
    """Results for the few most recent states, by identity.

    A decision asks the same of its state for every option. What reads a part of a state
    only is asked about that part, which many states share.
    """

    __slots__ = ("_states",)

    def __init__(self) -> None:
        self._states: dict[int, tuple[object, dict[K, V]]] = {}

    def about(self, state: object) -> dict[K, V]:
        """Return the results kept for *state*, to be read and added to."""
        held = self._states.get(id(state))
        if held is None:
            if len(self._states) >= LATEST:
                self._states.clear()
            held = self._states[id(state)] = (state, {})
        return held[1]


LATEST = 16
