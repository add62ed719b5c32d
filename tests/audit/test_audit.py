"""What an audit says of any single change of a stream."""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from sim.audit.finding import Finding
from sim.audit.stream import Auditor
from sim.casting.roster import make
from sim.conflict.codec import encode
from sim.conflict.positions import BEGUN
from sim.conflict.stream import Row, Sealed
from sim.errors import UnknownNameError
from sim.seam.events import Consequence, DiceRolled, Event, Fact, Forfeited
from sim.seam.protocol import Agent, Decision
from tests.audit.sample import (
    altered,
    auditor,
    events_of,
    played,
    resealed,
    rows_of,
    sample,
)
from tests.noon import SCENARIO, TOY
from tests.toy import Held, Pressed

SAMPLES = (
    sample(0),
    sample(3, ("steady", "uniform:concedes=false")),
    sample(4, ("bold", "uniform:concedes=false")),
)
RULES = auditor("rules")
DEEP = auditor("rules", "dice", "agents")
ALL = auditor()
Change = tuple[str, int, list[Event]]


@pytest.fixture(name="stream", params=SAMPLES, ids=("short", "long", "longer"))
def _stream(request: pytest.FixtureRequest) -> Sealed:
    sealed: Sealed = request.param
    return sealed


def changes(events: Sequence[Event]) -> Iterator[Change]:
    """Yield every single change of an event between the first and the last."""
    whole = list(events)
    for at in range(1, len(whole) - 1):
        before, event, after = whole[:at], whole[at], whole[at + 1 :]
        for other in altered(event):
            yield "altered", at + 1, [*before, other, *after]
        yield "dropped", at + 1, before + after
        for other in dict.fromkeys(whole[1:-1]):
            if other not in (event, whole[at - 1]):
                yield "added", at + 1, [*before, other, event, *after]
        for to in range(at + 1, len(whole) - 1):
            if whole[to] != event:
                swapped = list(whole)
                swapped[at], swapped[to] = swapped[to], event
                yield "swapped", at + 1, swapped


def audited(audit: Auditor, stream: Sealed, events: Sequence[Event]) -> list[Finding]:
    """Return what *audit* finds in *events*, under the stream's name."""
    return audit.audit(stream.stream_id, rows_of(events))


def test_audit_what_was_played_is_clean(stream: Sealed) -> None:
    """A stream as it was played has no finding, and its line is drawn up again."""
    examined = ALL.examine(stream.stream_id, stream.rows)
    assert examined.findings == []
    assert examined.line == stream.line


def test_audit_contract_needs_only_system_and_scenario(stream: Sealed) -> None:
    """The plain function audits too, and without agents leaves that depth out."""
    assert Auditor(TOY, SCENARIO).audit(stream.stream_id, stream.rows) == []


def test_audit_every_changed_consequence_is_one_finding(stream: Sealed) -> None:
    """A consequence that was altered, dropped or added is one finding, at its place."""
    for kind, at, events in changes(events_of(stream.rows)):
        index = at - 1
        event = events[index] if kind == "added" else events_of(stream.rows)[index]
        if kind == "swapped" or not isinstance(event, Consequence):
            continue
        findings = audited(RULES, stream, events)
        assert [finding.event for finding in findings] == [at], (kind, event, findings)
        assert findings[0].depth == "rules"
        assert findings[0].rules, (kind, event)


def test_audit_that_cannot_go_on_says_so_at_any_depth(stream: Sealed) -> None:
    """A finding that stops an audit is reported at depths dice and agents too."""
    whole, seen = events_of(stream.rows), 0
    for at, event in enumerate(whole[1:-1], 1):
        if not isinstance(event, Fact):
            continue
        for other in altered(event):
            events = [*whole[:at], other, *whole[at + 1 :]]
            stops = [
                finding
                for finding in audited(RULES, stream, events)
                if finding.sentence.endswith("the audit of this conflict stops here")
            ]
            for depth in ("dice", "agents") if stops else ():
                assert stops[0] in audited(auditor(depth), stream, events), other
            seen += len(stops)
    assert seen


def test_audit_finds_the_same_whatever_was_audited_before(stream: Sealed) -> None:
    """What was found right in one stream excuses nothing in another."""
    for _, at, events in islice(changes(events_of(stream.rows)), 0, None, 5):
        BEGUN.clear()
        first = audited(DEEP, stream, events)
        for _ in range(3):
            assert DEEP.audit(stream.stream_id, stream.rows) == []
        assert audited(DEEP, stream, events) == first, at


def test_audit_swapped_neighbours_are_one_finding(stream: Sealed) -> None:
    """Two neighbouring consequences exchanged are one finding, at their place."""
    whole = events_of(stream.rows)
    for at in range(1, len(whole) - 2):
        first, second = whole[at], whole[at + 1]
        if first == second or not isinstance(first, Consequence | Fact):
            continue
        if isinstance(first, Consequence) or isinstance(second, Consequence):
            events = [*whole[:at], second, first, *whole[at + 2 :]]
            findings = audited(RULES, stream, events)
            assert findings[0].event in (at + 1, at + 2), (first, second, findings)


