"""The best reply of one seat, told in a few lines, as an agent, and proved by play."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any

from msgspec import Struct

from sim.casting.objects import carried
from sim.casting.specs import split
from sim.conflict.kinds import scopes
from sim.errors import AgentError, OddsError, UnknownNameError
from sim.files.outputs import new_file
from sim.graph.agent_file import by_lines, by_sight
from sim.graph.budget import Budget
from sim.graph.lines import Told, enough, told
from sim.graph.policy import Policy, policy
from sim.graph.progress import Progress, quiet
from sim.graph.reply import Replied
from sim.graph.reply import reply as reply_to
from sim.library.scenario import Loaded
from sim.narration.phrases import called
from sim.reading.hints import among, nearest, quoted
from sim.run.meaning import check_settings
from sim.run.seating import seat_agents
from sim.seam.events import Fact, Seat
from sim.seam.protocol import RuleSystem, SeatInfo
from sim.statistics.intervals import Interval
from sim.study.proof import proved
from sim.study.solving import more
from sim.transcript.lexicon import Lexicon

GAMES = 400
"""How many conflicts prove a reply, unless told otherwise."""
Steps = Callable[[str], AbstractContextManager[Progress]]
"""What a step is called -> what hears how far it has come."""


class Question(Struct, frozen=True):
    """Whose best reply is asked for, and to whom.

    *agents* are those of all seats; that of the *seat* answers what is not free.
    *free* are kinds of decisions, all where there are none. *against* is who plays the
    other seats as it was asked, "" for the agents of the scenario.
    """

    loaded: Loaded
    seat: str
    agents: tuple[str, ...]
    free: tuple[str, ...] = ()
    against: str = ""

    @property
    def agent(self) -> str:
        """Who answers what is not free."""
        return self.agents[self.place]

    @property
    def place(self) -> Seat:
        """The number of the seat; raises UnknownNameError where nobody has it."""
        return _place(self.loaded.system.seats(self.loaded.scenario), self.seat)


class BestReply(Struct, frozen=True):
    """The best that one seat can do against given agents.

    *found* is the reply and *lines* tells it in a few lines, which returned *proof*
    when they were played. Where the lines keep too little of the gain it is known
    *whole* as well, and *proof_whole* says what that returned. *source* is the reply as
    the file of an agent, *games* how many conflicts proved it.
    """

    question: Question
    found: Replied
    lines: Told
    source: str
    games: int
    proof: Interval | None
    whole: Policy | None
    proof_whole: Interval | None

    @property
    def seat(self) -> str:
        """Whose reply it is."""
        return self.question.seat

    @property
    def returns(self) -> float:
        """What the reply returns: the most that is possible, where it is `exact`."""
        return self.found.value

    @property
    def agent_returns(self) -> float:
        """What the seat's own agent returns."""
        return self.found.base

    @property
    def gain(self) -> float | None:
        """How much more the reply returns, None where not every state was played."""
        return None if self.found.full else self.found.value - self.found.base

    @property
    def rules(self) -> tuple[str, ...]:
        """The reply in a few lines, as the agent `scripted` takes them."""
        return self.lines.lines

    @property
    def exact(self) -> bool:
        """Whether it is surely the best: nothing was left out of choices or states."""
        return self.most and not self.found.shown_by

    @property
    def most(self) -> bool:
        """Whether every choice of the seat was free, and every state was played."""
        return self.found.whole and not self.question.free

    def save(self, file: str | Path) -> str:
        """Write the reply as the *file* of an agent; return it, ready to be played.

        Raises StoreError where the file is there already or cannot be written.
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
        asked, found, whole = self.question, self.found, self.whole
        loaded = asked.loaded
        return {
            "system": loaded.system.name,
            "scenario": loaded.name,
            "digest": loaded.digest.hex(),
            "agents": list(asked.agents),
            "exact": self.exact,
            **({"shown_by": found.shown_by} if found.shown_by else {}),
            "states": found.states,
            "reply": {
                "seat": asked.seat,
                "free": list(asked.free),
                "return": found.value,
                "agent": asked.agent,
                "agent_return": found.base,
                "gain": self.gain,
                "rules": list(self.rules),
                "rules_return": self.lines.value,
                "games": self.games if self.proof or self.proof_whole else 0,
                "played": _ends(self.proof),
                "policy": None
                if whole is None
                else {
                    "questions": len(whole.best),
                    "return": whole.value,
                    "played": _ends(self.proof_whole),
                },
            },
        }

    def __repr__(self) -> str:
        asked = self.question
        least = "" if self.most else "at least "
        head = (
            f"The best reply of {asked.seat} in {asked.loaded.title} returns"
            f" {least}{self.returns:.5f};"
            f" {asked.agent} returns {self.agent_returns:.5f}"
        )
        return "\n".join([head, *(f"  {line}" for line in self.rules)])


def question_of(
    loaded: Loaded,
    seat: str,
    *,
    against: str = "",
    agent: str = "",
    free: Sequence[str] = (),
    trusted: bool = False,
) -> Question:
    """Return who is asked about, with the agents of the scenario where none is given.

    Raises UnknownNameError for a seat nobody has, AgentError for an agent that cannot
    be made.
    """
    seats = loaded.system.seats(loaded.scenario)
    place = _place(seats, seat)
    if len(split(against)) > 1:
        message = f"the other seats are played by one agent, not {quoted(against)}"
        raise AgentError(message)
    count = sum(one.side is not None for one in seats)
    given = [against] * count if against else []
    specs = list(seat_agents(seats, given, trusted=trusted))
    specs[place] = agent or seat_agents(seats, (), trusted=trusted)[place]
    check_settings([loaded], specs)
    _check_can_be_written(specs[place])
    words = tuple(one.strip() for one in free if one.strip())
    return Question(loaded, seat, tuple(specs), words, against)


def _check_can_be_written(agent: str) -> None:
    """Raise AgentError for one that a reply, which is a file, cannot name."""
    for one in carried([agent]):
        message = (
            f"a reply is a file, which cannot name {one.name}, for that is known only"
            " to this program: let another agent play what is not free"
        )
        raise AgentError(message)


def best_reply(
    question: Question,
    *,
    games: int = GAMES,
    budget: Budget | None = None,
    steps: Steps | None = None,
) -> BestReply:
    """Return the best reply, proved by so many *games*.

    It is played by its lines, and as a whole where they keep too little of the gain.
    Raises OddsError where nothing at all was found out, AgentError for an agent of
    which nothing exact can be said.
    """
    loaded, place = question.loaded, question.place
    system, seats = loaded.system, loaded.system.seats(loaded.scenario)
    free = place, _kinds(system, question.free)
    state, steps = system.initial(loaded.scenario), steps or _silent
    with steps("replying") as heard:
        found = reply_to(
            system, state, seats, question.agents, free, budget=budget, told=heard
        )
    if found.full and found.value <= 0.0:
        message = (
            f"{loaded.name} does not fit into {found.full}: nothing is known there of"
            f" what {question.seat} can do{more(found.full)}"
        )
        raise OddsError(message)
    with steps("putting it in a few lines"):
        lines = told(system, seats, place, found)
    return _proved(question, found, lines, games)


def _silent(step: str) -> AbstractContextManager[Progress]:
    del step
    return nullcontext(quiet)


def _proved(question: Question, found: Replied, lines: Told, games: int) -> BestReply:
    loaded, agents, place = question.loaded, question.agents, question.place
    against = question.against or "the agents of the scenario"
    title = f"The reply of {question.seat} in {loaded.name} to {against}."
    text = by_lines(title, lines.lines, question.agent, loaded.system.name)
    whole, seen = None, ""
    if not enough(found, lines.value):
        whole = policy(loaded.system, found)
        seen = by_sight(title, lines.lines, question.agent, whole)
    played = games and lines.lines
    return BestReply(
        question,
        found,
        lines,
        seen or text,
        games,
        proved(loaded, agents, place, text, games) if played else None,
        whole,
        proved(loaded, agents, place, seen, games) if games and seen else None,
    )


def _place(seats: Sequence[SeatInfo], name: str) -> Seat:
    names = [one.name for one in seats if one.side is not None]
    if name not in names:
        message = f"nobody is called {quoted(name)}, expected {among(names, name)}"
        raise UnknownNameError(message)
    return Seat([one.name for one in seats].index(name))


def _kinds(
    system: RuleSystem[Any], free: Sequence[str]
) -> tuple[type[Fact], ...] | None:
    """Return the facts that make a decision free; None: every decision is."""
    if not free:
        return None
    about = {one.value: kinds for one, kinds in scopes(system).items()}
    answers = {one.__name__: one for one in system.events if issubclass(one, Fact)}
    lexicon, found = Lexicon(system), list[type[Fact]]()
    for word in free:
        if word.casefold() in about:
            found += about[word.casefold()]
        elif name := lexicon.meant(word):
            found.append(answers[name])
        else:
            ways = [called(system, kind) for kind in answers]
            message = (
                f"{system.name} has no decision called {quoted(word)}, expected"
                f" {', '.join(about)}, or an answer: {', '.join(ways)}"
                f"{nearest(word.casefold(), [*about, *ways])}"
            )
            raise UnknownNameError(message)
    return tuple(found)


def _ends(proof: Interval | None) -> dict[str, Any] | None:
    return None if proof is None else proof.to_dict()
