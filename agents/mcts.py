"""Monte Carlo tree search over its own choices, on forks of the conflict.

UCT over the choices of this seat, now and later. The tree is open-loop: its branches
are the own choices in their order, and chance and the answers of others are played anew
in every fork. A fork starts from what this seat may know, so nothing hidden leaks into
it: sealed answers of others are asked for again there. Beyond the tree, and for
everybody else, default agents choose.
"""

from collections.abc import Hashable, Sequence
from copy import deepcopy
from functools import partial
from math import log, sqrt
from time import monotonic
from typing import Annotated, Any

from msgspec import Meta, Struct, field

from sim.conflict.fork import fresh_key, play_on
from sim.dice.pool import KeyedDice
from sim.errors import AgentError
from sim.seam.events import Fact
from sim.seam.protocol import Agent, Chance, Decision, Outcome, Table
from sim.seam.seats import by_seat

from ._around import Other
from ._chapters import Chapters, chapters_of
from ._futures import EVEN, Futures, of_lead

_OPENS = 0.5
"""A question that was met n times has 1 + this much of the root of n branches."""


_FUTURES = 24
"""The futures, played by *of*, that a choice between chapters takes."""


class _Branch(Struct):
    """A choice in the tree: the returns of its rollouts, and the next choices."""

    values: list[float] = field(default_factory=list[float])
    ended: bool = True
    then: dict[Fact, "_Branch"] = field(default_factory=dict[Fact, "_Branch"])
    met: int = 0
    """How often the question behind it was asked."""

    @property
    def mean(self) -> float:
        return sum(self.values) / len(self.values)

    @property
    def futures(self) -> Futures:
        return Futures(tuple(self.values), self.ended)


