"""The loss of each shipped agent at its seat against the best known strategy there.

    python -m benchmarks.loss                        # every seat of every scenario
    python -m benchmarks.loss alley rooftops --write # these anew, the others as kept
    python -m benchmarks.loss --missing --write      # go on where it was stopped
    python -m benchmarks.loss --values --write       # only take what value.md knows

The other seats keep the agents that the scenario's file has, and one seat alone looks
for something better. What it finds more is what the shipped agent loses there. Where
all that may be chosen fits into the bounds, the loss is exact. Otherwise it is at
least what was found: by a reply worked out with some choices free, and by agents that
were tried at the seat, the best of which was played again under luck of its own.
Each scenario is kept as soon as it is measured. Bounds are of processor time, so that
a busy machine finds the same but for the number of games.
"""

import argparse
from collections.abc import Callable, Iterable, Sequence
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from resource import RLIMIT_CPU, setrlimit
from time import process_time
from typing import TypeVar

from msgspec import Struct

from benchmarks.choosing import SURE, mean
from benchmarks.defaults import Row, line, parsed
from benchmarks.replies import (
    EVERYTHING,
    REPLIED,
    SHIPPED,
    STATES,
    Gain,
    Plan,
    Work,
    exploited,
)
from benchmarks.stamp import stamp
from benchmarks.value import losses
from sim.casting.roster import make
from sim.library.catalogue import scenarios
from sim.library.scenario import load
from sim.seam.events import Seat
from sim.seam.protocol import Agent
from sim.seam.seats import by_seat
from tests.agents.tables import conflict

RESULTS = Path(__file__).parent / "loss.md"
TRIED = (
    "steady",
    "bold",
    "daring",
    "cautious",
    "thrift",
    "surge",
    "spender",
    "scruple",
    "poised",
    "steady:later=3,raises=0",
    "steady:suffers=0.3",
    "steady:hope=0.2,leaving=0",
)
"""Agents that are tried at a seat."""
SEARCHING = ("lookahead", "mcts:samples=20")
"""Agents that search and so are slow: tried if there is time."""
SEARCHES = 0.8
"""The share of the seconds for the search; the rest is for building the reply."""
LONG = 30.0
"""The least seconds with which these are tried."""
FEWEST = 8
"""The fewest games from which anything is reported of an agent."""
ENOUGH = 1_000
AIM = 0.05
"""The most that a shipped agent may lose where the best reply is known."""
SCENARIO, SEAT, AGENT, RETURNS, LOSS, KIND, BY, SIZE, AGAINST, MEASURED = HEADS = (
    "scenario",
    "seat",
    "agent",
    "it returns",
    "it loses",
    "how sure",
    "to",
    "on",
    "to best play",
    "measured",
)
ABOUT = f"""\
What each shipped agent loses at its seat, in points of return (0 to 1), to the best
reply to the agents of the other seats. **exact**: every chance and every choice was
followed. **bounds**: a reply was worked out exactly with some of its choices free, so
the loss is at least that. **interval**: the reply is an agent that was played, with its
95 % interval; the loss is at least about that, and may be more. Losses over {AIM} are
bold. Where no better reply was found, the loss is at least 0: that is no proof that
there is none. *To best play* is what the choices of the agent lose, in points of the
difference between both returns (-1 to 1), where both sides play best from there on;
it stands where `value.md` knows that exactly. It may be much more than a reply gains,
for the other seat's agent does not punish every mistake, and a reply looks at its own
return alone. Each row says when and on which commit it was measured."""

REASONS: dict[tuple[str, str], str] = {}
"""Why a seat still loses more than that."""


class Found(Struct, frozen=True):
    """A lower bound of one seat's loss, how it is known, and the better strategy."""

    returns: float
    loss: float
    kind: str
    reply: str
    size: str
    error: float = 0.0

    @property
    def sure(self) -> float:
        """The loss that is certain: the lower end of its interval."""
        return self.loss - self.error


def worked_out(work: Work, seconds: float) -> Gain | None:
    """Return the gain of the reply of *work*, or None if it takes too long.

    It runs in a process of its own, which ends after *seconds* of processor time.
    """
    context = get_context("spawn")
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(target=_work_out, args=(sender, work, seconds))
    process.start()
    sender.close()
    try:
        gain: Gain | None = receiver.recv()
    except EOFError:
        gain = None
    process.join()
    return gain


def _work_out(sender: Connection, work: Work, seconds: float) -> None:
    limit = max(1, int(seconds))
    setrlimit(RLIMIT_CPU, (limit, limit + 1))
    sender.send(exploited(work, SEARCHES * seconds))


def of_reply(gain: Gain | None) -> Found | None:
    """Return what is known by a reply that was worked out, if anything is."""
    if gain is None or gain.gain is None or gain.base is None:
        return None
    kind = "bounds" if gain.least else "exact"
    what = "a worked-out reply"
    if gain.work.free != EVERYTHING:
        what += f" ({gain.work.free})"
    return Found(gain.base, gain.gain, kind, what, f"{gain.states} states")