@pytest.mark.slow
def test_audit_every_change_is_found_and_named(stream: Sealed) -> None:
    """Every change of an event is found, sealed anew or not, first at its place."""
    for kind, at, events in changes(events_of(stream.rows)):
        rows = rows_of(events)
        plain = ALL.audit(stream.stream_id, rows)
        assert any(finding.depth == "seal" for finding in plain), (kind, at)
        findings = ALL.audit(stream.stream_id, resealed(stream.stream_id, rows))
        numbers = [finding.event for finding in findings]
        moved = kind == "dropped" and events[at - 2] == events_of(stream.rows)[at - 1]
        same = kind == "dropped" and events[at - 1] == events_of(stream.rows)[at - 1]
        if not (moved or same):
            assert min(numbers) == at, (kind, at, findings)
        assert findings, (kind, at)
        assert all(finding.recorded != finding.expected for finding in findings), (
            kind,
            at,
            findings,
        )


def test_audit_every_changed_start_is_found(stream: Sealed) -> None:
    """Every change of the first event breaks the seal."""
    whole = events_of(stream.rows)
    for other in altered(whole[0]):
        findings = audited(ALL, stream, [other, *whole[1:]])
        assert any(finding.depth == "seal" for finding in findings), other
    gone = ALL.audit(stream.stream_id, stream.rows[1:])
    assert 1 in [finding.event for finding in gone]


def test_audit_every_changed_seal_is_found(stream: Sealed) -> None:
    """A changed count or seal, and a missing seal, is found."""
    whole = events_of(stream.rows)
    for other in altered(whole[-1]):
        assert audited(ALL, stream, [*whole[:-1], other]), other
    assert [finding.event for finding in audited(ALL, stream, whole[:-1])] == [
        len(whole)
    ]
    for cut in range(len(whole)):
        assert audited(RULES, stream, whole[:cut]), cut


