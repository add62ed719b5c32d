"""Why one agent did better: their first differences, and the most lopsided blocks.

Under the same dice two games are identical until somebody chooses differently. So their
first different decision is where the agents differ, and the block's result is what the
difference was worth.
"""

import shlex
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from heapq import nlargest
from itertools import islice
from statistics import fmean, median_low
from typing import Any

from msgspec import Struct

from sim.casting.specs import files_of
from sim.conflict.codec import decode
from sim.conflict.phrases import first_line
from sim.conflict.replay import steps
from sim.errors import FracasError
from sim.library.rulings import changed_rulings
from sim.run.chunk import Plan
from sim.seam.events import Event, Fact, Forfeited
from sim.seam.protocol import RuleSystem
from sim.statistics.adjustment import Adjustment, adjustment
from sim.tournament.contest import Contest
from sim.tournament.formats import Course
from sim.tournament.games import game_id, play_again
from sim.tournament.ledger import EVEN, Ledger, Pair
from sim.tournament.place import FIRST, Place, Seating
from sim.tournament.record import make_playable
from sim.tournament.series import Block

SWINGS = 10
_MATTERS = 0.25
"""Blocks whose score is at least this far from one half are listed."""
LOOKED_AT = 50
"""The most blocks of two agents on a scenario to play again, where few have met."""
_ALL = 1500
"""The most in all, where many have met; but at least _LEAST of each two."""
_LEAST = 4
_PARTINGS = 5


class Swing(Struct, frozen=True):
    """A block with a score far from one half, and commands that replay its games."""

    first: str
    second: str
    scenario: str
    block: int
    score: float
    margin: float
    games: tuple[str, ...]
    replay: tuple[str, ...]


class Parting(Struct, frozen=True):
    """A decision where two agents first differ: what each does there, and how often.

    *score* is what the first got on average in those of this many *blocks* that have
    it. *round* is the median of the rounds in which it was; 0 is before the first. An
    agent *fails* there if it does not choose at all.
    """

    first: str
    second: str
    scenario: str
    side: str
    does: str
    other: str
    round: int
    times: int
    blocks: int
    score: float
    fails: bool = False


class Partings(Struct, frozen=True):
    """Where agents first differ, for every two the most frequent first.

    *unknown* says why there is nothing about the agents from files, "" if there is.
    Looked at were the first *blocks* of each two on each scenario, or all if fewer.
    """

    found: tuple[Parting, ...]
    unknown: str = ""
    blocks: int = 0

    def weightiest(self, count: int, *, apart: bool = False) -> tuple[Parting, ...]:
        """Return the *count* partings that moved the scores most, in their order.

        Those where an agent fails say nothing of how it plays, and are not among them.
        Kept *apart*, there is one for each side of a scenario.
        """
        chosen = [entry for entry in enumerate(self.found) if not entry[1].fails]
        if apart:
            chosen.sort(key=_moved)
            chosen = [
                *{
                    (parting.scenario, parting.side): (n, parting)
                    for n, parting in chosen
                }.values()
            ]
        most = nlargest(count, chosen, key=_moved)
        return tuple(parting for _, parting in sorted(most, key=lambda entry: entry[0]))


def _moved(entry: tuple[int, Parting]) -> tuple[float, int]:
    _, parting = entry
    return parting.times * abs(parting.score - EVEN), parting.times


class Swings(Struct, frozen=True):
    """The swings that matter most, and how many others, mostly smaller, there are."""

    shown: tuple[Swing, ...]
    left_out: int


def find_swings(ledger: Ledger, store: str = "", count: int = SWINGS) -> Swings:
    """Return the blocks with the largest swings, recorded in *store*.

    Blocks with a nearly even score are left out. Of equal swings every two agents have
    one on every scenario before any have a second.
    """
    entries = [
        (pair, place, block)
        for pair in ledger.met()
        for place in range(len(ledger.contest.places))
        for block in ledger.blocks(pair, place)
        if block.result.score != EVEN or block.result.margin
    ]
    large = [entry for entry in _by_swing(entries) if max(_swing(entry)) >= _MATTERS][
        :count
    ]
    shown = tuple(_as_swing(ledger, *entry, store) for entry in large)
    return Swings(shown, len(entries) - len(shown))