def played(name: str, seat: Seat, seconds: float) -> Found:
    """Return the gain, by play, of the best of several agents tried at *seat*.

    Half of *seconds* of processor time goes to finding the best.
    """
    loaded = load(name)
    players = [
        (place, info)
        for place, info in by_seat(loaded.system.seats(loaded.scenario))
        if info.side is not None
    ]
    shipped: list[str | Agent] = [make(info.agent) for _, info in players]
    number = [place for place, _ in players].index(seat)

    def returned(own: Agent | None, game: int, seed: str) -> float:
        specs = list(shipped)
        if own is not None:
            specs[number] = own
        done = conflict(loaded, *specs, game=game, seed=seed)
        return done.outcome.returns[seat]

    tried = (*TRIED, *SEARCHING) if seconds >= LONG else TRIED
    share = seconds / 2 / (len(tried) + 1)
    first = _games(lambda game: returned(None, game, "try"), share)
    best, most = "", 0.0
    for spec in tried:
        own = make(spec)
        got = _games(_bound(returned, own, "try"), share, len(first), 1)
        if len(got) >= FEWEST:
            ahead = mean(got) - mean(first[: len(got)])
            best, most = (spec, ahead) if ahead > most else (best, most)
    if not best:
        return Found(mean(first), 0.0, "interval", "nobody", f"{len(first)} games")
    pairs = _games(_paired(returned, make(best)), seconds / 2)
    return _by_play(best, pairs)


T = TypeVar("T")
Returned = Callable[[Agent | None, int, str], float]


def _bound(returned: Returned, own: Agent, seed: str) -> Callable[[int], float]:
    return lambda game: returned(own, game, seed)


def _paired(returned: Returned, own: Agent) -> Callable[[int], tuple[float, float]]:
    """Play both with the same fresh dice, on which no agent was selected."""
    return lambda game: (returned(own, game, "sure"), returned(None, game, "sure"))


def _games(
    play: Callable[[int], T], seconds: float, most: int = ENOUGH, least: int = FEWEST
) -> list[T]:
    """Play games until the *seconds* are over; at *least* some, at *most* so many."""
    until, games = process_time() + seconds, list[T]()
    while len(games) < most and (len(games) < least or process_time() < until):
        games.append(play(len(games)))
    return games


def _by_play(best: str, pairs: Sequence[tuple[float, float]]) -> Found:
    """Return the gain of *best*, with its interval; 0 if it is negative."""
    gains = [ours - theirs for ours, theirs in pairs]
    middle = mean(gains)
    spread = sum((gain - middle) ** 2 for gain in gains) / (len(gains) - 1)
    error = SURE * (spread / len(gains)) ** 0.5
    base, size = mean([theirs for _, theirs in pairs]), f"{len(pairs)} games"
    return Found(base, middle, "interval", best, size, error)


def lost(name: str, seat: Seat, seconds: float, states: int) -> Found:
    """Return the loss at one seat: exact, or the better of two lower bounds."""
    plan = REPLIED.get(name, Plan((SHIPPED,), states=states))
    free = [EVERYTHING, *(choices for choices in plan.free if choices != EVERYTHING)]
    known: list[Found] = []
    for choices in free:
        work = Work(name, seat, SHIPPED, choices, states)
        bound = of_reply(worked_out(work, seconds))
        if bound is not None:
            known.append(bound)
            if bound.kind == "exact":
                return bound
    known.append(played(name, seat, seconds))
    return max(known, key=lambda bound: max(0.0, bound.sure))


def row(name: str, seat: str, agent: str, lost_: Found, measured: str) -> Row:
    """Return a row of the table."""
    exact = lost_.kind == "exact"
    loss = max(0.0, lost_.loss)
    shown = f"{loss:.4f}" if lost_.kind != "interval" else f"{loss:.3f}"
    if loss > AIM:
        shown = f"**{shown}**"
    if lost_.error and lost_.loss > 0:
        shown += f" [{lost_.sure:.3f}, {lost_.loss + lost_.error:.3f}]"
    cells = (
        name,
        seat,
        agent,
        f"{lost_.returns:.4f}",
        shown if exact else f"at least {shown}",
        lost_.kind,
        lost_.reply,
        lost_.size,
        against_best_play(name, seat),
        measured,
    )
    return dict(zip(HEADS, cells, strict=True))


def against_best_play(name: str, seat: str) -> str:
    """Return what the agent at *seat* loses against best play, "" if not known."""
    known = losses().get(name)
    if known is None:
        return ""
    loaded = load(name)
    seats = loaded.system.seats(loaded.scenario)
    playing = [info.name for info in seats if info.side is not None]
    return known[playing.index(seat)]


