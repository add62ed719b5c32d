"""What a long run that records nothing is told: that `fracas solve` may say more."""

from collections.abc import Sequence
from pkgutil import resolve_name

from sim.campaign.campaign import Campaign
from sim.campaign.load import Playable
from sim.casting.specs import files_of
from sim.cli.play.request import Wish, solving_command
from sim.errors import FracasError
from sim.library.scenario import Loaded
from sim.seam.seats import by_seat

MANY = 5_000
"""From so many games on there is a better way to a number."""


def solve_instead(wish: Wish, loaded: Playable, agents: Sequence[str]) -> list[str]:
    """Return the command that computes what a run of that *wish* estimates, if any.

    Nothing where conflicts are recorded, which is a reason to play them, or where
    *agents* cannot be solved.
    """
    if wish.games < MANY or wish.store is not None or isinstance(loaded, Campaign):
        return []
    if not _solvable(loaded, agents):
        return []
    sentence = (
        "exact values, as far as the scenario fits into memory and time:"
        f" {solving_command(wish)}"
    )
    return [sentence]


def _solvable(loaded: Loaded, agents: Sequence[str]) -> bool:
    """Whether exact values are for these *agents*; of code in files nobody can tell."""
    if any(True for _ in files_of(agents, code=True)):
        return False
    seats = loaded.system.seats(loaded.scenario)
    lots = [seat for seat, _ in by_seat(agents)]
    choosers = resolve_name("sim.graph.choosers:Choosers")  # numpy is slow
    try:
        begin: tuple[object, ...] = choosers(loaded.system, seats, agents, lots).begin
    except FracasError:
        return False
    return None not in begin
