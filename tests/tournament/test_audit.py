"""An audit of a tournament finds what was changed."""

from collections.abc import Callable
from pathlib import Path
from typing import cast

import pytest
from msgspec import structs

from sim.audit.finding import Finding
from sim.audit.store import StoreAudit
from sim.errors import AgentError
from sim.library import registry
from sim.store.contests import BlocksRecorded, contest_stream
from sim.store.store import Store, open_store
from sim.tournament.audit import AUDITS
from sim.tournament.record import (
    append_step,
    begin_contest,
    complete_contest,
    ended_event,
    make_playable,
    recorded_batches,
    recorded_contest,
)
from tests.tournament.cups import RESTLESS, cup, played

Change = Callable[[BlocksRecorded], BlocksRecorded]


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    known = cast("dict[str, str]", registry.SYSTEMS)
    monkeypatch.setitem(known, "toy", "tests.toy")


def forged(change: Change, *, games: int | None = None) -> Store:
    """Return a store whose first batch of blocks was changed, with the old end.

    The end counts the *games* that are given.
    """
    contest = cup("steady", "uniform", blocks=5, null=0)
    contest = structs.replace(contest, load="sim.library.scenario:from_json")
    with open_store(":memory:", create=True) as whole:
        played(contest, store=whole)
        known = list(recorded_batches(whole, contest.contest))
        ended = ended_event(whole, contest.contest)
    assert ended is not None
    if games is not None:
        ended = structs.replace(ended, games=games)
    store = open_store(":memory:", create=True)
    begin_contest(store, contest, resume=False)
    known[0] = change(known[0])
    for after, batch in enumerate(known, 1):
        append_step(store, contest.contest, batch, after)
    complete_contest(store, contest.contest, ended, len(known) + 1)
    return store


def found_out(store: Store, *depths: str) -> str:
    """Return all findings, in words."""
    auditor = StoreAudit(store, depths=depths, others=AUDITS)
    return "\n".join(finding.sentence for finding in auditor.everything())


def test_a_record_as_it_was_played_is_clean() -> None:
    """A tournament as it was played has no finding, at any depth."""
    assert not found_out(forged(lambda batch: batch), "seal", "rules", "dice", "agents")


def test_a_changed_result_breaks_the_seal_and_is_played_again() -> None:
    """A changed result breaks the seal, and is found when its game is played again."""

    def change(batch: BlocksRecorded) -> BlocksRecorded:
        first, *rest = batch.lines
        line = structs.replace(first, returns=first.returns[::-1])
        return structs.replace(batch, lines=(line, *rest))

    assert "the seal" in found_out(forged(change), "seal")
    assert "game 1 ended" in found_out(forged(change), "agents")


def test_changed_luck_is_found() -> None:
    """Changed luck breaks the seal, and is found by the dice."""

    def change(batch: BlocksRecorded) -> BlocksRecorded:
        return structs.replace(batch, luck=((9.0, 9.0),) * len(batch.luck))

    assert "the seal" in found_out(forged(change), "seal")
    assert "a luck that does not follow" in found_out(forged(change), "agents")


def test_blocks_that_were_not_asked_for_are_found() -> None:
    """Blocks that were not asked for are found."""

    def change(batch: BlocksRecorded) -> BlocksRecorded:
        return structs.replace(batch, start=3)

    assert "out of order" in found_out(forged(change), "seal")


def test_an_unfinished_tournament_is_noted() -> None:
    """An unfinished tournament is noted, and is no violation."""
    contest = cup("steady", "uniform", blocks=5, null=0)
    contest = structs.replace(contest, load="sim.library.scenario:from_json")
    with open_store(":memory:", create=True) as store:
        begin_contest(store, contest, resume=False)
        auditor = StoreAudit(store, depths=("seal",), others=AUDITS)
        (note,) = auditor.everything()
        assert note.weight == "note"
        name = contest_stream(contest.contest)
        assert list(auditor.other(name)) == [note]


def test_an_agent_that_is_not_the_same_is_not_asked(tmp_path: Path) -> None:
    """A file that was changed is not run: the audit stops there and says so."""
    path = tmp_path / "mine.py"
    path.write_text(RESTLESS.replace("random.choice(asked.options)", "None"), "utf-8")
    contest = cup("steady", f"{path}:Mine", blocks=2, null=0)
    contest = structs.replace(contest, load="sim.library.scenario:from_json")
    with open_store(":memory:", create=True) as store:
        begin_contest(store, contest, resume=False)
        path.write_text("raise SystemExit", "utf-8")
        assert not list(contest_findings(store, "seal"))
        (stop,) = contest_findings(store, "agents")
        assert stop.weight == "stop"
        assert "is not what it was" in stop.sentence
        with pytest.raises(AgentError, match="is not what it was"):
            make_playable(recorded_contest(store))


def contest_findings(store: Store, depth: str) -> list[Finding]:
    """Return the findings except notes."""
    auditor = StoreAudit(store, depths=(depth,), others=AUDITS)
    return [finding for finding in auditor.everything() if finding.weight != "note"]


def test_an_end_of_fewer_games_is_found() -> None:
    """An end that counts fewer games than were played is found."""
    assert not found_out(forged(lambda batch: batch, games=10), "seal")
    found = found_out(forged(lambda batch: batch, games=9), "seal")
    assert "the end of 9 games, expected 10 games" in found
