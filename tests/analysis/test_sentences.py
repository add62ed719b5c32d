"""The sentences of an analysis say how sure its numbers are."""

from msgspec import structs

from sim.analysis.analyse import Effort, analyse
from sim.analysis.analysis import Analysis
from sim.analysis.sentences import (
    at_event,
    cut_between_words,
    decisive_moments,
    describe_moment,
    summary,
)
from tests.analysis.records import record


def _analysed() -> Analysis:
    recorded = record("skill_roll", "uniform")
    return analyse(recorded, ["steady"] * len(recorded.seats), effort=Effort(10**6))


def test_a_long_line_is_cut_between_words() -> None:
    """A long line is cut between words, and never longer than allowed."""
    line = "starts with 1 penalty die"
    assert cut_between_words(line, len(line)) == line
    for most in range(14, len(line)):
        said = cut_between_words(line, most)
        assert len(said) <= most
        assert said.endswith(" [...]")
        assert line.startswith(f"{said.removesuffix(' [...]')} ")
    assert cut_between_words("x" * 99, 20) == f"{'x' * 14} [...]"


def test_means_are_told_with_their_error() -> None:
    """Means are told with their errors."""
    exact = _analysed()
    assert "±" not in " ".join(summary(exact))
    unsure = structs.replace(
        exact,
        accounts=tuple(
            structs.replace(account, expected=0.82, luck=-0.3, error=0.21)
            for account in exact.accounts
        ),
    )
    could, dice, _ = summary(unsure)
    assert "could expect 82 ± 21 of 100" in could
    assert "-30 ± 21 to" in dice


def test_a_throw_that_may_have_moved_nothing_decided_nothing() -> None:
    """A throw whose effect is within its error is not told as decisive."""
    exact = _analysed()
    assert any(moment.kind == "throw" for moment in decisive_moments(exact))
    unsure = structs.replace(
        exact,
        moments=tuple(
            structs.replace(moment, error=(0.9,) * len(moment.error))
            for moment in exact.moments
        ),
    )
    assert not any(moment.kind == "throw" for moment in decisive_moments(unsure))


def test_what_is_in_no_round_is_told_by_its_event() -> None:
    """A moment outside rounds is told by its event."""
    analysis = _analysed()
    (moment,) = decisive_moments(analysis)[:1]
    before = structs.replace(moment, round=0)
    assert at_event(moment) == f"round {moment.round}, event {moment.event}"
    assert describe_moment(analysis, before)[0].startswith(f"event {moment.event}: ")


def test_what_is_open_is_counted() -> None:
    """Choices that are still open are counted, whether or not others are marked."""
    exact = _analysed()
    open_ = structs.replace(
        exact,
        moments=tuple(
            structs.replace(moment, settled=False) for moment in exact.moments
        ),
    )
    count = len(exact.choices)
    assert open_.unsettled == count
    doubted = sum(bool(choice.mark) for choice in open_.choices)
    assert f"({count - doubted} could not be settled" in summary(open_)[2]
    assert f"{doubted} mark" in summary(open_)[2]
    assert "could still change)" in summary(open_)[2]
    late = structs.replace(
        open_,
        moments=tuple(
            structs.replace(moment, compared=0, mark="") for moment in open_.moments
        ),
    )
    assert (late.unsettled, late.unjudged) == (0, count)
    assert f"({count} were not judged in time)" in summary(late)[2]
