"""Shadow walks: do agents choose in a graph of positions as they do in play?

A graph reduces each state to its essence, which has only what can still matter to the
rules, and keeps one of all rolls with the same reading. An agent that looks at its
whole view may use what was dropped, and then choose differently in the graph and in
play. So:

1. Walk a few conflicts twice, side by side: once with full states, as in play, and once
   with the states and rolls that a graph would keep.
2. Give both walks the same dice and answers, and compare the choices at each question.
3. If they differ, and the agent had declared what it reads, refuse it. If it had said
   that it may read everything, walk again with nothing dropped.
4. If they differ even then, the agent depends on something outside its view, such as a
   clock, and nothing exact can be said of it.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from copy import deepcopy
from math import prod
from random import Random
from typing import Any, Generic, TypeVar

from msgspec import Struct, structs

from sim.casting.roster import make
from sim.conflict.asking import Refusal, answer, chances, tried
from sim.dice.pool import Faces, KeyedDice
from sim.dice.seed import agent_key, conflict_key
from sim.errors import AgentError, RulesError
from sim.graph.choosers import Choosers
from sim.graph.readings import readings_of
from sim.graph.rounds import Rounds
from sim.seam.events import DiceRolled, Fact, Seat
from sim.seam.protocol import (
    Agent,
    Asked,
    Chance,
    Decision,
    Due,
    Outcome,
    RuleSystem,
    SeatInfo,
    State,
    Table,
)
from sim.seam.seats import by_seat

S = TypeVar("S", bound=State)

CONFLICTS = 20
"""The most conflicts that are walked."""
_COPIED = 2
"""In this many of them views are copied, which takes longer than everything else."""
_COPIES = 64
"""In short conflicts views are copied until there are this many, since an agent that
uses the address of its view in memory makes the same choice for half of all copies."""
_ENOUGH = 400
"""The number of questions after which no more conflicts are walked."""
_LONGEST = 20_000
"""The most steps of a conflict that are walked."""
_FEW = 10_000
"""The most cases of a roll that are searched for one with the same reading."""
_ROUNDED = 1e-9
"""Chances that differ by less are equal."""
_NEAR = 2
"""From this many rounds before the round matters, states keep their true round."""
_SEED = "shadow"


class ShadowResult(Struct, frozen=True):
    """The result of the shadow walks.

    *plain*: an agent uses what a graph drops, so nothing may be dropped. *shown_by*:
    the number of conflicts that showed that no agent does, though one may read
    everything, or is from a file, so that nothing but these conflicts stands for what
    it declares; 0 if every agent is a shipped one that declares what it reads, or if
    nothing is dropped. *remembering*: the seats whose agents remembered something.
    """

    plain: bool = False
    shown_by: int = 0
    remembering: frozenset[Seat] = frozenset()


def shadow_walks(
    system: RuleSystem[S], begun: S, seats: Sequence[SeatInfo], choosers: Choosers
) -> ShadowResult:
    """Walk the conflict at *begun*, and return how it can be solved between agents.

    Raises AgentError for an agent that reads more than it declares, uses more than its
    view, or fails; RulesError if the options themselves differ, which is a fault of
    the system's `essence`.
    """
    if None in choosers.begin:
        # An agent that does not declare its memory is refused when it is asked.
        return ShadowResult()
    rounds = Rounds(system, choosers)
    walks = _Walks(system, begun, seats, choosers, rounds)
    conflicts, seat = walks.compared()
    if seat is None:
        promised = not (choosers.read_all or choosers.from_files)
        shown_by = 0 if promised else conflicts
        return ShadowResult(shown_by=shown_by, remembering=frozenset(walks.remembering))
    if not choosers.reads_all(seat):
        message = (
            f"{choosers.place(seat)} reads more than `Agent.reads` says: it chose"
            " otherwise where only what can no longer matter differs (None says that it"
            " may read everything)"
        )
        raise AgentError(message)
    plain = Rounds(system, choosers, plain=True)
    walks = _Walks(system, begun, seats, choosers, plain)
    _, seat = walks.compared()
    if seat is not None:
        message = (
            f"{choosers.place(seat)} was asked the same twice and answered otherwise:"
            " it goes by more than what it sees (a clock, a counter, where an object"
            " lies in memory), so nothing exact can be said of it"
        )
        raise AgentError(message)
    return ShadowResult(plain=True, remembering=frozenset(walks.remembering))


class _Walks(Generic[S]):
    """Walks conflicts in pairs: with full states, and as a graph keeps them."""

    def __init__(
        self,
        system: RuleSystem[S],
        begun: S,
        seats: Sequence[SeatInfo],
        choosers: Choosers,
        rounds: Rounds[S],
    ) -> None:
        self._system, self._begun = system, begun
        self._seats, self._choosers = tuple(seats), choosers
        self._rounds = rounds
        self._asked = 0
        self._random = Random(_SEED)  # noqa: S311 - no secret
        """Draws for both walks, in place of stochastic agents."""
        self._held: list[Decision[S]] = []
        """Copies are held, so that no two of them ever have the same `id`."""
        self.remembering = {
            seat for seat, held in by_seat(choosers.begin) if held != ()
        }

    def compared(self) -> tuple[int, Seat | None]:
        """Return the number of conflicts walked, and the seat that differed in one."""
        for game in range(CONFLICTS):
            copies = game < _COPIED or len(self._held) < _COPIES
            seat = self._differing_seat(conflict_key(_SEED, game), copies=copies)
            if seat is not None or self._asked >= _ENOUGH:
                return game + 1, seat
        return CONFLICTS, None

    def _differing_seat(self, key: bytes, *, copies: bool) -> Seat | None:
        """Return the first seat whose answers differ in a conflict, None for none."""
        dice, self._random = KeyedDice(key), Random(key)  # noqa: S311 - no secret
        agents = self._seated(key), self._seated(key)
        played, kept = (
            self._begun,
            _ConflictAsKept(self._system, self._begun, self._rounds),
        )
        for _ in range(_LONGEST):
            played = self._due(played)
            asked, beside = self._system.ask(played), kept.asked()
            if type(asked) is Outcome or type(beside) is Outcome:
                # An essence may leave out what changes nothing any more.
                return None
            if type(asked) is Chance:
                rolled = asked.fall(dice, played.round)
                played = self._rounds.answered(played, rolled)
                # An essence may also leave out a roll that changes nothing any more.
                if type(beside) is Chance and _same_question(asked, beside):
                    kept.take(self._representative(beside, rolled))
                continue
            assert type(asked) is Decision
            twin = self._alike(asked, beside)
            free = len(twin.options) > 1
            if copies and free and self._choosers.reads_all(asked.who):
                # An equal copy: an agent that goes by the `id` of its view differs.
                twin = deepcopy(twin)
                self._held.append(twin)
            fact, other = self._answers(agents, asked, twin)
            if fact != other:
                return asked.who
            played = self._rounds.answered(played, fact)
            kept.take(other)
        return None

    def _due(self, state: S) -> S:
        """Return *state* after what is due."""
        while type(asked := self._system.ask(state)) is Due:
            state = self._rounds.folded(state, asked.events)
        return state

    def _seated(self, key: bytes) -> list[Agent]:
        agents = [make(spec) for spec in self._choosers.specs]
        for seat, agent in by_seat(agents):
            table = Table(self._system, seat, self._seats, agent_key(key, seat))
            self._tried(seat, agent.begin, table)
        return agents

    def _alike(self, asked: Decision[S], beside: Asked[S]) -> Decision[S]:
        """Return *beside* if it is the same question, else raise RulesError."""
        if type(beside) is Decision and beside.options == asked.options:
            return beside
        message = (
            f"{self._system.title} asks another question after its `essence`: in play"
            f" it is a {type(asked).__name__}, after `essence` a"
            f" {type(beside).__name__}, or their options differ"
        )
        raise RulesError(message)

    def _answers(
        self,
        agents: tuple[list[Agent], list[Agent]],
        asked: Decision[S],
        beside: Decision[S],
    ) -> tuple[Fact, Fact]:
        if len(asked.options) == 1:
            return asked.options[0], beside.options[0]
        self._asked += 1
        played, kept = (seated[asked.who] for seated in agents)
        if asked.who in self._choosers.drawers:
            answers = self._drawn((played, asked), (kept, beside))
        else:
            answers = (
                self._tried(asked.who, answer, played, asked),
                self._tried(asked.who, answer, kept, beside),
            )
        if self._tried(asked.who, played.memory) != ():
            self.remembering.add(asked.who)
        return answers

    def _drawn(
        self, played: tuple[Agent, Decision[S]], kept: tuple[Agent, Decision[S]]
    ) -> tuple[Fact, Fact]:
        """Return the answers of two copies of a stochastic agent.

        A graph follows its declared chances, so these are compared, not its draws. If
        they agree, both walks go on with one draw of this walk's own.
        """
        options = played[1].options
        in_play, in_graph = (
            self._tried(played[1].who, chances, *pair) for pair in (played, kept)
        )
        for fact in {**in_play, **in_graph}:
            if abs(in_play.get(fact, 0.0) - in_graph.get(fact, 0.0)) > _ROUNDED:
                # Any two different facts show the caller that they differ.
                return fact, next(option for option in options if option != fact)
        (drawn,) = self._random.choices([*in_play], [*in_play.values()])
        return drawn, drawn

    def _tried(self, seat: Seat, call: Any, *given: object) -> Any:  # noqa: ANN401 - whatever it returns
        try:
            return tried(seat, call, *given)
        except Refusal as refusal:
            place = self._choosers.place(seat)
            message = f"the agent {place} {refusal}{refusal.place}"
            raise AgentError(message) from refusal

    def _representative(self, asked: Chance, rolled: DiceRolled) -> DiceRolled:
        """Return a roll that the graph may keep instead of *rolled*.

        Raises RulesError if the graph has no such roll.
        """
        if self._rounds.plain:
            return asked.rolled(rolled.faces)
        for faces in _candidate_faces(asked, rolled):
            candidate = asked.rolled(faces)
            if candidate.reading == rolled.reading:
                return candidate
        if asked.pool == rolled.pool:
            return asked.rolled(rolled.faces)
        message = (
            f"{self._system.title}: the roll {rolled.why} has a result in play that the"
            " dice kept by `essence` cannot show: it leaves out a die that matters"
        )
        raise RulesError(message)


class _ConflictAsKept(Generic[S]):
    """A conflict as a graph keeps it: reduced to its essence at every cut."""

    def __init__(self, system: RuleSystem[S], begun: S, rounds: Rounds[S]) -> None:
        self._system, self._rounds = system, rounds
        self._state, self._begun = begun, begun.round
        self._gone = 0
        """The number of rounds that were dropped from the state."""
        self._looked = True
        """Whether this state was checked for a cut; there is none at the start."""
        timeless = system.solving.chart.timeless
        self._timeless = 0 if timeless is None else timeless(begun)

    def asked(self) -> Asked[S]:
        """Return the next question, after events that are due and cuts."""
        while True:
            asked = self._system.ask(self._state)
            if not self._looked and self._cut(asked):
                asked = self._system.ask(self._state)
            self._looked = True
            if type(asked) is not Due:
                return asked
            self._go_on(self._rounds.folded(self._state, asked.events))

    def take(self, fact: Fact) -> None:
        """Go on with *fact*."""
        self._go_on(self._rounds.answered(self._state, fact))

    def _go_on(self, state: S) -> None:
        self._state, self._looked = state, False

    def _cut(self, asked: Asked[S]) -> bool:
        """Reduce the state as a graph does here; return whether it does."""
        state, rounds = self._state, self._rounds
        begins = rounds.is_next(state, self._begun, fresh=False)
        if begins and type(asked) is Due:
            return False
        if not begins and not rounds.begins_part(state):
            return False
        number = state.round + self._gone
        slim = rounds.essential(structs.replace(state, round=number))
        # Near the limit a graph gives states their round again.
        if number + _NEAR >= self._timeless:
            slim = structs.replace(slim, round=number)
        self._state, self._gone = slim, number - slim.round
        if begins:
            self._begun = slim.round
        return True


def _same_question(asked: Chance, beside: Chance) -> bool:
    """Whether *beside* is *asked*, perhaps without dice that decide nothing."""
    same = (asked.who, asked.why) == (beside.who, beside.why)
    return same and not Counter(beside.pool) - Counter(asked.pool)


def _candidate_faces(asked: Chance, rolled: DiceRolled) -> Iterator[Faces]:
    """Yield faces that may have the reading of *rolled*: all if they are few."""
    if prod(die.values for die in asked.pool) <= _FEW:
        read: Any = asked.read  # hashable, as all of a state is
        for faces, _ in readings_of(asked.pool, read):
            yield faces
    elif asked.pool == rolled.pool:
        yield tuple(sorted(rolled.faces))
    elif len(asked.pool) == len(rolled.kept):
        # Only dice that decide nothing are missing, and those are not kept.
        yield rolled.kept
