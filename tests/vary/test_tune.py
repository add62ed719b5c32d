"""Sweeps and searches find known values, by solving and by games."""

from collections.abc import Sequence
from contextlib import suppress
from random import Random

import pytest

from sim.errors import OddsError
from sim.graph.budget import Budget
from sim.library.scenario import Loaded
from sim.vary import tune
from sim.vary.figures import Measure, exact_figure, figure_between, read_target
from sim.vary.points import Effort, Point, gap_between
from sim.vary.ranges import read_axes
from sim.vary.search import (
    FEW,
    SAME,
    Seen,
    Side,
    expected_looks,
    moves_one_way,
    next_places,
)
from sim.vary.sweep import Sweep
from sim.vary.verdict import sentences
from tests.tiers import later
from tests.vary.noon import LIMIT, ann, noon

SEARCHES = 60


def _never(*_: object) -> bool:
    return False


def _effort(games: int = 400) -> Effort:
    return Effort("s", games, 1e6)


def _tuned(base: Loaded, target: str, *vary: str, games: int = 400) -> tune.Tuning:
    tuning = tune.Tuning(base, read_axes(vary), read_target(target), _effort(games))
    tuning.run()
    return tuning


@pytest.mark.parametrize("most", [12, 40])
@pytest.mark.parametrize(
    "target", [0.35, 0.5, 0.599, *later([0.45, 0.56, 0.58, 0.59], [0.45, 0.56, 0.58])]
)
def test_the_nearest_number_is_found(target: float, most: int) -> None:
    """Bisection and an exhaustive search find the number of the formula."""
    nearest = min(range(1, most + 1), key=lambda limit: abs(ann(limit) - target))
    tuning = _tuned(noon(), f"wins(Ann)={target}", f"{LIMIT}=1..{most}")
    (setting,) = tuning.settings(tuning.best)
    assert setting.value == nearest
    assert (tuning.verdict, tuning.interval) == ("nearest", None)
    around = {tuning.settings(at)[0].value for at in tuning.neighbours()}
    assert around == {nearest - 1, nearest + 1} & set(range(1, most + 1))
    rows = tuning.rows()
    assert all(row["exact"] for row in rows)
    assert len(rows) == most if most <= FEW else len(rows) < most / 2
    for row in rows:
        assert row["value"] == pytest.approx(ann(row[LIMIT]))


@pytest.mark.parametrize("limit", [2, 5, 7])
def test_a_number_that_makes_it_exactly_so_is_called_so(limit: int) -> None:
    """A number that meets the target exactly is called exact."""
    target = f"wins(Ann)={ann(limit):.15f}"
    tuning = _tuned(noon(), target, f"{LIMIT}=1..40")
    assert tuning.verdict == "exactly"
    assert tuning.words(tuning.best) == f"{LIMIT}={limit}"
    assert tuning.interval == ((limit - 1,), (limit - 1,))


def test_few_combinations_are_all_looked_at() -> None:
    """If combinations are few all are tried; of equals the least changed wins."""
    vary = ("rulings.grit=1..3", "rulings.round_limit=2..4")
    tuning = _tuned(noon(), "wins(Ann)=0.6", *vary)
    values = {at: tuning.figure(at).value for at in tuning.points}
    assert len(values) == 9
    assert tuning.best == min(values, key=lambda at: abs(values[at] - 0.6))
    assert len(list(tuning.neighbours())) >= 2


@pytest.mark.slow
def test_an_optimiser_searches_many_combinations() -> None:
    """If combinations are many an optimiser tries some, and ends near the target."""
    vary = ("rulings.grit=1..6", "rulings.round_limit=1..20")
    tuning = _tuned(noon(), "wins(Ann)=0.77", *vary)
    assert abs(tuning.figure(tuning.best).value - 0.77) < 0.02
    assert len(tuning.rows()) < 120


def test_games_find_the_number_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """By games alone the interval contains the number of the formula."""
    monkeypatch.setattr(Point, "solve", _never)
    tuning = _tuned(noon(), f"wins(Ann)={ann(2):.3f}", f"{LIMIT}=1..4", games=300)
    assert tuning.verdict == "not told apart"
    assert tuning.interval is not None
    (low,), (high,) = tuning.interval
    assert low + 1 <= 2 <= high + 1
    assert not any(row["exact"] for row in tuning.rows())
    for row in tuning.rows():
        assert row["low"] <= ann(row[LIMIT]) <= row["high"]