_Entry = tuple[Pair, int, Block]


def _by_swing(entries: Iterable[_Entry]) -> list[_Entry]:
    """Return *entries*, the largest swing first; equal ones of all pairs in turn."""
    before = Counter[tuple[Pair, int]]()
    turns: list[tuple[int, _Entry]] = []
    for entry in sorted(entries, key=_swing, reverse=True):
        pair, place, _ = entry
        turns.append((before[pair, place], entry))
        before[pair, place] += 1
    turns.sort(key=lambda turn: (_swing(turn[1]), -turn[0]), reverse=True)
    return [entry for _, entry in turns]


def _swing(entry: _Entry) -> tuple[float, float]:
    result = entry[2].result
    return abs(result.score - EVEN), abs(result.margin)


def _as_swing(
    ledger: Ledger, pair: Pair, place: int, block: Block, store: str
) -> Swing:
    contest = ledger.contest
    where = contest.places[place]
    games = tuple(
        game_id(contest, place, pair, seating, block.number)
        for seating in range(len(where.seatings))
    )
    if store:
        commands = tuple(
            shlex.join(["fracas", "replay", store, game]) for game in games
        )
    else:
        commands = tuple(
            _replay(where, contest.plan(place, pair, seating), games[index])
            for index, seating in enumerate(where.seatings)
        )
    return Swing(
        contest.specs[pair[0]],
        contest.specs[pair[1]],
        where.name,
        block.number + 1,
        block.result.score,
        block.result.margin,
        games,
        commands,
    )


def _replay(where: Place, plan: Plan, game: str) -> str:
    """Return the commands that play the games of one seating and replay *game*."""
    specs, seats = plan.agents, where.seats
    order = sorted(range(len(specs)), key=lambda index: seats[index].side is None)
    agents = ",".join(specs[index] for index in order)
    number = game.rpartition("-")[2]
    parts = [
        "fracas",
        "run",
        *where.loaded.words,
        "--agents",
        agents,
        "--seed",
        plan.seed,
    ]
    store = f"swings-{number}.db"
    parts += ["--games", number, "--record", "seal", "--store", store]
    for name, value in changed_rulings(where.loaded.scenario).items():
        parts += ["--ruling", f"{name}={value}"]
    replay = shlex.join(["fracas", "replay", store, game])
    return f"{shlex.join(parts)} && {replay}"


