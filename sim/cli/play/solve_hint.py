"""A hint under long runs that record nothing: `fracas solve` gives exact values."""

from collections.abc import Sequence
from pkgutil import resolve_name

from sim.campaign.campaign import Campaign
from sim.campaign.load import Playable
from sim.casting.specs import files_of
from sim.cli.play.request import Request, solving_command
from sim.errors import FracasError
from sim.library.scenario import Loaded
from sim.seam.seats import by_seat

MANY = 5_000
"""The hint is printed from this many games on."""


def solve_hint(request: Request, loaded: Playable, agents: Sequence[str]) -> list[str]:
    """Return a sentence with the command that computes what this run estimates, if any.

    None if conflicts are recorded, which is a reason to play them, or where the
    *agents* cannot be solved.
    """
    if (
        request.games < MANY
        or request.store is not None
        or isinstance(loaded, Campaign)
    ):
        return []
    if not _solvable(loaded, agents):
        return []
    sentence = (
        "exact values, as far as the scenario fits into memory and time:"
        f" {solving_command(request)}"
    )
    return [sentence]


def _solvable(loaded: Loaded, agents: Sequence[str]) -> bool:
    """Whether `solve` takes these *agents*; for agents from files that is unknown."""
    if any(True for _ in files_of(agents, code=True)):
        return False
    seats = loaded.system.seats(loaded.scenario)
    every = [seat for seat, _ in by_seat(agents)]
    choosers = resolve_name("sim.graph.choosers:Choosers")  # numpy is slow
    try:
        begin: tuple[object, ...] = choosers(loaded.system, seats, agents, every).begin
    except FracasError:
        return False
    return None not in begin
