"""`fracas list STORE RUN --luckiest` and `--closest`: found by analyses."""

from collections.abc import Iterator

from sim.analysis.analyse import Effort
from sim.analysis.highlights import Highlight
from sim.analysis.overall import Draw, worth_reading
from sim.analysis.recordings import recordings
from sim.cli.look.ranked import Order
from sim.cli.terminal.output import note
from sim.cli.terminal.progress import progress
from sim.conflict.stream import Line
from sim.store.events import RunStarted, conflict_stream
from sim.store.store import Store

_GAMES, _STEPS = 50, 20_000
"""Games from each moment where values are not exact: enough to rank conflicts by."""
_NONE = {
    "luckiest": "no win among these owes much to the dice",
    "closest": "no conflict among these stayed close",
}


def worth_lines(
    store: Store, run: RunStarted, order: Order, limit: int
) -> Iterator[tuple[Highlight, Line]]:
    """Yield the luckiest or closest conflicts of *run* with their lines.

    Analyses are slow, so they end after the seconds of *order*; a note says how many
    conflicts were looked at, drawn at random if not all.
    """
    recorded = recordings(store, run.run)
    with progress("analysing, of 100", 100) as done:
        highlights, taken = worth_reading(
            recorded,
            order.worth,
            Draw(order.seconds),
            effort=Effort(_STEPS, _GAMES),
            progress=lambda share: done(int(100 * share)),
        )
    if taken < len(recorded.names):
        note(
            f"found among {taken:,} of {len(recorded.names):,} conflicts, drawn at"
            f" random and analysed in {order.seconds:g} s; --seconds looks longer"
        )
    if not highlights:
        note(_NONE[order.worth])
    shown = highlights[: limit or None]
    wanted = {highlight.conflict.partition(".")[0] for highlight in shown}
    lines = {
        name: line
        for line in store.lines(run.run)
        if (name := conflict_stream(run.run, line.game)) in wanted
    }
    for highlight in shown:
        yield highlight, lines[highlight.conflict.partition(".")[0]]
