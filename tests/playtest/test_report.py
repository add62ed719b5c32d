"""A report has its sentences, parts and rows, and is the same for the same seed."""

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import cache
from pathlib import Path

import msgspec
import pytest
from msgspec import structs

import fracas
from sim.audit.store import StoreAudit
from sim.campaign.campaign import Campaign
from sim.campaign.load import load
from sim.campaign.plan import cast
from sim.campaign.summary import CampaignSummary
from sim.cli.study.playtest_campaign import put_campaign_report
from sim.errors import AgentError, OddsError
from sim.library.scenario import from_dict
from sim.pages.playtest import playtest_page
from sim.pages.playtest_campaign import campaign_playtest_page
from sim.playtest import playtest as module
from sim.playtest import runner
from sim.playtest.audit import AUDITS
from sim.playtest.batch import Batch, Lines, decode_lines, play_batch
from sim.playtest.budget import Budget
from sim.playtest.campaign import CampaignReport
from sim.playtest.more_commands import MoreCommands
from sim.playtest.record import (
    is_complete,
    playtest_ids,
    recorded_batches,
    recorded_start,
)
from sim.playtest.report import PARTS
from sim.playtest.sensitivity import Effect
from sim.statistics.intervals import Interval
from sim.store.events import row
from sim.store.playtests import BatchRecorded, PlaytestCompleted, playtest_stream
from sim.store.store import open_store
from tests.pages.parsed import sound
from tests.playtest.planted import brawl

DOOR = "stuck_door"


@cache
def door(seed: str = "s") -> fracas.PlaytestReport:
    """The smallest report of a small scenario."""
    return fracas.playtest(DOOR, budget="300 games", seed=seed)


def test_a_report_has_five_sentences_and_all_parts() -> None:
    """A report has five sentences, all parts and rows, and goes into JSON."""
    report = door()
    assert [sentence.about for sentence in report.sentences] == [
        *("fair", "decides", "options", "feels", "change")
    ]
    assert report.missing == ()
    assert {row["part"] for row in report.rows()} <= set(PARTS)
    words = msgspec.json.decode(msgspec.json.encode(report.to_dict()))
    assert (words["format"], words["scenario"], words["budget"]) == (1, DOOR, 300)
    assert words["fairness"]["sides"][0]["score"].keys() == {"value", "low", "high"}


def with_games_left() -> fracas.PlaytestReport:
    """The report of `door`, if no number had changed anything."""
    report = door()
    assert report.sensitivity is not None
    still = structs.replace(report.sensitivity, effects=())
    return structs.replace(report, sensitivity=still, budget=2 * report.played)


def test_what_is_left_of_a_budget_has_a_reason() -> None:
    """A report says why games of its budget were not played, if any were not."""
    report, left = door(), with_games_left()
    still = left.sensitivity
    assert still is not None
    assert left.left_over.startswith(
        f"{report.played} conflicts of the budget were not"
    )
    assert not structs.replace(left, hurried=("who wins",)).left_over
    assert not structs.replace(left, budget=report.played).left_over
    moved = structs.replace(still, effects=(Effect("x=1", "0", Interval(1, 0, 1), 9),))
    assert not structs.replace(left, sensitivity=moved).left_over


def test_pages_say_what_is_left_of_a_budget(capsys: pytest.CaptureFixture[str]) -> None:
    """The page says it too, and of a campaign's chapter the command and the page."""
    left = with_games_left()
    more = MoreCommands(left.loaded, DOOR, "", ())
    assert left.left_over in sound(playtest_page(left, more)).all("main")[0].text
    nothing = structs.replace(left, budget=left.played)
    assert "of the budget were not" not in playtest_page(nothing, more)
    campaign = load("planets_three_gates")
    assert isinstance(campaign, Campaign)
    whole = CampaignSummary(campaign, [])
    tested = CampaignReport(campaign, (), "s", 900, whole, (left,))
    page = sound(campaign_playtest_page(tested))
    assert left.left_over in page.all("main")[0].text
    put_campaign_report(tested, campaign.name)
    assert left.left_over in " ".join(capsys.readouterr().out.split())


@pytest.mark.slow
def test_the_same_seed_gives_the_same_report() -> None:
    """The same seed gives the same report, and another seed another."""
    again = fracas.playtest(DOOR, budget="300 games", seed="s")
    assert again.to_dict() == door().to_dict()
    assert door("other").to_dict() != door().to_dict()


