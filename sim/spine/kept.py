"""What was worked out once and may be asked again: caches that do not grow for ever."""

from collections.abc import Hashable
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Kept(Generic[K, V]):
    """Answers by key; when there are *most* of them, the older half is forgotten.

    A rule system keeps what its appraisals come to by all that they read, so that it
    outlives the conflict, and every agent shares it.
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
                del self.answers[old]
        self.answers[key] = value
        return value

    def clear(self) -> None:
        """Forget everything."""
        self.answers.clear()