class Mcts(Agent):
    """Takes what *of* would, unless *samples* rollouts for each choice clearly differ.

    Each sample plays the conflict on to its end, so a conflict costs about as many as
    it has choices times *samples*: hundreds or thousands. Begin with samples=20 and few
    games. With *seconds* it takes as many samples as they allow for each choice, and is
    then not reproducible. *explores* is the weight of exploration. A rollout stops
    after *depth* rounds and counts by its lead, or with 0 goes on to the end. *of*
    plays on for this seat, *rival* for all others. Another choice must be better by
    *sure* standard errors.
    """

    def __init__(  # noqa: PLR0913 - one for each thing it can be told
        self,
        *,
        samples: Annotated[int, Meta(ge=1)] = 200,
        seconds: Annotated[float, Meta(ge=0)] = 0.0,
        depth: Annotated[int, Meta(ge=0)] = 0,
        explores: Annotated[float, Meta(ge=0)] = 0.5,
        sure: Annotated[float, Meta(ge=0)] = 1.0,
        of: Other = "steady",
        rival: Other = "steady",
    ) -> None:
        self.samples = samples
        self.seconds = seconds
        self.depth = depth
        self.explores = explores
        self.sure = sure
        self.of = _imaginable(of)
        self.rival = _imaginable(rival)
        self.repeats = not seconds
        self._policies: list[Agent] = []
        self._chapters: Chapters | None = None

    def begin(self, table: Table) -> None:
        """Begin a conflict, with a simulated agent at every seat."""
        super().begin(table)
        made = partial(deepcopy, self.of)
        self._chapters = chapters_of(table, made, _FUTURES)
        if len(self._policies) != len(table.seats):
            self._policies = [deepcopy(self.rival) for _ in table.seats]
        self._policies[table.seat] = deepcopy(self.of)

    def choose(self, asked: Decision[Any]) -> Fact:
        """Return what the policy would choose, or what clearly does better."""
        self._sit(fresh_key(self.table))
        usual = self._policies[self.table.seat].choose(asked)
        chapters = self._chapters
        if chapters is not None and chapters.judges(asked):
            return chapters.best(asked, usual)
        root, keys = _Branch(then={usual: _Branch()}), list[bytes]()
        until = monotonic() + self.seconds if self.seconds else None
        done = 0
        while monotonic() < until if until is not None else done < self.samples:
            self._imagine(asked, root, keys)
            done += 1
        return self._best(asked, usual, root)

    def _best(self, asked: Decision[Any], usual: Fact, root: _Branch) -> Fact:
        """Return the option that was tried most, if it clearly beats the *usual*."""
        known = root.then[usual].futures
        for option in sorted(root.then, key=lambda fact: -len(root.then[fact].values)):
            futures = root.then[option].futures
            if option == usual or not known.values:
                break
            # A mere lead is no reason to give up.
            if not known.ended and self.table.appraise(asked.view, option).concedes:
                continue
            if futures.values and futures.clearly_beats(known, self.sure):
                return option
        return usual

    def _imagine(self, asked: Decision[Any], root: _Branch, keys: list[bytes]) -> None:
        """Play one rollout, and record its return on its path through the tree."""
        option = self._chosen(asked, root)
        way = [root.then[option]]
        if (number := len(way[0].values)) == len(keys):
            keys.append(fresh_key(self.table))
        self._sit(keys[number])
        inside = bool(way[0].values)

        def answered(then: Decision[Any]) -> Fact:
            nonlocal inside
            if len(then.options) == 1:
                return then.options[0]
            if not inside or then.who != self.table.seat:
                return self._policies[then.who].choose(then)
            choice = self._chosen(then, way[-1])
            way.append(way[-1].then[choice])
            inside = bool(way[-1].values)
            return choice

        fork = play_on(
            self.table,
            asked,
            option,
            answered,
            rounds=self.depth or None,
            dice=KeyedDice(keys[number]),
        )
        over = type(fork.asked) is Outcome
        value = self._worth(fork.asked)
        for branch in way:
            branch.values.append(value)
            branch.ended = branch.ended and over

    def _worth(self, asked: Decision[Any] | Chance | Outcome) -> float:
        """Return the value of the end of a rollout."""
        if isinstance(asked, Outcome):
            return asked.returns[self.table.seat]
        if not isinstance(asked, Decision):
            return EVEN
        seats = self.table.seats
        own, other = seats[self.table.seat].side, seats[asked.who].side
        ahead = self.table.weigh(asked)[0].ahead
        if own == other:
            return of_lead(ahead)
        rivals = {seat.side for seat in seats} - {None, own}
        return of_lead(-ahead) if rivals == {other} else EVEN

    def _chosen(self, asked: Decision[Any], branch: _Branch) -> Fact:
        """Return the option to try next, where *branch* has led to this question."""
        branch.met += 1
        offered = [option for option in asked.options if option in branch.then]
        if len(offered) < min(len(asked.options), 1 + int(_OPENS * sqrt(branch.met))):
            option = self._next(asked, offered)
            branch.then.setdefault(option, _Branch())
            return option
        whole = log(1 + sum(len(branch.then[option].values) for option in offered))

        def promise(option: Fact) -> float:
            futures = branch.then[option]
            count = len(futures.values)
            if not count:
                return float("inf")
            return futures.mean + self.explores * sqrt(whole / count)

        return max(offered, key=promise)

    def _next(self, asked: Decision[Any], known: Sequence[Fact]) -> Fact:
        """Return the next option to open: the policy's best of a kind not yet tried."""
        left = [option for option in asked.options if option not in known]
        kinds = {type(fact) for fact in known}
        new = [option for option in left if type(option) not in kinds] or left
        policy = self._policies[self.table.seat]
        return policy.choose(Decision(asked.who, tuple(new), asked.view))

    def _sit(self, key: bytes) -> None:
        """Begin a new conflict with all simulated agents."""
        table = self.table
        for seat, policy in by_seat(self._policies):
            policy.begin(Table(table.rules, seat, table.seats, key))

    def memory(self) -> Hashable:
        """Return None: it uses its random generator."""
        return None


def _imaginable(agent: Other) -> Agent:
    """Return *agent*, if it can be simulated; raises AgentError."""
    if isinstance(agent, str):
        message = f"the agent {agent!r} is made by name, not here"
        raise TypeError(message)
    if agent.listens:
        message = (
            f"{type(agent).__name__.lower()} listens to what happens, and in a fork"
            " nobody tells it: mcts imagines agents that answer from what they see"
        )
        raise AgentError(message)
    return agent
