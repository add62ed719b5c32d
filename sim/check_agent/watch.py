"""An agent watched while it plays; half of its choices are replaced by random ones."""

from time import perf_counter
from typing import Any

from msgspec import Struct

from sim.bots.bot import PROGRAMS
from sim.bots.telling import Situation
from sim.casting.roster import make
from sim.check_agent.handed import Handed, WatchedTable
from sim.conflict.asking import Refusal, answer, in_words, raised_at
from sim.conflict.phrases import kind_in_words
from sim.conflict.play import play
from sim.dice.pool import KeyedDice
from sim.dice.seed import agent_key, conflict_key
from sim.errors import RulesError, error_in_words
from sim.library.scenario import Loaded
from sim.run.seating import seat_agents
from sim.seam.events import Event, Fact
from sim.seam.protocol import Agent, Decision, Table
from sim.seam.seats import by_seat

SEED = "check-agent"
_COMPANY = "uniform:concedes=false"
_OFTEN = 0.5


class Watched(Struct):
    """What was observed of an agent: its answers, and whatever went wrong."""

    answers: list[Fact | None] = []
    strayed: list[str] = []
    raised: list[str] = []
    seconds: list[float] = []


class Probe(Agent):
    """Asks *candidate*, records its answer, and plays another one half of the time."""

    def __init__(self, candidate: Agent, where: str) -> None:
        self.candidate = candidate
        self.where = where
        self.seen = Watched()
        self.asked: list[Decision[Any]] = []
        self.listens = candidate.listens
        self.handed = Handed()

    def begin(self, table: Table) -> None:
        """Begin a conflict with both agents."""
        super().begin(table)
        key = agent_key(table.key, 0)
        self.handed = handed = Handed()
        handed.keep("the rule system", table.rules)
        handed.keep("the seats", *table.seats)
        own = WatchedTable(table.rules, table.seat, table.seats, key, handed=handed)
        where = f"{self.where}, sitting down"
        try:
            self.candidate.begin(own)
        except Exception as error:  # noqa: BLE001 - whatever it raises is a finding
            self.seen.raised.append(f"{where}: it {raised_in_words(error)}")
        self._check_unaltered(where)

    def observe(self, event: Event) -> None:
        """Pass the event to the candidate."""
        where = f"{self.where}, told of {kind_in_words(type(event).__name__)}"
        self.handed.keep("the event", event)
        try:
            self.candidate.observe(event)
        except Exception as error:  # noqa: BLE001 - whatever it raises is a finding
            self.seen.raised.append(f"{where}: it {raised_in_words(error)}")
        self._check_unaltered(where)

    def choose(self, asked: Decision[Any]) -> Fact:
        """Return the candidate's answer, or another that does not give up."""
        told = self._ask(Decision(asked.who, asked.options, asked.view))
        luck = self.table.random
        if told is not None and luck.random() < _OFTEN:
            return told
        view = asked.view
        staying = [
            option
            for option in asked.options
            if not self.table.appraise(view, option).concedes
        ] or asked.options
        return staying[int(luck.random() * len(staying))]

    def _ask(self, asked: Decision[Any]) -> Fact | None:
        self.asked.append(asked)
        where = f"{self.where}, choice {len(self.asked)}"
        self.handed.keep("the question", asked)
        self.handed.pass_on()
        since = perf_counter()
        told: Fact | None = None
        try:
            told = answer(self.candidate, asked)
        except Refusal as refusal:
            faults = (
                self.seen.strayed if refusal.__cause__ is None else self.seen.raised
            )
            said = " ".join(str(refusal).split())
            faults.append(f"{where}: it {said}{refusal.place}")
        self.seen.seconds.append(perf_counter() - since)
        self.seen.answers.append(told)
        self._check_unaltered(where)
        return told

    def _check_unaltered(self, where: str) -> None:
        """Raise AlteredError if the candidate altered what it has been handed."""
        if altered := self.handed.altered():
            message = f"{where}: it altered {altered}"
            raise AlteredError(message)

    def check_earlier(self) -> None:
        """Raise AlteredError if it altered what was handed to it before the last."""
        if altered := self.handed.altered_earlier():
            message = f"{self.where}: it altered {altered} after the next one"
            raise AlteredError(message)


class AlteredError(RulesError):
    """An agent altered something that it was handed.

    States, events and rules are shared between conflicts, so nothing played afterwards
    would be by the rules.
    """


def raised_in_words(error: Exception) -> str:
    """Return that an agent raised *error*, and where in its file."""
    said = " ".join(in_words(str, error).split())
    return f"raised {error_in_words(error, said)}{raised_at(error)}"


def watch(
    spec: str, loaded: Loaded, game: int, candidate: Agent | None = None
) -> Watched:
    """Play one conflict with the agent at one seat, and return what was seen."""
    return play_one(candidate or make(spec), loaded, game).seen


def play_one(candidate: Agent, loaded: Loaded, game: int) -> Probe:
    """Play one conflict with *candidate* at one seat; return what sat there."""
    system, seats = loaded.system, loaded.system.seats(loaded.scenario)
    players = [index for index, seat in enumerate(seats) if seat.side is not None]
    mine = players[game % len(players)]
    probe = Probe(candidate, f"{loaded.name}, conflict {game + 1}, {seats[mine].name}")
    key = conflict_key(SEED, game)
    own = seat_agents(seats, ())
    agents = [
        probe
        if index == mine
        else make(_COMPANY if seat.side is not None else own[index])
        for index, seat in enumerate(seats)
    ]
    state = system.initial(loaded.scenario)
    with PROGRAMS.about(Situation.of(state, loaded.scenario)):
        for index, agent in by_seat(agents):
            agent.begin(Table(system, index, seats, agent_key(key, index)))
    try:
        play(system, state, agents, KeyedDice(key), seats=seats, strict=True)
    except AlteredError:
        raise
    except Exception:
        probe.check_earlier()  # an altered object may be why the rules failed
        raise
    probe.check_earlier()
    probe.handed.forget()
    return probe
