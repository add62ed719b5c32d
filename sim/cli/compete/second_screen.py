"""The second screen of a tournament or a league: what --why adds, and --all in full."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import click

from sim.cli.compete.certainty import (
    has_forecast,
    put_forecast,
    put_intervals,
    put_one_sided,
)
from sim.cli.compete.differences import put_why
from sim.cli.compete.matrix import needs_matrix, numbered_names, option_listing
from sim.cli.compete.standings import overall_pairings, put_details, put_pairings
from sim.cli.play.samples import put_samples
from sim.cli.terminal.grid import put_blocks
from sim.cli.terminal.output import put, put_items, put_prose
from sim.tournament.result import Result
from sim.tournament.tournament import Tournament

_FEW = 3
"""The most pairings on one scenario of which the second screen shows everything."""
_WIDE = 80

all_option = click.option(
    "--all",
    "whole",
    is_flag=True,
    help="Show the second screen in full, several screens if there are many agents: "
    "margins, each scenario, sides with intervals and endings, the effect of "
    "luck, conflicts to read.",
)


def put_second_screen(
    held: Tournament,
    shown: Result,
    samples: Sequence[Mapping[str, Any]],
    store: str,
    *,
    whole: bool,
) -> None:
    """Print the second screen of *shown*, or the *whole* of which it is a part."""
    pairings = overall_pairings(shown)
    if whole or fits_second_screen(shown):
        put_samples([] if len(shown.contest.places) == 1 else samples)
        put_details(shown)
        put_why(held, store)
        return
    # Few stand on the first screen, and very many under --all.
    listed = needs_matrix(shown, pairings) and option_listing(pairings) == "--why"
    tested = shown.contest.terms.bounds is not None
    if listed or tested or has_forecast(shown):
        put()
    if listed:
        put_pairings(shown, pairings, narrow=True)
    if tested:
        put_intervals(shown)
    else:
        put_forecast(shown)
    _put_sides(shown)
    if not tested:
        put_one_sided(shown)
    put_why(held, store, brief=True)


def fits_second_screen(shown: Result) -> bool:
    """Return whether the second screen has room for all that is known."""
    return len(overall_pairings(shown)) <= _FEW and len(shown.contest.places) == 1


def put_where_rest_is(
    shown: Result, *, second: bool, whole: bool, own: Sequence[str] = ()
) -> None:
    """Print where the rest is; nothing where all was printed.

    After the *second* screen that is all but what is printed under --all; that screen
    ends with what a command has of its *own*.
    """
    if not second:
        contents = ", ".join([*_on_second(shown), *own])
        put_prose(f"more: --why ({contents}){_beyond(shown)}")
    elif not whole and not fits_second_screen(shown):
        put()
        more = "" if shown.exact else " More partings and swings: --why --json."
        put_prose(f"All of it ({', '.join(_rest(shown))}): --all.{more}")


def _on_second(shown: Result) -> Iterator[str]:
    """Yield what the second screen tells first."""
    if (
        needs_matrix(shown, overall_pairings(shown))
        and option_listing(overall_pairings(shown)) == "--why"
    ):
        yield "pairings one by one"
    yield "each side"
    if not shown.exact:
        yield "where agents part"
        yield "the largest swings"


def _beyond(shown: Result) -> str:
    """Return what is printed under --all alone, in short."""
    if fits_second_screen(shown):
        return ""
    several = len(shown.contest.places) > 1
    first = ["pairings one by one"] * (
        option_listing(overall_pairings(shown)) == "--all"
    )
    return f", --all ({', '.join([*first, *['each scenario'] * several, 'margins'])})"


def _rest(shown: Result) -> Iterator[str]:
    """Yield what is printed under --all alone."""
    several = len(shown.contest.places) > 1
    if several and not shown.exact:
        yield "conflicts to read"
    if option_listing(overall_pairings(shown)) == "--all":
        yield "pairings one by one"
    yield "margins"
    if several:
        yield "each scenario"
    if shown.exact:
        yield "sides with their endings"
    else:
        yield "sides with their intervals and endings"
        yield "luck"
        yield "what each interval holds"


def _put_sides(shown: Result) -> None:
    """Print what each agent scores on each side, side by side."""
    agents = [row.agent for row in shown.standings]
    cells = {
        (place.scenario, place.side, place.agent): f"{100 * place.score.value:.0f}"
        for place in shown.places
    }
    sides = sorted({(scenario, side) for scenario, side, _ in cells})
    rows = [
        (
            f"{side} on {scenario}",
            *(cells.get((scenario, side, agent), "") for agent in agents),
        )
        for scenario, side in sides
    ]
    put()
    names = list(_named(agents, max(len(first) for first, *_ in rows)))
    put_blocks(["in %, as", *names], rows)
    if names != agents:
        put_items(numbered_names(agents))
    exact = all(place.exact for place in shown.places)
    certainty = "All exact, with their decimals" if exact else "Each with its interval"
    put_prose(f"{certainty}: --all.")


def _named(agents: Sequence[str], before: int) -> Iterator[str]:
    """Yield the heads of columns: *agents*, or numbers where names have no room."""
    wide = before + sum(2 + len(agent) for agent in agents) > _WIDE
    for number, agent in enumerate(agents, 1):
        yield str(number) if wide else agent
