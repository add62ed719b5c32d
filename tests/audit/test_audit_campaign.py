"""An audit of a campaign as it was played is clean, and names every forgery."""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
import pytest

from sim.audit.finding import Finding
from sim.audit.store import StoreAudit
from sim.campaign.campaign import Campaign
from sim.campaign.events import (
    CampaignCompleted,
    CampaignEvent,
    ChapterPlayed,
    ChapterSkipped,
    campaign_seal,
    decode_campaign,
    row,
)
from sim.campaign.plan import cast, plan_of
from sim.conflict.codec import decode, encode, tag
from sim.conflict.seal import stream_seal
from sim.conflict.stream import Row
from sim.errors import StoreError
from sim.run.run import run
from sim.seam.events import ConflictEnded, ConflictSealed, ConflictStarted, Event
from sim.store.store import MEMORY, open_store
from tests.campaign.files import loaded

GAMES = 6
Rows = dict[str, list[Row]]


@pytest.fixture(name="campaign", scope="module")
def _campaign(tmp_path_factory: pytest.TempPathFactory) -> Campaign:
    return loaded(tmp_path_factory.mktemp("feud"))


@pytest.fixture(name="rows", scope="module")
def _rows(campaign: Campaign) -> Rows:
    """The streams of a run, by name."""
    with open_store(MEMORY, create=True) as store:
        run(
            plan_of(campaign, cast(campaign, []), seed="feud", games=GAMES), store=store
        )
        rows: Rows = {}
        for name, _, kind, data in store.all_rows():
            rows.setdefault(name, []).append((kind, data))
        return rows


@pytest.fixture(name="run_id")
def _run_id(rows: Rows) -> str:
    return next(name for name in rows if name.startswith("run:")).removeprefix("run:")


def audited(rows: Rows, name: str = "", **how: Any) -> list[Finding]:  # noqa: ANN401 - of StoreAudit
    """Return what an audit finds in a store with these *rows*."""
    with open_store(MEMORY, create=False) as store:
        places = [
            (stream, version, kind, data)
            for stream, each in rows.items()
            for version, (kind, data) in enumerate(each, 1)
            if (stream, version) != ("fracas", 1)
        ]
        store.insert(places)
        auditor = StoreAudit(store, **how)
        return list(auditor.conflict(name) if name else auditor.everything())


def forged(
    rows: Rows, campaign: Campaign, name: str, change: Sequence[CampaignEvent]
) -> Rows:
    """Return *rows* with another campaign's stream, sealed as a forger would."""
    *before, last = change
    assert isinstance(last, CampaignCompleted)
    seal = campaign_seal(name, campaign.digest, before, last)
    whole = [*before, msgspec.structs.replace(last, seal=seal)]
    return {**rows, name: [row(event) for event in whole]}


def events_of(rows: Rows, name: str) -> list[CampaignEvent]:
    """Return the events of a campaign's stream."""
    return decode_campaign(name, rows[name])


def sentences(findings: Sequence[Finding]) -> str:
    """Return all that was found."""
    return "\n".join(finding.sentence for finding in findings)


@pytest.mark.parametrize(
    "depths", [("seal",), ("rules",), ("seal", "rules", "dice", "agents")]
)
def test_what_is_played_is_clean(
    rows: Rows, run_id: str, depths: tuple[str, ...]
) -> None:
    """A campaign as it was played has no finding, as a whole, by game or chapter."""
    assert audited(rows, depths=depths) == []
    assert audited(rows, f"{run_id}-2", depths=depths) == []
    assert audited(rows, f"{run_id}-2.1", depths=depths) == []


def changes(events: list[CampaignEvent]) -> Iterator[tuple[list[CampaignEvent], str]]:
    """Yield forgeries of *events*, and what an audit must say of each."""
    first, chapter, *_, last = events
    assert isinstance(chapter, ChapterPlayed)
    assert isinstance(last, CampaignCompleted)
    replace = msgspec.structs.replace
    rest = events[2:]
    yield [first, replace(chapter, how="held"), *rest], "event 2: recorded how held"
    yield (
        [first, replace(chapter, returns=(0.5, 0.5)), *rest],
        "event 2: recorded returns [0.5, 0.5]",
    )
    yield (
        [first, replace(chapter, scenario="00" * 32), *rest],
        "event 2: recorded scenario 000",
    )
    yield [first, replace(chapter, seal=b"0" * 32), *rest], "event 2: recorded seal 303"
    yield [first, ChapterSkipped(1, "too_few"), *rest], "recorded chapter skipped"
    yield [replace(first, seed="other"), *events[1:]], "event 1: recorded seed other"
    yield (
        [*events[:-1], replace(last, returns=(1.0, 1.0))],
        "recorded returns [1, 1]",
    )
    yield [first, chapter, *events[1:]], "event 3: recorded"
    yield [first, *events[2:]], "event 2: recorded"


@pytest.mark.parametrize("which", range(9))
def test_a_forged_campaign_is_found_out(
    rows: Rows, campaign: Campaign, run_id: str, which: int
) -> None:
    """A forged campaign is found although sealed anew: chapters are derived again."""
    name = f"{run_id}-1"
    change, said = list(changes(events_of(rows, name)))[which]
    findings = audited(forged(rows, campaign, name, change))
    assert said in sentences(findings)
    assert {finding.conflict for finding in findings} >= {name}
    bytes_only = audited(forged(rows, campaign, name, change), depths=("seal",))
    assert f"run:{run_id}" in sentences(bytes_only)