@pytest.mark.slow
def test_what_games_cannot_tell_from_the_nearest_is_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A value that games cannot tell from the nearest is named as its rival."""
    monkeypatch.setattr(Point, "solve", _never)
    # Of one round and of four: 0.122 below the target, and 0.121 above it.
    tuning = _tuned(noon(), "wins(Ann)=0.455", f"{LIMIT}=1,4", games=800)
    assert tuning.verdict == "nearest"
    (rival,) = tuning.rivals()
    assert {tuning.best, rival} == {(0,), (1,)}
    assert [tuning.points[at].games for at in (tuning.best, rival)] == [800, 800]
    said = " ".join(sentences(tuning))
    assert f"it may be closer with {tuning.in_words(rival)}." in said
    sure = _tuned(noon(), "wins(Ann)=0.40", f"{LIMIT}=1,4", games=800)
    assert (sure.settings(sure.best)[0].value, sure.rivals()) == (1, [])
    assert "may be nearer" not in " ".join(sentences(sure))


@pytest.mark.parametrize(
    ("most", "vary"),
    [(12, ()), (40, ()), (5, ("rulings.grit=1..4",)), (30, ("rulings.grit=1..4",))],
)
def test_intervals_are_corrected_for_all_that_may_be_looked_at(
    most: int, vary: tuple[str, ...]
) -> None:
    """Intervals are corrected for all values that may be tried."""
    axes = read_axes([f"{LIMIT}=1..{most}", *vary])
    tuning = tune.Tuning(noon(), axes, read_target("wins(Ann)=0.5"), _effort())
    assert tuning.confidence == pytest.approx(1 - 0.05 / (most * (4 if vary else 1)))


@pytest.mark.long
def test_intervals_of_a_search_hold_together(monkeypatch: pytest.MonkeyPatch) -> None:
    """In at most 5 % of searches among equals does any interval miss.

    Each value has dice of its own, so that the intervals miss as often as they can; the
    target is the value of all, so that no search stops early.
    """
    dice, chance = Random(1), 0.3

    def play(_: Effort, points: list[Point], games: int) -> None:
        for point in points:
            new = games - point.games
            won = [float(dice.random() < chance) for _ in range(new)]
            point.returns += [(win, 1 - win) for win in won]

    monkeypatch.setattr(Point, "solve", _never)
    monkeypatch.setattr(Effort, "play", play)
    missed = 0
    for _ in range(SEARCHES):
        axes, target = read_axes([f"{LIMIT}=1..8"]), read_target("wins(Ann)=0.3")
        tuning = tune.Tuning(noon(), axes, target, _effort(400))
        with suppress(OddsError):
            tuning.run()
        known = [at for at, point in tuning.points.items() if point.known]
        assert len(known) == 8
        missed += any(tuning.figure(at).excludes(chance) for at in known)
    assert missed <= 0.05 * SEARCHES


@pytest.mark.parametrize("target", ["wins(Ann)=0.3", "wins(Ann)=0.9"])
def test_a_target_beyond_reach_is_said(target: str) -> None:
    """A target beyond reach is reported, with the least and the most."""
    with pytest.raises(OddsError, match=r"no value .*: the least is .* the most"):
        _tuned(noon(), target, f"{LIMIT}=1..40")


def test_too_little_time_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """If no value was tried in time, nothing is claimed."""
    monkeypatch.setattr(Point, "solve", _never)
    axes, target = read_axes(["rulings.grit=1..6"]), read_target("wins(Ann)=0.6")
    tuning = tune.Tuning(noon(), axes, target, Effort("s", 100, 0.0))
    with pytest.raises(OddsError, match="seconds are too few: 0 of 6"):
        tuning.run()


def test_a_search_ends_in_time_with_the_best_so_far() -> None:
    """A search that runs out of time returns the best so far, and what was left out."""
    effort, looks = _effort(), 6

    def cut(_: int) -> None:
        if len(tuning.looked()) == looks:
            effort.seconds = 0.0

    effort.progress = cut
    axes, target = read_axes([f"{LIMIT}=1..40"]), read_target("wins(Ann)=0.5")
    tuning = tune.Tuning(noon(), axes, target, effort)
    tuning.run()
    assert (len(tuning.looked()), tuning.finished) == (looks, False)
    values = {at[0] + 1: tuning.figure(at).value for at in tuning.looked()}
    (best,) = tuning.settings(tuning.best)
    assert best.value == min(values, key=lambda limit: abs(values[limit] - 0.5))
    says = " ".join(sentences(tuning))
    assert "The closest is the ruling round_limit at 5: Ann wins 58.960 %." in says
    assert "The time was over after 6 of 40 values; not tried: 2 to 4," in says


@pytest.mark.slow
def test_where_solving_takes_too_long_games_are_played(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """If solving takes too long, the other values are played."""
    now, solve = [0.0], Point.solve

    def slowly(point: Point, budget: Budget) -> bool:
        now[0] += min(7.0, budget.seconds)
        return budget.seconds >= 7.0 and solve(point, budget)

    monkeypatch.setattr(Point, "solve", slowly)
    for module in ("points", "tune"):
        monkeypatch.setattr(f"sim.vary.{module}.monotonic", lambda: now[0])
    axes, target = read_axes([f"{LIMIT}=1..40"]), read_target("wins(Ann)=0.5")
    tuning = tune.Tuning(noon(), axes, target, Effort("s", 400, 80.0))
    tuning.run()
    assert tuning.finished
    assert any(row["games"] for row in tuning.rows())
    (best,) = tuning.settings(tuning.best)
    assert best.value in {2, 3}


@pytest.mark.parametrize("most", [17, 100, 1000])
def test_one_way_few_places_are_enough(most: int) -> None:
    """If a measure only rises or falls, few values are tried."""
    for target in (0.02, 0.31, 0.5, 0.77, 0.98):
        values = [place / most for place in range(most)]
        seen, best = _searched(values, target)
        assert best == min(range(most), key=lambda at: abs(values[at] - target))
        assert len(seen) <= expected_looks(most)


def test_what_rises_and_falls_is_looked_at_throughout() -> None:
    """If a measure rises and falls, all values are tried."""
    values = [abs(place - 30) / 60 for place in range(60)]
    seen, best = _searched(values, 0.25)
    assert len(seen) == len(values)
    assert values[best] == 0.25
    assert moves_one_way([exact_figure(value) for value in (0.1, 0.1, 0.4)])
    assert moves_one_way(
        [figure_between(0.1, 0.3), figure_between(0.2, 0.4), figure_between(0.15, 0.25)]
    )
    assert not moves_one_way([exact_figure(value) for value in (0.1, 0.4, 0.3)])


def _searched(values: Sequence[float], target: float) -> tuple[dict[int, Seen], int]:
    """Look where `next_places` says until it names no more; return the best as well."""
    seen: dict[int, Seen] = {}
    best = 0
    while (place := next(next_places(seen, len(values), best), None)) is not None:
        off = values[place] - target
        side: Side = 0 if abs(off) <= SAME else 1 if off > 0 else -1
        seen[place] = Seen(exact_figure(values[place]), side, off)
        best = min(seen, key=lambda at: abs(seen[at].off))
    return seen, best


@pytest.mark.parametrize("path", ["rulings.grit", "rulings.nerve"])
def test_sweeps_by_solving_and_by_games_agree(path: str) -> None:
    """Intervals of a played sweep contain the solved values and differences."""
    axes = read_axes([f"{path}=1..2"])
    solved, played = Sweep(noon(), axes), Sweep(noon(), axes)
    solved.run(_effort())
    played.run(_effort(300), solving=False)
    assert all(point.solved is not None for point in solved.points)
    for exact, point in zip(solved.points, played.points, strict=True):
        assert point.games
        for measure, figure in point.figures().items():
            assert figure.low <= exact.figure(measure).value <= figure.high
            change = played.change(point, measure)
            known = solved.change(exact, measure)
            if change is not None and known is not None:
                assert change.low <= known.value <= change.high


def test_a_sweep_stops_when_it_is_sure() -> None:
    """A point whose intervals are narrow enough gets no more games."""
    sweep = Sweep(noon(grit=9), read_axes(["rulings.grit=8,9"]))
    sweep.run(_effort(1000), 0.1, solving=False)
    assert all(sweep.sure(point, 0.1) for point in sweep.points)
    assert all(0 < point.games < 1000 for point in sweep.points)
    assert [row["seat"] for row in sweep.rows()[:2]] == ["Ann", "Bo"]
    assert sweep.origin is sweep.points[1]


def test_solving_and_playing_mix_by_intervals() -> None:
    """A solved and a played point differ by an interval, not exactly."""
    solved, played = (Point(noon(), ()) for _ in range(2))
    assert solved.solve(Budget(states=1000))
    _effort().play([played], 100)
    gap = gap_between(solved, played, Measure("wins", "Ann"))
    assert not gap.exact
    assert gap.low <= 0 <= gap.high
