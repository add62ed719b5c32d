"""The page of an audit: of a transcript, a conflict, or a whole store."""

import shlex
from pathlib import Path

from sim.analysis.analyse import Record
from sim.cli.options.commands import commands_for
from sim.cli.options.recorded import record_of
from sim.cli.terminal.page import put_page
from sim.errors import FracasError
from sim.pages.command import Command
from sim.pages.judgement import Judgement, findings_page, judgement_page
from sim.reading.visible import store_name
from sim.run.recorded import trusting

_CONFLICT = "conflict "


def write_judged(page: Path | None, target: str, what: str, judged: Judgement) -> None:
    """Write the page of *judged*, an audit of *what* in *target*, if one is wanted."""
    if page is not None:
        put_page(page, _page(target, what, judged))


def _page(target: str, what: str, judged: Judgement) -> str:
    """Return the page of *judged*, an audit of *what* in *target*.

    Where the record of a conflict is too damaged to be told, it is a table of findings.
    """
    called = store_name(target)
    typed = judged.typed
    if typed is not None:
        title = typed.scenario.title
        record = Record(typed.name, title, typed.system, typed.scenario, typed.events)
        return judgement_page(record, judged, commands_for(target, typed.name))
    if what.startswith(_CONFLICT):
        name = what.removeprefix(_CONFLICT)
        try:
            with trusting(what):
                record = record_of(target, name)
                return judgement_page(record, judged, commands_for(target, name))
        except FracasError:
            pass
    line = shlex.join(["fracas", "audit", called])
    return findings_page(called, judged, [Command("Audit the whole store", line)])
