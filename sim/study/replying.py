"""The best reply of one seat: the question, and the result."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct

from sim.casting.objects import objects_for
from sim.casting.specs import split
from sim.conflict.kinds import scopes
from sim.conflict.phrases import called
from sim.errors import AgentError, UnknownNameError
from sim.files.outputs import new_file
from sim.graph.certainty import Certainty, certainty_followed
from sim.graph.lines import UNSEEN
from sim.graph.policy import Policy
from sim.graph.reply import SolvedReply
from sim.library.scenario import Loaded
from sim.reading.hints import nearest, quoted
from sim.run.meaning import check_settings
from sim.run.seating import seat_agents, seat_named
from sim.seam.events import Fact, Seat
from sim.seam.protocol import RuleSystem, SeatInfo
from sim.statistics.intervals import Interval
from sim.statistics.words import between, figure
from sim.transcript.lexicon import Lexicon

GAMES = 400
"""The default number of conflicts in which a reply is tested."""
SECONDS = 60
"""The default time of the search for a reply."""
_NEAR = 1e-9
"""Values that differ by less are equal."""


class Question(Struct, frozen=True):
    """The question for the best reply of a *seat*, and the agents to which it replies.

    *agents* are those of all seats; that of the *seat* makes the decisions that are not
    free. *free* are kinds of decisions; all are free if it is empty. *against* is the
    agent named for the other seats, "" for the agents of the scenario.
    """

    loaded: Loaded
    seat: str
    agents: tuple[str, ...]
    free: tuple[str, ...] = ()
    against: str = ""

    @property
    def agent(self) -> str:
        """The agent that makes the decisions that are not free."""
        return self.agents[self.place]

    @property
    def place(self) -> Seat:
        """The number of the seat; raises UnknownNameError if nobody has it."""
        return _seat_named(self.loaded.system.seats(self.loaded.scenario), self.seat)


class AverageReturn(Struct, frozen=True):
    """An average return: one value, or bounds or an interval.

    The *value* of bounds is the lower one. An interval is from this many *games*.
    *shown_by* is that of `Solved`.
    """

    value: float
    low: float
    high: float
    sure: Certainty
    games: int = 0
    shown_by: int = 0

    @classmethod
    def worked_out(cls, value: float, shown_by: int = 0) -> "AverageReturn":
        """Return an exact value."""
        return cls(value, value, value, certainty_followed(shown_by), shown_by=shown_by)

    @classmethod
    def bounded(cls, low: float, high: float, shown_by: int = 0) -> "AverageReturn":
        """Return bounds of a value of which nearly every chance was followed."""
        return cls(low, low, high, Certainty.BOUNDS, shown_by=shown_by)

    @classmethod
    def played(cls, interval: Interval, games: int) -> "AverageReturn":
        """Return an interval from *games* games."""
        return cls(
            interval.value, interval.low, interval.high, Certainty.INTERVAL, games
        )

    @property
    def followed(self) -> bool:
        """Whether every chance was followed, so that it is one number."""
        return self.sure in {Certainty.EXACT, Certainty.SHOWN}

    @property
    def width(self) -> float:
        """How far apart the bounds are, or the ends of the interval."""
        return self.high - self.low

    def or_nearer(self, solved: "AverageReturn | None") -> "AverageReturn":
        """Return what was *solved* if that is exact or narrower, else this."""
        if solved is None or (not solved.followed and solved.width >= self.width):
            return self
        return solved

    def exceeds(self, other: "AverageReturn") -> bool:
        """Whether it is more than *other*: surely, unless one of both was played."""
        return self.value > other.at_most + UNSEEN

    @property
    def at_most(self) -> float:
        """The value where it was played, else the most that it may be."""
        return self.value if self.sure is Certainty.INTERVAL else self.high

    def to_dict(self) -> float | dict[str, float]:
        """Return it for JSON: a number if every chance was followed."""
        if self.followed:
            return self.value
        if self.sure is Certainty.BOUNDS:
            return {"low": self.low, "high": self.high}
        return {"value": self.value, "low": self.low, "high": self.high}

    def __str__(self) -> str:
        if self.followed:
            return f"{self.value:.5f}"
        if self.sure is Certainty.BOUNDS:
            return between(self.low, self.high, 5)
        return figure(Interval(self.value, self.low, self.high))


class WrittenReply(Struct, frozen=True):
    """A reply as an agent: its *source*, its lines, and what that agent returns.

    *returned* is the return of the agent in the file, solved or played by itself.
    *policy* is used if the lines alone keep too little of the gain. *base* answers all
    other questions, "" for the seat's own agent.
    """

    source: str
    lines: tuple[str, ...]
    returned: AverageReturn
    policy: Policy | None = None
    base: str = ""


class BestReply(Struct, frozen=True):
    """The best reply found for one seat against given agents.

    *own* is the return of the seat's own agent, *written* the reply as an agent, which
    returns no less. *most* is an upper bound of all replies by the free choices.
    *freed* are the kinds of decision that were freed if there was no room for all, and
    *why* says what ended the search, "" if the reply was solved. *found* is the solved
    reply, None if it was found by play. *proof* is the return of the agent in play.
    """

    question: Question
    own: AverageReturn
    written: WrittenReply
    most: float
    why: str = ""
    freed: tuple[str, ...] = ()
    found: SolvedReply | None = None
    lines: WrittenReply | None = None
    proof: Interval | None = None
    games: int = 0

    @property
    def seat(self) -> str:
        """The seat that replies."""
        return self.question.seat

    @property
    def certainty(self) -> Certainty:
        """The certainty that no reply by the free choices is better.

        Exact, shown, bounds (the best lies between `returns` and `most`) or interval.
        """
        returned = self.written.returned
        if not returned.followed:
            return returned.sure
        if self.most > self.returns + _NEAR:
            return Certainty.BOUNDS
        return certainty_followed(self.shown_by)

    @property
    def returns(self) -> float:
        """The return of the reply: the greatest possible one if it is `exact`."""
        return self.written.returned.value

    @property
    def least(self) -> float | None:
        """A lower bound of the best reply's return, if it surely gains.

        It was computed, unlike the return of the saved reply, which was played.
        """
        solved = self.found
        if solved is None or solved.value <= solved.at_most({}) + UNSEEN:
            return None
        return solved.value

    @property
    def base(self) -> str:
        """The agent that answers all other questions: the own one or a better one."""
        return self.written.base or self.question.agent

    @property
    def agent_returns(self) -> float:
        """The return of the seat's own agent."""
        return self.own.value

    @property
    def gain(self) -> float:
        """How much more the reply returns than the seat's own agent, at least."""
        if self.written.returned == self.own:
            return 0.0
        return self.returns - self.own.at_most

    @property
    def rules(self) -> tuple[str, ...]:
        """The reply in a few lines, as the agent `scripted` takes them."""
        return self.written.lines

    @property
    def source(self) -> str:
        """The reply as the file of an agent."""
        return self.written.source

    @property
    def shown_by(self) -> int:
        """How many conflicts showed that agents use nothing the graph leaves out."""
        by_reply = 0 if self.found is None else self.found.shown_by
        return max(by_reply, self.own.shown_by)

    @property
    def exact(self) -> bool:
        """Whether it is surely the best reply by the choices that are free."""
        return self.certainty is Certainty.EXACT

    def save(self, file: str | Path) -> str:
        """Write the reply as the *file* of an agent; return it, ready to be played.

        Raises StoreError if the file is there already or cannot be written.
        """
        path = Path(file)
        if path.suffix != ".py":
            message = f"found {quoted(str(file))}, expected a name that ends in .py"
            raise AgentError(message)
        with new_file(path) as target:
            target.write(self.source.encode())
        return str(file)

    def to_dict(self) -> dict[str, Any]:
        """Return the reply as `fracas reply --json` prints it."""
        asked, loaded = self.question, self.question.loaded
        shown = {"shown_by": self.shown_by} if self.shown_by else {}
        return {
            "format": 1,
            "system": loaded.system.name,
            "scenario": loaded.name,
            "digest": loaded.digest.hex(),
            "agents": list(asked.agents),
            "exact": self.exact,
            **({"error": self.why} if self.why else {}),
            **shown,
            "states": 0 if self.found is None else self.found.states,
            "reply": {
                "seat": asked.seat,
                "free": list(asked.free or self.freed),
                "certainty": self.certainty.value,
                "return": self._returned().to_dict(),
                "least": self.least,
                "most": self.most,
                "agent": asked.agent,
                "plays_as": self.base,
                "agent_return": self.own.to_dict(),
                "gain": self.gain,
                "rules": list(self.rules),
                "rules_return": None
                if self.lines is None
                else self.lines.returned.to_dict(),
                "games": self.games,
                "played": None if self.proof is None else self.proof.to_dict(),
                "policy": None
                if self.written.policy is None
                else {
                    "questions": len(self.written.policy.best),
                    "return": self.written.returned.to_dict(),
                },
            },
        }

    def _returned(self) -> AverageReturn:
        if self.certainty is Certainty.BOUNDS:
            return AverageReturn(
                self.returns, self.returns, self.most, Certainty.BOUNDS
            )
        return self.written.returned

    def __repr__(self) -> str:
        asked = self.question
        head = (
            f"The best reply of {asked.seat} in {asked.loaded.title} returns"
            f" {self._returned()} ({self.certainty}); {asked.agent} returns {self.own}"
        )
        return "\n".join([head, *(f"  {line}" for line in self.rules)])


