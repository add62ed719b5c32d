"""How long agents of a tournament think, measured by playing some of it again."""

from collections.abc import Iterator
from time import perf_counter

from msgspec import Struct

from sim.run.chunk import Job, play_job
from sim.tournament.contest import Contest
from sim.tournament.ledger import seatings_of

_GAMES = 5


class Thinking(Struct, frozen=True):
    """An agent against itself: how many choices it made, and the seconds of those.

    The seconds are by the clock of this machine, and those of the rules are among them.
    """

    agent: str
    choices: int
    seconds: float

    @property
    def milliseconds(self) -> float:
        """What a choice takes."""
        return 1000 * self.seconds / max(1, self.choices)


def thinking(contest: Contest) -> Iterator[Thinking]:
    """Yield how long each agent thinks, in its first games on the first scenario."""
    for number, spec in enumerate(contest.specs):
        pair = number, number
        plan = contest.plan(0, pair, seatings_of(contest.places[0], pair)[0])
        began = perf_counter()
        games = play_job(Job(plan, 0, min(_GAMES, contest.terms.blocks)))
        passed = perf_counter() - began
        yield Thinking(spec, sum(one.line.decisions for one in games), passed)
