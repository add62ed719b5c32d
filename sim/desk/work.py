"""What the processes of the desk do: a function for each kind of job."""

from collections.abc import Callable, Mapping
from typing import Any

from sim.desk.jobs import Job
from sim.desk.judging import judged_round, save_round
from sim.desk.looking import result_page, run_page, store_page, story_page
from sim.desk.named import folders_of, without_folders
from sim.desk.sitting import keep_played, seats_and_agents, sit
from sim.desk.weighing import analysis_page, audit_page, contest_page
from sim.errors import FracasError
from sim.store.contests import contest_stream
from sim.store.events import run_stream
from sim.store.store import Store, open_store

_OF_STORE: Mapping[str, Callable[[Store, Job], Any]] = {
    "store": store_page,
    "run": run_page,
    "result": result_page,
    "story": story_page,
    "analysis": analysis_page,
    "audit": audit_page,
    "contest": contest_page,
    "mark": lambda store, job: _mark(store, job.name),
    "keep": keep_played,
}
_ALONE: Mapping[str, Callable[[Job], Any]] = {
    "offered": seats_and_agents,
    "sit": sit,
    "round": judged_round,
    "save": save_round,
}
KINDS = frozenset({*_OF_STORE, *_ALONE})


def work(job: Job) -> Any:  # noqa: ANN401 - a page mostly
    """Do *job*; no text in its result contains a path on the disk."""
    folders = folders_of(job.store)
    try:
        if job.kind in _ALONE:
            result = _ALONE[job.kind](job)
        else:
            with open_store(job.store, create=False) as store:
                result = _OF_STORE[job.kind](store, job)
    except FracasError as error:
        error.args = (without_folders(str(error), folders), *error.args[1:])
        raise
    return without_folders(result, folders) if isinstance(result, str) else result


def _mark(store: Store, name: str) -> str:
    """Return a text that changes whenever something is added to a run or tournament."""
    versions = (store.version(run_stream(name)), store.version(contest_stream(name)))
    return ".".join(map(str, versions))