def test_an_interrupt_leaves_the_parts_that_were_finished(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """After an interrupt the report has the parts that were finished."""

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setitem(module.PARTS, "who wins", interrupted)
    report = fracas.playtest(DOOR, budget="300 games", seed="s")
    assert report.stopped
    assert report.course is not None
    assert report.missing == (
        *("fairness", "sheets"),
        *("coverage", "sensitivity", "exploits"),
    )
    assert [sentence.about for sentence in report.sentences] == [
        "decides",
        "options",
        "feels",
    ]


@pytest.mark.slow
def test_what_is_solved_leaves_its_games_to_other_questions() -> None:
    """Games of options that are solved go to the other questions."""
    budget = 1000
    report = fracas.playtest("skill_library", budget=f"{budget} games", seed="s")
    assert report.restricted is not None
    assert report.restricted.solved == report.restricted.offered
    assert report.played > 0.9 * budget


@pytest.mark.slow
def test_what_was_kept_is_not_played_again(tmp_path: Path) -> None:
    """A report goes on from its record, and is the same as one without a stop."""
    target, whole = str(tmp_path / "s.db"), door().to_dict()
    with (
        open_store(target, create=True) as store,
        pytest.MonkeyPatch.context() as patch,
    ):
        played = 0

        def stops(batch: Batch) -> bytes:
            nonlocal played
            played += 1
            if played > 5:
                raise KeyboardInterrupt
            return play_batch(batch)

        patch.setattr(runner, "play_batch", stops)
        report = fracas.playtest(DOOR, budget="300 games", seed="s", store=store)
        assert report.stopped
        (kept,) = playtest_ids(store)
        recorded = recorded_batches(store, kept)
        assert (
            sum("time for" not in step.asked for step in recorded) == 15
        )  # ten solved
        assert not is_complete(store, kept)
    with open_store(target) as store:
        report = fracas.playtest(DOOR, budget="300 games", seed="s", store=store)
        assert report.to_dict() == whole
        assert is_complete(store, kept)
    with open_store(target) as store, pytest.MonkeyPatch.context() as patch:
        patch.setattr(runner, "play_batch", None)  # nothing is left to play
        report = fracas.playtest(DOOR, budget="300 games", seed="s", store=store)
        assert report.to_dict() == whole


@pytest.mark.slow
def test_progress_says_what_is_played_and_what_is_open() -> None:
    """Progress names the parts in order, and what is still open."""
    loaded = from_dict(brawl())
    said: list[str] = []

    def tell(done: int, total: int, about: str) -> None:
        assert 0 < done <= max(300, total)
        said.append(about)

    budget = Budget(games=300)
    own = cast(loaded, ())
    module.playtest(loaded, own, budget=budget, seed="s", progress=tell)
    parts = [line.partition("; ")[0] for line in dict.fromkeys(said)]
    assert parts[:4] == list(module.PARTS)[:4]
    assert "open so far: whether choosing matters, who wins (Bob" in said[-1]


@pytest.mark.slow
def test_an_executor_gives_the_same_report() -> None:
    """An executor of threads gives the same report."""
    with ThreadPoolExecutor(2) as executor:
        report = fracas.playtest(DOOR, budget="300 games", seed="s", executor=executor)
    assert report.to_dict() == door().to_dict()


@pytest.mark.slow
def test_an_audit_plays_it_again(tmp_path: Path) -> None:
    """An audit plays a playtest again, and finds a changed batch or other code."""
    target = str(tmp_path / "s.db")
    with open_store(target, create=True) as store:
        fracas.playtest(DOOR, budget="300 games", seed="s", store=store)
        assert not list(StoreAudit(store, others=AUDITS).everything())
        (kept,) = playtest_ids(store)
        *_, (place, event) = (
            (place, batch)
            for place, batch in enumerate(recorded_batches(store, kept), 2)
            if "time for" not in batch.asked
        )
    other = BatchRecorded(event.asked, batches_swapped(event.results))
    with closing(sqlite3.connect(target)) as raw, raw:
        raw.execute(
            "update stored_events set state = ?"
            " where originator_id = ? and originator_version = ?",
            (row(other)[1], playtest_stream(kept), place),
        )
    with open_store(target) as store:
        (finding,) = StoreAudit(store, others=AUDITS).everything()
        assert (finding.event, finding.recorded) == (place, "other results")
        assert finding.weight == "violation"
        began = structs.replace(recorded_start(store, kept), code="0" * 32)
    with closing(sqlite3.connect(target)) as raw, raw:
        raw.execute(
            "update stored_events set state = ?"
            " where originator_id = ? and originator_version = 1",
            (row(began)[1], playtest_stream(kept)),
        )
    with open_store(target) as store:
        (finding,) = StoreAudit(store, others=AUDITS).everything()
        assert finding.weight == "stop", "other code may ask for other conflicts"
        assert "recorded by other code" in finding.sentence


@pytest.mark.slow
def test_an_audit_finds_batches_beyond_the_end(tmp_path: Path) -> None:
    """An audit finds batches after the playtest's end."""
    with open_store(str(tmp_path / "s.db"), create=True) as store:
        fracas.playtest(DOOR, budget="300 games", seed="s", store=store)
        (kept,) = playtest_ids(store)
        name, batches = playtest_stream(kept), recorded_batches(store, kept)
        rows = [row(batches[-1]), row(PlaytestCompleted(len(batches) + 1))]
        store.append(name, rows, after=store.version(name))
        (finding,) = StoreAudit(store, others=AUDITS).everything()
        assert (finding.recorded, finding.weight) == ("more conflicts", "violation")


def batches_swapped(results: bytes) -> bytes:
    """The same conflicts with one less."""
    lines = decode_lines(results)
    return msgspec.msgpack.encode(Lines(lines.lines[1:]))


def test_what_cannot_be_played_is_refused() -> None:
    """A budget too small and agents too many are refused."""
    with pytest.raises(OddsError, match="expected at least 300 games"):
        fracas.playtest(DOOR, budget="20 games")
    with pytest.raises(AgentError, match="4 agents for 3 seats"):
        fracas.playtest(DOOR, ["steady"] * 4, budget="300 games")
