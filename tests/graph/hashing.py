"""Agents that choose by a hash of all they can reach, and say so or deny it.

`solve` has to be right about them, or refuse them by name.
"""

import re
from collections.abc import Hashable, Mapping, Sequence
from hashlib import blake2b
from random import Random
from time import perf_counter_ns
from typing import Any, ClassVar

from sim.seam.events import Fact
from sim.seam.protocol import Agent, Decision, Table

_LEANS = 1e-3
_FACES = re.compile(r"(?:faces|kept)=\(([^)]*)\)")


def _hashed(options: Sequence[Fact], text: str) -> Fact:
    digest = blake2b(text.encode(), digest_size=2).digest()
    return options[int.from_bytes(digest) % len(options)]


class _Forgetful(Agent):
    """Remembers nothing, and says so; it promises nothing of what it reads."""

    def memory(self) -> Hashable:
        """Return that it remembers nothing."""
        return ()


class Views(_Forgetful):
    """Goes by everything it sees, faces that no longer matter included."""

    def choose(self, asked: Decision[Any]) -> Fact:
        """Return an option by the hash of the view."""
        return _hashed(asked.options, repr(asked.view))


class Faces(_Forgetful):
    """Goes by the faces that it sees, and by nothing else."""

    def choose(self, asked: Decision[Any]) -> Fact:
        """Return an option by the hash of all faces in the view."""
        return _hashed(asked.options, str(_FACES.findall(repr(asked.view))))


class Promising(Views):
    """The same, and promises to read nothing of it."""

    def reads(self, worth: object, /) -> Hashable:
        """Promise, wrongly, to read nothing."""
        del worth
        return ()


class Leaning(Promising):
    """Draws with chances that lean a little by what it sees, against its promise."""

    draws = True

    def choose(self, asked: Decision[Any]) -> Fact:
        """Draw one option."""
        told = self.chances(asked)
        (drawn,) = self.table.random.choices([*told], [*told.values()])
        return drawn

    def chances(self, asked: Decision[Any]) -> Mapping[Fact, float]:
        """Return about the same chance for all, a little more for a hashed one."""
        favoured = super().choose(asked)
        every = len(asked.options) + _LEANS
        return {
            option: (1 + _LEANS * (option == favoured)) / every
            for option in asked.options
        }


class Keys(_Forgetful):
    """Goes by its own key, which differs in every conflict."""

    def choose(self, asked: Decision[Any]) -> Fact:
        """Return an option by the first byte of the key."""
        return asked.options[self.table.key[0] % len(asked.options)]


class Odd(_Forgetful):
    """Goes by the last bit of its key: half of all comparisons of two show nothing."""

    def choose(self, asked: Decision[Any]) -> Fact:
        """Return the first option where the key is odd, as a number, else the last."""
        return asked.options[0 if int.from_bytes(self.table.key) % 2 else -1]


class Tossing(_Forgetful):
    """Seeds a generator with its key as it sits down, and tosses it for the whole."""

    def begin(self, table: Table) -> None:
        """Toss once, one time in twenty for the last of the options."""
        super().begin(table)
        self._last = Random(table.key).random() < 0.05

    def choose(self, asked: Decision[Any]) -> Fact:
        """Return the first option, or the last for a whole conflict."""
        return asked.options[-1 if self._last else 0]


class Late(_Forgetful):
    """Promises to read nothing, and looks at the round, but in late rounds alone."""

    def reads(self, worth: object, /) -> Hashable:
        """Promise, wrongly, to read nothing."""
        del worth
        return ()

    def choose(self, asked: Decision[Any]) -> Fact:
        """Return the first option, from round 40 on the last."""
        return asked.options[-1 if asked.view.round >= 40 else 0]


class Places(_Forgetful):
    """Goes by where in memory the view lies."""

    def choose(self, asked: Decision[Any]) -> Fact:
        """Return an option by the view's address."""
        return _hashed(asked.options, str(id(asked.view)))


class Clocks(_Forgetful):
    """Goes by the time of day."""

    def choose(self, asked: Decision[Any]) -> Fact:
        """Return an option by the clock."""
        return _hashed(asked.options, str(perf_counter_ns()))


class Counts(_Forgetful):
    """Goes by how often any of its kind was asked in this process."""

    asked: ClassVar[int] = 0

    def choose(self, asked: Decision[Any]) -> Fact:
        """Return an option by the count, which changes at every third question."""
        Counts.asked += 1
        return _hashed(asked.options, str(Counts.asked // 3))
