"""`fracas analyse` of a whole run or tournament, if no single conflict is named."""

from collections.abc import Callable, Sequence
from functools import wraps
from pathlib import Path
from typing import Any

import click
from msgspec import Struct

from sim.analysis.analyse import Effort
from sim.analysis.overall import SECONDS, SEED, Draw, analyse_all
from sim.analysis.recordings import Recordings, names_run_or_tournament, recordings
from sim.analysis.totals import Overall
from sim.cli.judge.overall_report import put_overall
from sim.cli.judge.where import Where, onward
from sim.cli.options.budget import seconds_option
from sim.cli.options.recorded import TYPED
from sim.cli.options.workers import executor_option, open_crew, workers_option
from sim.cli.terminal.output import put_json
from sim.cli.terminal.overview import draw_overall
from sim.cli.terminal.page import put_page
from sim.cli.terminal.progress import progress
from sim.cli.terminal.spreadsheet import put_csv
from sim.errors import UnknownNameError
from sim.library.catalogue import campaigns, scenarios, transcripts
from sim.pages.command import Command
from sim.pages.overall import overall_page
from sim.reading.hints import nearest, quoted
from sim.reading.visible import store_name
from sim.run.recorded import trusting
from sim.store.store import Store, open_store
from sim.tournament.record import contest_ids

Who = tuple[int | None, str | None]
"""What --workers and --executor say."""


def over_all(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give *command* the options of a whole run, and the limit of time.

    Its *draw* is None without options that only a whole run has.
    """

    @seconds_option(
        None,
        "The time limit: fewer games are played if it is short, and no further"
        " conflict of a run or tournament is begun.  [default: none; for a whole"
        f" run or tournament {SECONDS:.0f}]",
    )
    @click.option(
        "--conflicts",
        type=click.IntRange(1),
        help="For a whole run or tournament: analyse at most this many conflicts.",
    )
    @click.option(
        "--seed",
        help=f"Determines which conflicts are drawn, and in which order.  [default:"
        f" {SEED}]",
    )
    @workers_option
    @executor_option
    @wraps(command)
    def with_draw(
        *,
        seconds: float | None,
        conflicts: int | None,
        seed: str | None,
        workers: int | None,
        executor: str | None,
        **given: Any,  # noqa: ANN401 - whatever the command takes
    ) -> Any:  # noqa: ANN401 - and whatever it returns
        draw = None
        if conflicts is not None or seed is not None:
            draw = Draw(seconds or SECONDS, conflicts or 0, seed or SEED)
        return command(draw=draw, seconds=seconds, who=(workers, executor), **given)

    return with_draw


class Whole(Struct):
    """A run or tournament to analyse, if *name* in *store* is one."""

    store: str
    name: str
    draw: Draw | None
    seconds: float | None
    effort: Effort
    agents: Sequence[str]
    picture: Path | None = None
    page: Path | None = None
    workers: int | None = None
    executor: str | None = None

    def put(self, option: str, *, as_csv: bool, as_json: bool, trusted: bool) -> bool:
        """Print the analysis of the whole; False, and nothing, for a single conflict.

        *option* is one that only a single conflict has, "" if none is given. Raises
        UsageError for options that belong to the other of the two.
        """
        if as_csv and as_json:
            message = "--csv and --json exclude each other"
            raise click.UsageError(message)
        with trusting(f"{self.store}, {self.name}" if self.name else self.store):
            overall = self._overall(trusted=trusted)
        if overall is None:
            self._check_of_one()
            return False
        if option:
            message = f"{option} shows one conflict, expected its id"
            raise click.UsageError(message)
        options = onward(",".join(self.agents), trusted=trusted)
        try:
            if self.picture is not None:
                draw_overall(self.picture, overall)
            if self.page is not None:
                put_page(self.page, self._page(overall, options))
        finally:
            if as_json:
                put_json(overall.to_dict())
            elif as_csv:
                put_csv(overall.rows())
            else:
                put_overall(overall, self.store, options)
        return True

    def _check_of_one(self) -> None:
        """Raise UsageError for options that one conflict does not have."""
        if self.draw is not None:
            message = (
                "--conflicts and --seed are for a whole run or tournament, and"
                " this is one conflict"
            )
            raise click.UsageError(message)
        if self.workers is not None or self.executor is not None:
            message = (
                "--workers and --executor are for a whole run or tournament, and"
                " this is one conflict, which is analysed in this process"
            )
            raise click.UsageError(message)

    def _page(self, overall: Overall, options: Sequence[str]) -> str:
        """Return the page; a store is called there by its last name alone."""
        called = store_name(self.store)

        def shown(conflict: str, event: int) -> list[Command]:
            where = Where(called, conflict, options)
            commands = [Command("What it was worth", where.analyse())]
            if event:
                return [*commands, Command("What if", where.whatif(event))]
            return [*commands, Command("Tell the story", where.replay())]

        overall_where = Where(called, overall.name, options)
        return overall_page(
            overall, shown, [Command("The same", overall_where.analyse())]
        )

    def _overall(self, *, trusted: bool) -> Overall | None:
        if self._is_no_store():
            return None
        with open_store(self.store, create=False) as opened:
            if not names_run_or_tournament(opened, self.name):
                self._check_names_a_conflict(opened)
                return None
            recorded = recordings(opened, self.name)
            if len(recorded.names) == 1 and recorded.kind == "run" and not self.draw:
                return None
            return self._analysed(recorded, trusted=trusted)

    def _check_names_a_conflict(self, opened: Store) -> None:
        """Raise UnknownNameError for what may have been meant as a run's id."""
        if "-" in self.name or self.name.partition(".")[0].isdecimal():
            return
        known = [*opened.run_ids(), *contest_ids(opened)]
        message = (
            f"{opened.where} has no conflict, run or tournament called"
            f" {quoted(self.name)}, it holds {', '.join(known[:5]) or 'none'}"
            f"{nearest(self.name, known)}"
        )
        raise UnknownNameError(message)

    def _is_no_store(self) -> bool:
        exists = Path(self.store).exists()
        shipped = {*transcripts(), *scenarios(), *campaigns()}
        return self.store.endswith(TYPED) or (not exists and self.store in shipped)

    def _analysed(self, recorded: Recordings, *, trusted: bool) -> Overall:
        with (
            open_crew(self.executor, self.workers) as crew,
            progress("analysing, of 100", 100) as done,
        ):
            return analyse_all(
                recorded,
                self.draw or Draw(self.seconds or SECONDS),
                self.agents,
                effort=self.effort,
                trusted=trusted,
                workers=crew.workers(len(recorded.names)),
                executor=crew.executor,
                progress=lambda share: done(int(100 * share)),
            )