def measured(name: str, seconds: float, states: int) -> list[Row]:
    """Return a row for every seat of a scenario that is on a side."""
    loaded = load(name)
    rows: list[Row] = []
    for seat, info in by_seat(loaded.system.seats(loaded.scenario)):
        if info.side is not None:
            lost_ = lost(name, seat, seconds, states)
            rows.append(row(name, info.name, info.agent, lost_, stamp()))
            print(line(list(rows[-1].values())), flush=True)
    return rows


def kept(rows: Iterable[Row], before: str, known: Sequence[str]) -> list[Row]:
    """Return *rows*, and those in the text *before* of scenarios that they lack."""
    measured: dict[str, list[Row]] = {}
    for row in rows:
        measured.setdefault(row[SCENARIO], []).append(row)
    was: dict[str, list[Row]] = {}
    for row in parsed(before):
        was.setdefault(row[SCENARIO], []).append(row)
    return [row for name in known for row in measured.get(name, was.get(name, []))]


def missing(rows: Sequence[Row], known: Sequence[str]) -> list[str]:
    """Return which scenarios have no row yet."""
    there = {row[SCENARIO] for row in rows}
    return [name for name in known if name not in there]


def told(rows: Sequence[Row], known: Sequence[str]) -> str:
    """Return the page: the table, a summary, and the missing rows."""
    table = [line(HEADS), "|---" * len(HEADS) + "|"]
    table += [line([_cells(row)[head] for head in HEADS]) for row in rows]
    lacks = [text for name in missing(rows, known) for text in _lacking(name)]
    notes = [*_summary(rows), *_reasons(rows), *lacks]
    text = ["# What the shipped agents lose", "", ABOUT, "", *notes]
    return "\n".join([*text, "", *table, ""])


def _cells(row: Row) -> Row:
    """Return a row with what is known of best play now."""
    return {**row, AGAINST: against_best_play(row[SCENARIO], row[SEAT])}


def _lacking(name: str) -> list[str]:
    """Return a line for every seat of a scenario that has no row, and why."""
    loaded = load(name)
    seats = [
        seat for seat in loaded.system.seats(loaded.scenario) if seat.side is not None
    ]
    why = "no search of this scenario has been finished yet"
    return [f"- {name}, {seat.name}: not known: {why}." for seat in seats]


def _reasons(rows: Sequence[Row]) -> list[str]:
    """Return the reasons why some seats still lose much."""
    return [
        f"- {name}, {seat}: {why}."
        for (name, seat), why in REASONS.items()
        for row in rows
        if (row[SCENARIO], row[SEAT]) == (name, seat) and _number(row[LOSS]) > AIM
    ]


def _summary(rows: Sequence[Row]) -> list[str]:
    """Return in how many seats how much is lost, lower bounds among them."""
    losses = [_number(row[LOSS]) for row in rows]
    if not losses:
        return []
    exact = [_number(row[LOSS]) for row in rows if row[KIND] == "exact"]
    over = [row for row in rows if _number(row[LOSS]) > AIM]
    every = (
        f"- {len(losses)} seats: at least {mean(losses):.4f} lost on average,"
        f" {max(losses):.4f} at the worst of them; {len(over)} lose over {AIM}."
    )
    lines = [every]
    if exact:
        lines.append(
            f"- {len(exact)} of them are known exactly: {mean(exact):.4f} on average,"
            f" {max(exact):.4f} at most."
        )
    return lines


def _number(shown: str) -> float:
    return float(shown.removeprefix("at least ").split(" ")[0].strip("*"))


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure what is named, print each row, and under --write keep the page."""
    known = list(scenarios())
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.loss",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("names", nargs="*", metavar="SCENARIO", help=", ".join(known))
    parser.add_argument(
        "--missing", action="store_true", help="only those that have no row yet"
    )
    parser.add_argument(
        "--values", action="store_true", help="measure nothing: take value.md's anew"
    )
    parser.add_argument(
        "--seconds", type=float, default=60.0, help="of the processor, for each search"
    )
    parser.add_argument("--states", type=int, default=STATES, help="of each reply")
    parser.add_argument("--write", action="store_true", help=f"keep {RESULTS.name}")
    given = parser.parse_args(arguments)
    unknown = set(given.names) - set(known)
    if unknown:
        parser.error(f"found {', '.join(unknown)}, expected {', '.join(known)}")
    names = given.names or known
    if given.missing:
        names = missing(parsed(_before()), names)
    print(f"begun {stamp()}\n\n{line(HEADS)}")
    for name in [] if given.values else names:
        rows = measured(name, given.seconds, given.states)
        if given.write:
            _write(rows, known)
    if given.values and given.write:
        _write([], known)


def _write(rows: Sequence[Row], known: Sequence[str]) -> None:
    """Keep the page with these *rows*, and all others as they were."""
    page = told(kept(rows, _before(), known), known)
    RESULTS.write_text(page, encoding="utf-8")


def _before() -> str:
    return RESULTS.read_text(encoding="utf-8") if RESULTS.exists() else ""


if __name__ == "__main__":
    main()
