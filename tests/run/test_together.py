"""Games of a block that are followed together are those played one by one."""

from collections.abc import Sequence
from typing import Any

import pytest
from msgspec import structs

from sim.casting.objects import given_class
from sim.casting.roster import make
from sim.conflict.play import Played
from sim.conflict.together import play_together
from sim.dice.pool import KeyedDice
from sim.errors import RulesError
from sim.library.scenario import Loaded, load
from sim.run.chunk import Job, play_job
from sim.run.plan import Record
from sim.run.sitting import begin_agents
from sim.run.together import play_jobs
from sim.seam.events import Event, Fact
from sim.seam.protocol import Agent, Decision, Table
from sim.tournament.contest import Terms, make_contest
from tests.agents.tables import LOAD, TOY_LOADED, conflicts
from tests.rules.twice import SYSTEM, TwiceScenario


class Restless(Agent):
    """Chooses by how many questions and events it has had in all its games."""

    def __init__(self) -> None:
        self.asked = 0

    def choose(self, asked: Decision[Any]) -> Fact:
        """Return another option each time."""
        self.asked += 1
        return asked.options[self.asked % len(asked.options)]


class Hears(Agent):
    """Chooses by how many events it was told."""

    def begin(self, table: Table) -> None:
        """Begin to count."""
        super().begin(table)
        self.heard = 0

    def observe(self, event: Event) -> None:
        """Count."""
        del event
        self.heard += 1

    def choose(self, asked: Decision[Any]) -> Fact:
        """Return an option by the count."""
        return asked.options[self.heard % len(asked.options)]


class Tires(Restless):
    """Fails at every seventh question."""

    def choose(self, asked: Decision[Any]) -> Fact:
        """Return another option each time, or fail."""
        if self.asked % 7 == 6:
            self.asked += 1
            raise ValueError(self.asked)
        return super().choose(asked)


class Deafens(Hears):
    """Fails at the ninth event that it is told."""

    def observe(self, event: Event) -> None:
        """Count, or fail."""
        super().observe(event)
        if self.heard == 9:
            raise ValueError(event)


def jobs_of(
    loaded: Loaded, pair: Sequence[str], games: int = 4, record: Record = "full"
) -> list[Job]:
    """Return the jobs of a block of *pair* in *loaded*, one for each seating."""
    known = LOAD if loaded is TOY_LOADED else "sim.library.scenario:from_json"
    contest = make_contest([loaded], pair, Terms(), seed="together", load=known)
    plans = (contest.plan(0, (0, 1), seating) for seating in contest.places[0].seatings)
    return [Job(structs.replace(plan, record=record), 0, games) for plan in plans]


SCENARIO = TwiceScenario(title="Twice", system="twice", same_name=True)
OWN = tuple(given_class(kind).name for kind in (Restless, Hears, Tires, Deafens))
PAIRS = (
    ("steady", "bold"),
    ("uniform", "noise:share=0.3"),
    *zip(OWN, ("steady", "uniform", "steady", "uniform"), strict=True),
)


@pytest.mark.parametrize("loaded", conflicts(), ids=lambda one: one.system.name)
@pytest.mark.parametrize("pair", PAIRS, ids="-".join)
def test_the_same_as_playing_every_game(loaded: Loaded, pair: tuple[str, str]) -> None:
    """Games played together are, byte for byte, those played one by one."""
    jobs = jobs_of(loaded, pair)
    assert play_jobs(jobs) == [play_job(job) for job in jobs]


@pytest.mark.parametrize("name", ["footrace", "stuck_door", "planets_boulder"])
def test_the_same_with_one_side_and_with_three(name: str) -> None:
    """Blocks of one side and of three sides are the same together and one by one."""
    jobs = jobs_of(load(name), ("steady", "uniform"))
    assert play_jobs(jobs) == [play_job(job) for job in jobs]


def test_what_is_not_recorded_is_not_kept() -> None:
    """Games played together keep rows only if the level records them."""
    jobs = jobs_of(TOY_LOADED, ("steady", "uniform"), record="none")
    played = play_jobs(jobs)
    assert played == [play_job(job) for job in jobs]
    assert not any(game.rows for games in played for game in games)


def test_games_that_are_alike_are_worked_out_once() -> None:
    """Six tables at which everybody chooses alike ask the rules for one game."""
    loaded = load("planets_boulder")
    seats = loaded.system.seats(loaded.scenario)
    events: list[Event] = []

    def evolve(state: Any, event: Event) -> Any:  # noqa: ANN401 - any state
        events.append(event)
        return loaded.system.evolve(state, event)

    system = structs.replace(loaded.system, evolve=evolve)
    begun = system.initial(loaded.scenario)
    tables = [
        begin_agents([make("steady") for _ in seats], system, seats, bytes(32))
        for _ in range(6)
    ]
    games = play_together(system, begun, tables, KeyedDice(bytes(32)), seats)

    assert all(game is games[0] for game in games)
    assert events == games[0].events[:-1]


class Fights(Agent):
    """Attacks, or waits."""

    def __init__(self, *, attacks: bool) -> None:
        self.attacks = attacks

    def choose(self, asked: Decision[Any]) -> Fact:
        """Return the first option, or the last."""
        return asked.options[0 if self.attacks else -1]


def fought(*tables: tuple[bool, bool]) -> list[Played]:
    """Play two turns with dice of one name, where each table says who attacks."""
    seats = SYSTEM.seats(SCENARIO)
    seated = [[Fights(attacks=attacks) for attacks in table] for table in tables]
    dice = KeyedDice(bytes(32))
    return play_together(SYSTEM, SYSTEM.initial(SCENARIO), seated, dice, seats)


def test_a_name_that_fell_elsewhere_may_fall() -> None:
    """A name of dice may fall once in each course of a block."""
    games = fought((True, False), (False, True), (True, False))
    assert games[0] is games[2]
    assert games[0] != games[1]


def test_dice_named_twice_are_refused() -> None:
    """Dice named twice within one course are refused, also before it branched."""
    with pytest.raises(RulesError, match="twice in round 1"):
        fought((True, False), (True, True))
