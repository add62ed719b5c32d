"""What --why of a league says of each agent: how long it thinks, where it crashed."""

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import Struct, structs

from sim.casting.specs import files_of
from sim.cli.terminal.grid import put_table
from sim.cli.terminal.output import put, put_plain, put_prose
from sim.errors import FracasError
from sim.run.forfeits import ForfeitCount
from sim.store.store import Store
from sim.tournament.contest import Contest
from sim.tournament.games import crash_traceback
from sim.tournament.record import make_playable
from sim.tournament.result import Result
from sim.tournament.timing import measure_thinking

_HEADS = ("agent", "ms a choice", "choices")
_LEAST = 0.01
"""A choice that takes fewer milliseconds was mostly remembered from games before."""


class OwnTime(Struct, frozen=True):
    """How long an agent thinks; *unknown* says why that is not known, "" if it is."""

    agent: str
    milliseconds: float | None
    choices: int
    unknown: str = ""


class Crash(Struct, frozen=True):
    """The traceback of an agent in the *game* that it forfeited first, "" if unknown.

    *unknown* says why.
    """

    agent: str
    game: str
    traceback: str
    unknown: str = ""


def agent_costs_words(shown: Result, store: Store, *, trusted: bool) -> dict[str, Any]:
    """Return how long each agent thinks, and tracebacks, ready for JSON."""
    return {
        "thinking": msgspec.to_builtins(list(_times(shown.contest, trusted=trusted))),
        "crashes": msgspec.to_builtins(list(_crashes(shown, store, trusted=trusted))),
    }


def put_agent_costs(shown: Result, store: Store, *, trusted: bool) -> None:
    """Print how long each agent thinks, and the tracebacks of those that crashed."""
    _put_times(shown.contest, trusted=trusted)
    for crash in _crashes(shown, store, trusted=trusted):
        put()
        if crash.unknown:
            put_prose(f"Where {crash.agent} failed in {crash.game}: {crash.unknown}.")
        else:
            put(f"{crash.agent} in {crash.game}:")
            put_plain(crash.traceback.rstrip())


def _put_times(contest: Contest, *, trusted: bool) -> None:
    times = list(_times(contest, trusted=trusted))
    rows = [
        (
            own_time.agent,
            _choice_time_in_words(own_time.milliseconds),
            str(own_time.choices),
        )
        for own_time in times
    ]
    put()
    put_table(_HEADS, rows)
    far = "; of one from a file, with the way to its process and back"
    put_prose(
        "What an agent takes for a choice on this machine, now, in games against itself"
        f" on {contest.places[0].name}, with what it remembers of games before"
        f"{far * any(files_of(contest.specs))}."
    )
    unknown: dict[str, list[str]] = {}
    for own_time in times:
        if own_time.unknown:
            unknown.setdefault(own_time.unknown, []).append(own_time.agent)
    for why, agents in unknown.items():
        put_prose(f"Of {', '.join(agents)} it is not known: {why}.")


def _choice_time_in_words(milliseconds: float | None) -> str:
    """Return how long a choice takes; what rounds to nothing is less than that."""
    if milliseconds is None:
        return "unknown"
    return f"{milliseconds:.2f}" if milliseconds >= _LEAST else f"below {_LEAST}"


def _times(contest: Contest, *, trusted: bool) -> Iterator[OwnTime]:
    for number, spec in enumerate(contest.specs):
        own = bool(any(files_of([spec], code=True)))
        held = structs.replace(contest, sandbox="off" if trusted else "wall")
        try:
            thinking = measure_thinking(
                make_playable(held) if any(files_of([spec])) else held, number
            )
        except FracasError as error:
            yield OwnTime(spec, None, 0, str(error))
            continue
        if thinking.choices:
            yield OwnTime(spec, thinking.milliseconds, thinking.choices)
        else:
            yield OwnTime(spec, None, 0, "it fails before its first answer" * own)


def _crashes(shown: Result, store: Store, *, trusted: bool) -> Iterator[Crash]:
    """Yield the traceback of each agent that forfeited, in its first such game.

    Behind a wall there is none, so one from a file must be trusted.
    """
    for forfeit in shown.forfeits:
        yield _crash(shown.contest, forfeit, store, trusted=trusted)


def _crash(
    contest: Contest, forfeit: ForfeitCount, store: Store, *, trusted: bool
) -> Crash:
    if not trusted and any(files_of(contest.everybody, code=True)):
        why = "--trust-files shows the traceback, and runs its file with your rights"
        return Crash(forfeit.agent, forfeit.first, "", why)
    try:
        traced = crash_traceback(store, make_playable(contest), forfeit.first)
    except FracasError as error:
        return Crash(forfeit.agent, forfeit.first, "", str(error))
    unknown = "" if traced else f"it {forfeit.reason}, which has no traceback"
    return Crash(forfeit.agent, forfeit.first, traced, unknown)