def own_between(solved: SolvedReply | None) -> AverageReturn | None:
    """Return bounds of the own agent's return, from a reply that was solved in part."""
    if solved is None:
        return None
    return AverageReturn.bounded(solved.base, solved.at_most({}), solved.shown_by)


def question_of(
    loaded: Loaded,
    seat: str,
    *,
    against: str = "",
    agent: str = "",
    free: Sequence[str] = (),
    trusted: bool = False,
) -> Question:
    """Return the question for a *seat*; agents default to those of the scenario.

    Raises UnknownNameError for a seat nobody has, AgentError for an agent that cannot
    be made.
    """
    seats = loaded.system.seats(loaded.scenario)
    place = _seat_named(seats, seat)
    if len(split(against)) > 1:
        message = f"the other seats are played by one agent, not {quoted(against)}"
        raise AgentError(message)
    count = sum(info.side is not None for info in seats)
    given = [against] * count if against else []
    specs = list(seat_agents(seats, given, trusted=trusted))
    specs[place] = agent or seat_agents(seats, (), trusted=trusted)[place]
    check_settings([loaded], specs)
    _check_can_be_written(specs[place])
    words = tuple(word.strip() for word in free if word.strip())
    return Question(loaded, seats[place].name, tuple(specs), words, against)


def _check_can_be_written(agent: str) -> None:
    """Raise AgentError for an agent that a reply, which is a file, cannot name."""
    for known in objects_for([agent]):
        message = (
            f"a reply is a file, which cannot name {known.name}, for that is known only"
            " to this program: let another agent play what is not free"
        )
        raise AgentError(message)


def _seat_named(seats: Sequence[SeatInfo], name: str) -> Seat:
    # Only participants can reply.
    playing = [info.name for info in seats if info.side is not None]
    meant = playing[seat_named(playing, name)]
    return seat_named([info.name for info in seats], meant)


def free_kinds(
    system: RuleSystem[Any], free: Sequence[str]
) -> tuple[type[Fact], ...] | None:
    """Return the facts that make a decision free; None: every decision is."""
    if not free:
        return None
    about = {scope.value: kinds for scope, kinds in scopes(system).items()}
    answers = {kind.__name__: kind for kind in system.events if issubclass(kind, Fact)}
    lexicon, freed = Lexicon(system), list[type[Fact]]()
    for word in free:
        if word.casefold() in about:
            freed += about[word.casefold()]
        elif name := lexicon.meant(word):
            freed.append(answers[name])
        else:
            ways = [called(system, kind) for kind in answers]
            message = (
                f"{system.name} has no decision called {quoted(word)}, expected"
                f" {', '.join(about)}, or an answer: {', '.join(ways)}"
                f"{nearest(word.casefold(), [*about, *ways])}"
            )
            raise UnknownNameError(message)
    return tuple(freed)
