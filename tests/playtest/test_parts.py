"""Small parts of a playtest: budgets, intervals and equilibria."""

from collections.abc import Iterator

import pytest

import fracas
from sim.campaign.plan import cast
from sim.casting.reachable import Search
from sim.errors import OddsError
from sim.fitting.field import FIELD
from sim.library.scenario import load
from sim.playtest import pilot
from sim.playtest.arena import Arena
from sim.playtest.batch import Seating
from sim.playtest.budget import LEAST, Budget, Speed, read_budget
from sim.playtest.equilibrium import maximin_weights
from sim.playtest.paired import corrected_confidence, mean_with_interval
from sim.playtest.pilot import Mix, Pace
from sim.playtest.sensitivity import measure_sensitivity
from sim.playtest.table import Game


@pytest.mark.parametrize(
    ("text", "budget"),
    [
        ("60s", Budget(seconds=60)),
        ("1.5 min", Budget(seconds=90)),
        ("2000 games", Budget(games=2000)),
        ("400 conflicts", Budget(games=400)),
    ],
)
def test_a_budget_is_a_time_or_a_number_of_games(text: str, budget: Budget) -> None:
    """A budget is read as a time or a number of games."""
    assert read_budget(text) == budget


@pytest.mark.parametrize("text", ["", "much", "60", "0s", "-3 games", "2.5 games"])
def test_another_budget_is_refused(text: str) -> None:
    """A text that is no budget is refused with what is expected."""
    with pytest.raises(OddsError, match="expected"):
        read_budget(text)


def test_a_budget_that_is_too_small_is_refused() -> None:
    """A budget in games or seconds that is too small is refused."""
    with pytest.raises(OddsError, match=f"at least {LEAST} games"):
        read_budget(f"{LEAST - 1} games")
    assert Budget(seconds=10).conflicts(0.01) == 1000
    assert Budget(seconds=10).conflicts(0.01, once=2.0) == 800
    with pytest.raises(OddsError, match="about 10 conflicts of this scenario"):
        Budget(seconds=10).conflicts(1.0)


def test_further_workers_make_only_batches_faster() -> None:
    """Workers make only the batches faster."""
    mix = Mix(looked=0.1, field=0.3, answers=2.0)
    pace = Pace(once=1.0, mix=mix, looked=0.8, field=0.6, own=0.2, answer=0.01)
    here, batched = 0.1 * 0.8 + 2 * 0.01, 0.3 * 0.6 + 0.6 * 0.2
    assert pace.each(1) == pytest.approx(here + batched)
    assert here + batched / 2 < pace.each(2) < here + batched
    assert pace.speed(1) == Speed(0.8, 0.6, 0.2, 0.01)


def test_a_search_is_timed_by_the_answers_that_it_gave(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A search is timed by the answers it gave, and not by those it was asked for."""
    gave: list[int] = []
    clock = iter(range(10_000))

    def walks(_search: Search, answers: int) -> Iterator[int]:
        gave.append(answers)
        yield from (answers - 1, 5 * answers)

    monkeypatch.setattr(Search, "walks", walks)
    monkeypatch.setattr(pilot, "monotonic", lambda: float(next(clock)))
    loaded = load("stuck_door")
    pace = pilot.pace_of_mix(Arena(loaded, cast(loaded, ()), "s"), Mix(0.1, 0.3, 2.0))
    assert len(gave) == 2
    assert pace.answer == pytest.approx(1.0 / (5 * gave[-1]))


@pytest.mark.slow
@pytest.mark.parametrize("scenario", ["stuck_door", "skill_duel", "footrace"])
def test_a_budget_of_games_is_kept(scenario: str) -> None:
    """A playtest plays about as many games as its budget, at most a tenth more."""
    report = fracas.playtest(scenario, budget="500 games", seed="s")
    assert report.restricted is not None
    least = 250 if report.restricted.solved else 430
    assert least <= report.played <= 550
    assert report.missing == ()


@pytest.mark.slow
def test_most_numbers_are_moved_a_little_and_some_measured() -> None:
    """Most numbers are moved, and those that change something are measured."""
    loaded = load("skill_duel")
    arena = Arena(loaded, cast(loaded, ()), "s")
    sensitivity = measure_sensitivity(arena, 300, 8)
    assert sensitivity.tried >= 30
    assert 4 <= len(sensitivity.effects) <= 10
    assert all(effect.games >= 16 for effect in sensitivity.effects)
    assert arena.played <= 330


@pytest.mark.slow
def test_what_is_left_for_numbers_is_all_used() -> None:
    """The last part uses all the games that are left."""
    loaded = load("planets_boulder")
    arena = Arena(loaded, cast(loaded, ()), "s")
    sensitivity = measure_sensitivity(arena, 3000, 8)
    assert 2900 <= arena.played <= 3000
    assert sensitivity.effects[0].games > 400


def test_the_agents_of_a_field_are_all_timed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every agent of the field is timed at every side."""
    loaded = load("stuck_door")
    arena, play = Arena(loaded, cast(loaded, ()), "s"), Arena.play
    met: list[Seating] = []

    def counted(there: Arena, who: Seating, number: int) -> Game:
        met.append(who)
        return play(there, who, number)

    monkeypatch.setattr(Arena, "play", counted)
    pilot._seconds_with_field(arena, 0.0)  # pyright: ignore[reportPrivateUsage]
    assert len(met) == len(FIELD) * len(arena.sides)
    assert {agent for who in met for agent in who} >= {*FIELD[1:]}


def test_an_interval_of_games_that_are_all_alike_is_no_point() -> None:
    """The interval of equal results is no point, and narrows with their number."""
    few, many = mean_with_interval([0.0] * 50), mean_with_interval([0.0] * 500)
    assert 0.05 < few.high < 0.07
    assert 0.005 < many.high < 0.007
    assert mean_with_interval([0.5]).high == 1.0
    assert corrected_confidence(1) == pytest.approx(0.95)
    assert corrected_confidence(10) == pytest.approx(0.995)


def test_an_equilibrium_mixes_as_it_must() -> None:
    """The weights of an equilibrium are those of three known games."""
    assert maximin_weights([[1, -1], [-1, 1]], 0) == pytest.approx((0.5, 0.5), abs=1e-3)
    assert maximin_weights([[0.2, 0.3], [0.1, 0.0]], 0) == pytest.approx(
        (1, 0), abs=1e-3
    )
    assert maximin_weights([[2, -1], [-1, 0.5]], 0) == pytest.approx(
        (1 / 3, 2 / 3), abs=1e-3
    )


def test_of_several_equilibria_the_most_even_is_taken() -> None:
    """Of several equilibria the most even is taken, within the error."""
    assert maximin_weights([[0.1], [0.1], [0.1]], 0) == pytest.approx(
        (1 / 3,) * 3, abs=1e-3
    )
    assert maximin_weights([[0.1], [0.104]], 0.01) == pytest.approx(
        (0.5, 0.5), abs=1e-3
    )
    assert maximin_weights([[0.1], [0.5]], 0.01)[1] > 0.9