@pytest.mark.slow
def test_audit_every_flipped_bit_is_found() -> None:
    """Every flipped bit of a stream is found."""
    stream = SAMPLES[0]
    for index, (tag, data) in enumerate(stream.rows):
        for bit in range(len(data) * 8):
            other = bytearray(data)
            other[bit // 8] ^= 1 << bit % 8
            rows = list(stream.rows)
            rows[index] = (tag, bytes(other))
            assert ALL.audit(stream.stream_id, rows), (index, bit)


def test_audit_stream_of_another_name_is_found(stream: Sealed) -> None:
    """A stream under another name is found: by its seal, and by its key if resealed."""
    name = "abcd1234-77"
    findings = ALL.audit(name, stream.rows)
    assert {finding.depth for finding in findings} == {"seal", "dice"}
    findings = ALL.audit(name, resealed(name, stream.rows))
    assert [(finding.event, finding.depth) for finding in findings] == [(1, "dice")]


def forged_dice(stream: Sealed) -> Iterator[tuple[int, list[Event]]]:
    """Yield the stream with each die turned, and everything after made to fit."""
    whole = events_of(stream.rows)
    for at, event in enumerate(whole):
        if not isinstance(event, DiceRolled):
            continue
        for index, face in enumerate(event.faces):
            other = 3 if face in (1, 2, 4) else 4 if face == 3 else 11 - face
            faces = (*event.faces[:index], other, *event.faces[index + 1 :])
            kept = tuple(face for face in faces if face >= 5)
            forged = structs.replace(event, faces=faces, kept=kept)
            yield at + 1, [*whole[:at], forged, *whole[at + 1 :]]


def test_audit_forged_die_is_named_at_depth_dice(stream: Sealed) -> None:
    """A forged die is found at depth dice although everything after it fits."""
    count = 0
    for at, events in forged_dice(stream):
        rows = resealed(stream.stream_id, rows_of(events))
        if RULES.audit(stream.stream_id, rows):
            continue
        findings = ALL.audit(stream.stream_id, rows)
        assert [(finding.event, finding.depth) for finding in findings] == [
            (at, "dice")
        ]
        count += 1
    assert count or stream is SAMPLES[0]


def test_audit_forged_key_is_found() -> None:
    """A key that does not follow from the seed is found."""
    stream = SAMPLES[1]
    whole = events_of(stream.rows)
    started = structs.replace(whole[0], key="00" * 32)
    rows = resealed(stream.stream_id, rows_of([started, *whole[1:]]))
    findings = auditor("seal", "rules", "dice").audit(stream.stream_id, rows)
    assert [(finding.event, finding.depth) for finding in findings] == [(1, "dice")]


def test_audit_changed_choice_is_named_at_depth_agents() -> None:
    """A choice that its agent would not make is found at depth agents."""
    forged = played(3, [make("scripted"), make("uniform")], ("steady", "uniform"))
    honest = auditor("seal", "rules", "dice")
    assert honest.audit(forged.stream_id, forged.rows) == []
    findings = ALL.audit(forged.stream_id, forged.rows)
    assert findings
    assert {finding.depth for finding in findings} == {"agents"}
    first = events_of(forged.rows)[findings[0].event - 1]
    assert isinstance(first, Held | Pressed)
    assert first.who == 0


def test_audit_agent_that_is_gone_stops_its_depth() -> None:
    """An agent that is gone stops depth agents, with a finding."""
    stream = sample(3, ("steady", "uniform"))
    whole = events_of(stream.rows)
    data = encode(whole[0]).replace(b"\xa6steady", b"\xa6sturdy")
    rows = resealed(stream.stream_id, [(stream.rows[0][0], data), *stream.rows[1:]])
    findings = ALL.audit(stream.stream_id, rows)
    assert [(finding.event, finding.weight) for finding in findings] == [(1, "stop")]


class Failing(Agent):
    """Raises when asked for the second time."""

    def choose(self, asked: Decision[Any]) -> Fact:
        """Fail in the second round."""
        if asked.view.round > 1:
            message = "it is over"
            raise RuntimeError(message)
        return asked.options[0]


def test_audit_forfeit_follows_from_the_failing_agent() -> None:
    """A forfeit is clean if the agent fails again, and a finding if it does not."""
    stream = played(5, [Failing(), make("scripted")], ("scripted", "scripted"))
    assert stream.line.how == "forfeit"
    again = Auditor(TOY, SCENARIO, make_agent=_failing)
    assert again.audit(stream.stream_id, stream.rows) == []
    findings = ALL.audit(stream.stream_id, stream.rows)
    assert [finding.depth for finding in findings] == ["agents"]
    whole = events_of(stream.rows)
    at = next(at for at, event in enumerate(whole) if isinstance(event, Forfeited))
    assert findings[0].event == at + 1
    other = [*whole[:at], structs.replace(whole[at], who=1), *whole[at + 1 :]]
    assert [finding.event for finding in audited(RULES, stream, other)] == [at + 1]
    said = structs.replace(whole[at], reason="tired")
    rows = resealed(stream.stream_id, rows_of([*whole[:at], said, *whole[at + 1 :]]))
    assert [finding.event for finding in again.audit(stream.stream_id, rows)] == [
        at + 1
    ]


def _failing(taken: object) -> Agent:
    return Failing() if "Ann" in str(taken) else make("scripted")


def test_audit_live_stream_may_stop_anywhere(stream: Sealed) -> None:
    """A live conflict audits clean wherever it stands."""
    for cut in range(1, len(stream.rows)):
        assert ALL.audit(stream.stream_id, stream.rows[:cut], live=True) == []


def test_audit_older_events_with_fewer_fields_are_read(stream: Sealed) -> None:
    """An event from before a field was added is read, and is no finding."""
    rows: list[Row] = []
    for tag, data in stream.rows:
        older = data
        if tag == "rolled" and data.endswith(b"\x00"):
            older = bytes([data[0] - 1]) + data[1:-1]
        rows.append((tag, older))
    assert ALL.audit(stream.stream_id, resealed(stream.stream_id, rows)) == []


def test_audit_sentence_says_what_a_person_needs() -> None:
    """A finding names conflict, event, what was recorded, what was due and why."""
    stream = SAMPLES[1]
    whole = events_of(stream.rows)
    at = next(
        at for at, event in enumerate(whole) if type(event).__name__ == "HarmApplied"
    )
    harm = structs.replace(whole[at], amount=9)
    (finding,) = audited(RULES, stream, [*whole[:at], harm, *whole[at + 1 :]])
    for part in (stream.stream_id, f"event {at + 1}", "amount 9", "TO-02", "expected"):
        assert part in finding.sentence


def test_audit_unknown_depth_is_refused() -> None:
    """An unknown depth is refused, with the depths there are."""
    with pytest.raises(UnknownNameError, match="seal, rules, dice, agents"):
        auditor("luck")


@settings(deadline=None)
@given(st.data())
def test_audit_any_two_changes_are_found(data: st.DataObject) -> None:
    """Any two changes together are found, even in a stream sealed anew."""
    stream = data.draw(st.sampled_from(SAMPLES))
    whole = events_of(stream.rows)
    events = whole
    for _ in range(2):
        at = data.draw(st.integers(1, len(events) - 2))
        kind = data.draw(st.sampled_from(("alter", "drop", "add", "swap")))
        other = data.draw(st.integers(1, len(events) - 2))
        events = list(events)
        if kind == "drop":
            del events[at]
        elif kind == "add":
            events.insert(at, events[other])
        elif kind == "swap":
            events[at], events[other] = events[other], events[at]
        else:
            events[at] = data.draw(st.sampled_from(list(altered(events[at]))))
    rows = resealed(stream.stream_id, rows_of(events))
    findings = DEEP.audit(stream.stream_id, rows)
    assert bool(findings) == (events[:-1] != whole[:-1])