def find_partings(ledger: Ledger) -> Partings:
    """Return where agents first differ, for every two the most frequent first.

    The first blocks of each two are played again, with agents from files as they are
    recorded, behind the wall.
    """
    contest, unknown = _with_files(ledger.contest)
    meetings = len(ledger.met()) * len(contest.places)
    most = min(LOOKED_AT, max(_LEAST, _ALL // max(1, meetings)))
    partings, looked_at = list[Parting](), 0
    for pair in ledger.met():
        for place, where in enumerate(contest.places):
            named = (*(contest.specs[agent] for agent in pair), *where.specs)
            if unknown and any(files_of(named)):
                continue
            blocks = list(islice(ledger.blocks(pair, place), most))
            looked_at = max(looked_at, len(blocks))
            partings += _partings_in(contest, pair, place, blocks)
    return Partings(tuple(partings), unknown, looked_at)


_Choices = tuple[str, str, str, bool]
"""(side, what the first does, what the second does, whether one fails)."""


def _with_files(contest: Contest) -> tuple[Contest, str]:
    """Return *contest* with its agents' files, and why it cannot have them, if so.

    One that was read from a store has none yet.
    """
    if contest.files or not any(files_of(contest.everybody)):
        return contest, ""
    try:
        return make_playable(contest), ""
    except FracasError as error:
        return contest, str(error)


def _partings_in(
    contest: Contest, pair: Pair, place: int, blocks: Sequence[Block]
) -> Iterator[Parting]:
    """Yield where two agents first differ in *blocks* on one scenario."""
    occurrences: defaultdict[_Choices, list[tuple[int, float]]]
    occurrences = defaultdict(list)
    for block in blocks:
        parted = _first_parting(contest, pair, place, block)
        if parted is not None:
            at, key = parted
            occurrences[key].append((at, block.result.score))
    names = Counter({key: len(times) for key, times in occurrences.items()})
    for key, times in names.most_common(_PARTINGS):
        side, does, other, fails = key
        yield Parting(
            contest.specs[pair[0]],
            contest.specs[pair[1]],
            contest.places[place].name,
            side,
            does,
            other,
            median_low(at for at, _ in occurrences[key]),
            times,
            len(blocks),
            fmean(score for _, score in occurrences[key]),
            fails,
        )


def _first_parting(
    contest: Contest, pair: Pair, place: int, block: Block
) -> tuple[int, _Choices] | None:
    """Return the round and both choices, None if no choice makes a difference."""
    if block.alike:
        return None
    where = contest.places[place]
    # Play the two games of a mirrored pair again. Both begin alike, so the first event
    # that differs shows where the agents do.
    for seating, turned in _turned(where):
        events, turned_events = (
            _events(
                where, play_again(contest.plan(place, pair, order), block.number).rows
            )
            for order in (seating, turned)
        )
        parted = _parted(where, events, turned_events)
        if parted is None:
            continue
        at, who, words, fails = parted
        side = next(n for n, members in enumerate(where.sides) if who in members)
        mine, theirs = words if seating[side] == FIRST else words[::-1]
        return at, (where.side_names[side], mine, theirs, fails)
    return None


def _turned(where: Place) -> Iterator[tuple[Seating, Seating]]:
    """Yield every seating with the one in which both agents have changed places."""
    for seating in where.seatings:
        turned = tuple(1 - who for who in seating)
        if seating < turned:
            yield seating, turned


def _events(where: Place, rows: Sequence[tuple[str, bytes]]) -> list[Event]:
    return decode(where.loaded.system, [data for _, data in rows])


def _parted(
    where: Place, events: Sequence[Event], turned_events: Sequence[Event]
) -> tuple[int, int, tuple[str, str], bool] | None:
    """Return (round, seat, both choices, whether one fails) of the first difference."""
    system: RuleSystem[Any] = where.loaded.system
    contested = {index for members in where.sides for index in members}
    state = system.initial(where.loaded.scenario)
    walk = steps(system, state, events[1:])
    for (before, event, _), other in zip(walk, turned_events[1:], strict=False):
        if event == other:
            continue
        # If something else differs first, no choice made the difference.
        if not isinstance(event, Fact) or not isinstance(other, Fact):
            return None
        if event.who != other.who or event.who not in contested:
            return None
        words = _words(system, before, event), _words(system, before, other)
        fails = any(isinstance(choice, Forfeited) for choice in (event, other))
        return before.round, event.who, words, fails
    return None


def _words(system: RuleSystem[Any], state: Any, event: Event) -> str:  # noqa: ANN401 - any system's state
    """Return the sentence of the story for a choice, on one line."""
    if isinstance(event, Forfeited):
        return f"fails: it {event.reason}"
    return first_line(system, state, event).rstrip(".")


def luck_adjusted(course: Course, pair: Pair) -> Adjustment:
    """Return the score of *pair* adjusted for the luck of the dice, if possible.

    Over all places blocks of the same number are one, as in the ledger; each place has
    a coefficient of its own.
    """
    ledger = course.ledger
    columns = [
        ledger.blocks(pair, place)
        for place in range(len(ledger.contest.places))
        if ledger.law(pair, place) is None
    ]
    luck = [[block.luck for block in row] for row in zip(*columns, strict=False)]
    scores = [result.score for result in ledger.results(pair)]
    return adjustment(scores, luck, stopped=course.stops_by_score)
