"""Recorded conflicts of a store: replay, story, audit."""

from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Executor

from fracas._conflicts import conflict_of
from fracas._inputs import check_word, specs_for, store_of
from sim.analysis.analyse import Record
from sim.analysis.analysis import Analysis
from sim.analysis.departures import DEPARTURES
from sim.audit.finding import Finding
from sim.audit.store import StoreAudit
from sim.audit.stream import DEPTHS
from sim.campaign.recorded import Game, find
from sim.campaign.story import told_campaign
from sim.casting.given import AgentGiven
from sim.errors import ExecutorError, FracasError, StoreError
from sim.narration.story import story as story_of
from sim.pages.conflict import conflict_page
from sim.run.executors import reached
from sim.run.recorded import Conflict, find_run
from sim.store.store import Store
from sim.tournament.audit import AUDITS


def replay(store: Store, conflict: str = "1") -> Conflict:
    """Return a recorded conflict, by its id or, in a store of one run, its number.

    17.2 is the second chapter of game 17 of a campaign. If only seals were kept, the
    conflict is played again from its seed. Raises StoreError or UnknownNameError if
    there is no such conflict.
    """
    recorded = find(store_of(store), conflict)
    if isinstance(recorded, Conflict):
        return recorded
    message = f"{recorded.stream_id} is a campaign, expected a chapter: {conflict}.1"
    raise StoreError(message)


def game(store: Store, name: str = "1") -> Game:
    """Return a recorded game of a campaign, with all its chapters.

    Raises StoreError or UnknownNameError when there is none.
    """
    recorded = find(store_of(store), name)
    if isinstance(recorded, Game):
        return recorded
    message = f"{recorded.stream_id} is a conflict, expected a game of a campaign"
    raise StoreError(message)


def story(conflict: Conflict | Game) -> Iterator[str]:
    """Yield the lines of the story of *conflict*, or of a campaign's game.

    >>> import fracas
    >>> next(fracas.story(fracas.play("stuck_door", seed="demo")))
    'The stuck door'
    """
    if isinstance(conflict, Game):
        return told_campaign(conflict)
    loaded = conflict_of(conflict).loaded
    return story_of(loaded.system, loaded.scenario, conflict.events)


def page(conflict: Conflict, analysis: Analysis | None = None) -> str:
    """Return *conflict* as one HTML page that needs no network.

    It is what `fracas replay --html` writes; with its *analysis* what `fracas analyse
    --html` does.

    >>> import fracas
    >>> door = fracas.play("stuck_door", seed="demo")
    >>> "<title>The stuck door</title>" in fracas.page(door, fracas.analyse(door))
    True
    """
    return conflict_page(Record.of(conflict_of(conflict)), analysis)


def audit(  # noqa: PLR0913 - all but the store have defaults
    store: Store,
    name: str = "",
    *,
    depths: Sequence[str] = DEPTHS,
    seal: bytes | None = None,
    target: str = "",
    workers: int = 1,
    executor: Executor | None = None,
    agents: Iterable[AgentGiven] = (),
) -> list[Finding]:
    """Return the findings about *store*, or about the run or conflict *name*.

    The list is empty if nothing is wrong and everything could be judged: notes on what
    could not be judged are findings too. *depths* may be one text, "rules,dice". *seal*
    is the published seal of the run or conflict, to compare with. *workers* or an
    *executor*, as in `run`, share the games of runs; they open the store themselves, at
    its address *target*.

    *agents* are the classes and objects that played. Those that were passed to Fracas
    earlier in this process are known. Any other is asked for its choices again only if
    it is passed here and has the code (and an object the contents) that it had when it
    played.

    Raises StoreError or UnknownNameError for a *name* that the store does not have,
    ExecutorError for an executor without a *target* or one that loses its workers.
    """
    asked = depths.split(",") if isinstance(depths, str) else tuple(depths)
    for depth in asked:
        check_word("depths", depth, DEPTHS)
    if not asked:
        message = f"found no depths, expected one or more of {', '.join(DEPTHS)}"
        raise FracasError(message)
    if executor is not None and not target:
        message = "an executor opens the store itself, expected its address as target"
        raise ExecutorError(message)
    specs_for(agents, workers, executor)
    with reached(executor) as pool:
        auditor = StoreAudit(
            store_of(store),
            depths=asked,
            others=AUDITS,
            branches=DEPARTURES,
            target=target,
            workers=workers,
            executor=pool,
        )
        if name and not store.holds_run(name):
            return list(auditor.conflict(name, seal))
        if name or seal is not None:
            return list(auditor.run(find_run(store, name).run, seal))
        return list(auditor.everything())
