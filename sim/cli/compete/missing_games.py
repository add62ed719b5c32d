"""Playing what is missing of a tournament, with the progress of all of it."""

from sim.cli.options.workers import Crew
from sim.cli.terminal.progress import progress
from sim.tournament.ledger import block_seatings
from sim.tournament.tournament import Tournament


def play_missing(held: Tournament, crew: Crew) -> None:
    """Play *held* to its end; raises KeyboardInterrupt and what `Tournament.play` does.

    The progress is out of the most games that there can be.
    """
    contest = held.contest
    seatings = sum(len(place.seatings) for place in contest.places)
    total = len(contest.pairs) * contest.terms.blocks * seatings
    # Everyone also plays itself, which shows the effect of luck alone.
    alone = min(contest.terms.null, contest.terms.blocks) * len(contest.agents)
    total += sum(alone * len(block_seatings(place, (0, 0))) for place in contest.places)
    what = "solving and playing" if contest.terms.exact else "playing"
    with progress(what, total) as report:
        held.play(workers=crew.workers(total), executor=crew.executor, progress=report)
