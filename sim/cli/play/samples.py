"""The typical conflict and the strangest, with the commands that tell them."""

import shlex
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct, structs

from sim.cli.play.request import Request, same_command
from sim.cli.terminal.output import put, put_command, put_prose
from sim.conflict.stream import Line, returned, spelt
from sim.pages.command import Command
from sim.reading.visible import store_name
from sim.run.chunk import Plan
from sim.seam.protocol import SeatInfo
from sim.statistics.samples import Sample, Samples
from sim.store.events import conflict_stream


def sample_words(
    samples: Samples, seats: Sequence[str], store: str
) -> list[dict[str, Any]]:
    """Return the samples of what is kept in *store*, with the command for each."""
    return [
        words_of(sample, seats, shlex.join(["fracas", "replay", store, sample.name]))
        for sample in samples.picked()
    ]


def samples_again(
    samples: Samples, seats: Sequence[str], request: Request, plan: Plan
) -> list[dict[str, Any]]:
    """Return the samples of a run that kept nothing.

    The command plays the first games again, by the same seed, up to the one that is
    told. A store of lines is enough, since one conflict is played from its line.
    """
    store = f"{plan.run_id}.db"
    chosen = list(samples.picked())
    games = max((_number(sample) for sample in chosen), default=0)
    again = same_command(request, structs.replace(plan, games=games))
    keep = f"{again} --record seal --store {store}"
    return [
        words_of(
            sample,
            seats,
            shlex.join(["fracas", "replay", store, str(_number(sample))]),
            keep,
        )
        for sample in chosen
    ]


def _number(sample: Sample) -> int:
    return int(sample.name.rpartition("-")[2])


class Played(Struct, frozen=True):
    """Conflicts of one *plan* that were played, as a command line asks for them.

    *scenario* is how the command line names it, with its *changes*; *seats* are the
    plan's. *apart* says what tells this plan from the others of a
    result, for the words of a sample.
    """

    plan: Plan
    scenario: str
    seats: Sequence[SeatInfo]
    changes: Sequence[str] = ()
    apart: Mapping[str, Any] = {}

    def again(self, games: int) -> str:
        """Return the command that plays this many *games* again, into a store."""
        plan = self.plan
        parts = ["fracas", "run", self.scenario, "--games", str(games)]
        # Whoever judges comes last on a command line, wherever its seat is.
        order = sorted(range(len(self.seats)), key=self._judges)
        agents = ",".join(plan.agents[seat] for seat in order)
        parts += ["--agents", agents, "--seed", plan.seed]
        if plan.sandbox != "off":
            parts += ["--sandbox" if plan.sandbox == "wall" else "--limits"]
        parts += [*self.changes, "--record", "seal", "--store", self.store]
        return shlex.join(parts)

    def _judges(self, seat: int) -> bool:
        return self.seats[seat].side is None

    @property
    def store(self) -> str:
        """The store that this command writes."""
        return f"{self.plan.run_id}.db"

    def look(self, samples: Samples, line: Line) -> None:
        """Let *samples* look at the *line* of one of the conflicts."""
        samples.add(line, conflict_stream(self.plan.run_id, line.game))


def samples_played(
    samples: Iterable[Sample], played: Iterable[Played], store: str = ""
) -> list[dict[str, Any]]:
    """Return *samples* of what was *played*, with the command for each.

    Without a *store* the conflicts are played again, up to those that are told.
    """
    plans = {entry.plan.run_id: entry for entry in played}
    chosen = [(sample, plans[_run(sample)]) for sample in samples]
    games: dict[str, int] = {}
    for sample, _ in chosen:
        games[_run(sample)] = max(games.get(_run(sample), 0), _number(sample))
    return [
        {
            **where.apart,
            **words_of(
                sample,
                [seat.name for seat in where.seats],
                shlex.join(["fracas", "replay", store or where.store, sample.name]),
                "" if store else where.again(games[_run(sample)]),
            ),
        }
        for sample, where in chosen
    ]


def kept_in(
    store: str, games: int, samples: Sequence[Mapping[str, Any]]
) -> list[dict[str, Any]]:
    """Return *samples* of runs whose first *games* are kept in *store* already."""
    return [
        {key: value for key, value in sample.items() if key != "keep"}
        | {"replay": shlex.join(["fracas", "replay", store, sample["name"]])}
        if int(sample["name"].rpartition("-")[2]) <= games
        else dict(sample)
        for sample in samples
    ]


def _run(sample: Sample) -> str:
    return sample.name.rpartition("-")[0]


def words_of(
    sample: Sample, seats: Sequence[str], replay: str, keep: str = ""
) -> dict[str, Any]:
    """Return a sample by name, with the command *replay* that tells it.

    *keep* is the command that must come first, where it was not kept.
    """
    returns = dict(zip(seats, sample.returns, strict=False))
    first = {"keep": keep} if keep else {}
    return sample.to_dict() | {"returns": returns} | first | {"replay": replay}


def put_samples(samples: Sequence[Mapping[str, Any]]) -> None:
    """Print each sample, and how to read it."""
    if not samples:
        return
    put()
    put("To read:")
    first: list[str] = []
    for sample in samples:
        put_prose(f"  {_sentence(sample)}", indent=2)
        put_command(sample["replay"], "    ")
        first += [sample["keep"]] if sample.get("keep") else []
    if first:
        none = "none of these is recorded; first record them"
        some = "not all of these are recorded; first record the others"
        put(f"  {none if len(first) == len(samples) else some}:")
    for command in dict.fromkeys(first):
        put_command(command, "    ")


def _called(sample: Mapping[str, Any]) -> str:
    where = f" on {sample['scenario']}" if "scenario" in sample else ""
    where += f" {sample['where']}" if "where" in sample else ""
    return f"{sample['what']}{where}"


def _sentence(sample: Mapping[str, Any]) -> str:
    return (
        f"{_called(sample)}: {spelt(sample['how'])}, as in {sample['alike']} of"
        f" {sample['conflicts']}; {sample['events']} events (median"
        f" {sample['median']}); {returned(sample['returns'])}"
    )


def sample_commands(
    samples: Sequence[Mapping[str, Any]], store: str | None = None
) -> list[Command]:
    """Return the commands of a page that replay *samples*.

    Of a *store* only its name is told, since pages are sent to others; without one,
    they are first played again into one.
    """
    commands = [
        Command(f"The {_called(sample)}", _replay(sample, store)) for sample in samples
    ]
    first = dict.fromkeys(sample["keep"] for sample in samples if "keep" in sample)
    return [
        *(Command("Play them into a store first", command) for command in first),
        *commands,
    ]


def _replay(sample: Mapping[str, Any], store: str | None) -> str:
    if store is None:
        return str(sample["replay"])
    return shlex.join(["fracas", "replay", store_name(store), sample["name"]])


def sampled(run: str, lines: Iterable[Any]) -> Samples:
    """Return the samples of recorded *lines* of one run."""
    samples = Samples()
    for line in lines:
        samples.add(line, conflict_stream(run, line.game))
    return samples