def test_a_changed_byte_breaks_the_seal(rows: Rows, run_id: str) -> None:
    """A changed byte of a campaign breaks its seal."""
    name = f"{run_id}-1"
    first, (kind, data), *rest = rows[name]
    changed = {**rows, name: [first, (kind, data.replace(b"won", b"win")), *rest]}
    assert "the seal" in sentences(audited(changed, depths=("seal",)))


def resealed(
    rows: Rows, campaign: Campaign, name: str, events: Sequence[Event]
) -> Rows:
    """Return *rows* with other *events* of a chapter, sealed anew."""
    *before, _ = events
    first = before[0]
    assert isinstance(first, ConflictStarted)
    data = [encode(event) for event in before]
    seal = stream_seal(name, bytes.fromhex(first.scenario), data)
    whole = [*before, ConflictSealed(len(before), seal)]
    del campaign
    return {**rows, name: [(tag(type(event)), encode(event)) for event in whole]}


def chapter_of(rows: Rows, campaign: Campaign, name: str) -> list[Event]:
    """Return the events of a chapter's stream."""
    return decode(campaign.system, [data for _, data in rows[name]])


def test_a_chapter_s_luck_is_its_own(
    rows: Rows, campaign: Campaign, run_id: str
) -> None:
    """A chapter of another game put in this one's place is found, by its seed."""
    name = f"{run_id}-1.1"
    first, *rest = chapter_of(rows, campaign, f"{run_id}-2.1")
    assert isinstance(first, ConflictStarted)
    other = [msgspec.structs.replace(first, game=0), *rest]
    findings = audited(resealed(rows, campaign, name, other))
    assert "which follows from seed" in sentences(findings)


def test_the_scenario_of_a_chapter_follows_from_those_before(
    rows: Rows, campaign: Campaign, run_id: str
) -> None:
    """A chapter entered unhurt by somebody wounded before is found."""
    name, wounded = next(
        (event.stream, event)
        for number in range(1, GAMES + 1)
        for event in events_of(rows, f"{run_id}-{number}")
        if isinstance(event, ChapterPlayed)
        and event.scenario != campaign.chapters[event.chapter - 1].loaded.digest.hex()
    )
    first, *rest = chapter_of(rows, campaign, name)
    unhurt = campaign.chapters[wounded.chapter - 1].loaded.digest.hex()
    assert isinstance(first, ConflictStarted)
    change = [msgspec.structs.replace(first, scenario=unhurt), *rest]
    findings = audited(resealed(rows, campaign, name, change))
    assert f"recorded the scenario {unhurt}, expected {wounded.scenario}" in sentences(
        findings
    )


def test_a_chapter_s_ending_is_the_rules(
    rows: Rows, campaign: Campaign, run_id: str
) -> None:
    """An altered ending of a chapter is one finding there, and breaks the chain."""
    name = f"{run_id}-1.1"
    events = [
        msgspec.structs.replace(finding, returns=finding.returns[::-1])
        if isinstance(finding, ConflictEnded)
        else finding
        for finding in chapter_of(rows, campaign, name)
    ]
    findings = audited(resealed(rows, campaign, name, events))
    assert {finding.conflict for finding in findings} >= {name, f"{run_id}-1"}
    alone = audited(resealed(rows, campaign, name, events), name)
    assert {finding.conflict for finding in alone} == {name}


def test_a_chapter_that_is_gone_is_missed(rows: Rows, run_id: str) -> None:
    """A missing chapter is named at any depth; one too many is a stray."""
    name = f"{run_id}-1.1"
    fewer = {stream: each for stream, each in rows.items() if stream != name}
    for depths in (("seal",), ("rules",)):
        missed = sentences(audited(fewer, depths=depths))
        assert (
            f"{name}: recorded nothing, expected the stream of this chapter" in missed
        )
    more = {**rows, f"{run_id}-1.9": rows[name]}
    assert f"{run_id}-1.9: recorded a stream, expected none" in sentences(audited(more))
    with pytest.raises(StoreError, match="keeps no conflict"):
        audited(fewer, name)


def test_a_chapter_that_breaks_off_stops_the_audit_of_its_game(
    rows: Rows, run_id: str
) -> None:
    """A chapter that breaks off stops the audit of its game, and that is said."""
    name = f"{run_id}-1.1"
    shorter = {**rows, name: rows[name][:-5]}
    findings = audited(shorter)
    assert "which breaks off" in sentences(findings)
    assert any(
        finding.weight == "stop" or "cannot be judged" in finding.sentence
        for finding in findings
    )


def test_runs_of_lines_alone_are_played_again(campaign: Campaign) -> None:
    """Games of which only lines are kept are played again and compared."""
    ours = plan_of(
        campaign, cast(campaign, []), seed="feud", games=GAMES, record="seal"
    )
    with open_store(MEMORY, create=True) as store:
        run(ours, store=store)
        depths = ("seal", "agents")
        assert list(StoreAudit(store, depths=depths).everything()) == []
        conflict = StoreAudit(store, depths=depths).conflict(f"{ours.run_id}-2")
        assert list(conflict) == []
        stops = StoreAudit(store, depths=("rules",)).conflict(f"{ours.run_id}-2")
        assert [stop.weight for stop in stops] == ["stop"]
        changed: Rows = {}
        for name, _, kind, data in store.all_rows():
            again = data.replace(b"won, won", b"won, wow") if kind == "chunk" else data
            changed.setdefault(name, []).append((kind, again))
    assert "expected how won" in sentences(audited(changed, depths=("agents",)))
