"""The typical conflict of a tournament and the strangest, with their commands."""

from collections.abc import Mapping, Sequence
from typing import Any

from sim.cli.play.samples import Played, put_samples, samples_played
from sim.tournament.contest import Contest
from sim.tournament.headline import headline_sentence
from sim.tournament.result import Result
from sim.tournament.samples import ContestSamples


def result_words(shown: Result, samples: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return a tournament's result for JSON: its sentence, all of it, and *samples*."""
    return {"headline": headline_sentence(shown), **shown.to_dict(), "samples": samples}


def put_contest_samples(shown: Result, samples: Sequence[Mapping[str, Any]]) -> None:
    """Print *samples* of one scenario; those of several stand under --all."""
    if len(shown.contest.places) == 1:
        put_samples(samples)


def contest_samples(
    contest: Contest,
    looked: ContestSamples,
    store: str,
    scenarios: Sequence[str] = (),
    changes: Sequence[str] = (),
) -> list[dict[str, Any]]:
    """Return the samples of what was *looked* at, with the command for each.

    Without a *store* it is played again as a run of the agents that met in it: on
    *scenarios*, as the command line named them, with the *changes* that it made.
    """
    # With a store the command line may have named the tournament instead.
    named = [place.name for place in contest.places] if store else scenarios
    entries = looked.by_place()
    runs = [
        Played(
            entry.plan,
            named[entry.place],
            contest.places[entry.place].seats,
            changes,
            {"scenario": contest.places[entry.place].name},
        )
        for entry in entries
    ]
    return samples_played((entry.sample for entry in entries), runs, store)
