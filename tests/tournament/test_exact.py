"""Exact scores are solved in place of play, and agree with it."""

from functools import partial
from math import sqrt
from pathlib import Path
from statistics import fmean, pstdev

import pytest
from msgspec import structs

from sim.audit.store import StoreAudit
from sim.errors import StoreError
from sim.graph.budget import Budget
from sim.library.scenario import Loaded, load
from sim.store.contests import Ended, PairSolved, contest_stream
from sim.store.events import row
from sim.store.store import Store, open_store
from sim.tournament.audit import AUDITS
from sim.tournament.contest import Contest, Terms, contest_id, make_contest
from sim.tournament.headline import headline_sentence
from sim.tournament.record import recorded_steps
from sim.tournament.result import Result, result_of
from sim.tournament.tournament import recall_tournament
from tests.agents.tables import LOAD, TOY_LOADED
from tests.tiers import later
from tests.tournament.cups import played

TINY = Path(__file__).parent.parent / "graph" / "tiny"
LONG = 600.0
"""Seconds, of which none of these conflicts needs three, whatever else runs here."""
BRAWL, ROLLS = str(TINY / "intensity.toml"), str(TINY / "skill_roll.toml")
DEAR = ("steady:price=99", "cautious:price=99")
CASES: tuple[tuple[str, tuple[str, str]], ...] = (
    ("toy", ("steady", "bold")),
    (str(TINY / "dice_pool.toml"), DEAR),
    (BRAWL, ("steady", "bold")),
    (ROLLS, ("steady", "cautious")),
    ("planets_boulder", ("bold", "cautious")),
    ("skill_page", ("steady", "cautious")),
)
"""Conflicts of every rule system that a graph holds at once."""


def placed(name: str) -> Loaded:
    """Return a scenario by its name, or the toy."""
    return TOY_LOADED if name == "toy" else load(name)


def exact(*names: str, agents: tuple[str, ...]) -> Contest:
    """Return a tournament that works out what it can."""
    known = LOAD if names == ("toy",) else "sim.library.scenario:from_json"
    terms = Terms(blocks=6, null=2, exact=LONG)
    where = [placed(name) for name in names]
    return make_contest(where, agents, terms, seed="exact", load=known)


@pytest.mark.parametrize(
    ("name", "agents"), later(CASES, CASES[1:5]), ids=[case[0] for case in CASES]
)
def test_as_right_as_play(name: str, agents: tuple[str, str]) -> None:
    """Played scores differ from the exact ones by no more than chance."""
    contest = exact(name, agents=agents)
    known = played(contest).ledger.exact((0, 1))
    terms = Terms(blocks=120, null=0)
    both = played(structs.replace(contest, terms=terms)).ledger.results((0, 1))

    assert known is not None
    for seen, due in (
        ([pair.score for pair in both], known.score),
        ([pair.margin for pair in both], known.margin),
    ):
        assert abs(fmean(seen) - due) < 4.5 * (pstdev(seen) + 0.02) / sqrt(len(seen))


@pytest.fixture(scope="module")
def store() -> Store:
    """Return a store with an exact tournament of three agents on two scenarios."""
    kept = open_store(":memory:", create=True)
    agents = ("steady", "bold", "cautious")
    played(exact(BRAWL, ROLLS, agents=agents), store=kept)
    return kept


def test_no_game_is_played_and_everything_says_exact(store: Store) -> None:
    """If all pairs are solved, no game is played and everything is called exact."""
    shown = result_of(recall_tournament(store))
    told = shown.to_dict()

    assert shown.games == 0
    assert shown.complete
    assert headline_sentence(shown).endswith("exact.")
    assert "sure" not in headline_sentence(shown)
    assert told["exact"] is True
    assert told["played"] == []
    for entry in (*told["standings"], *told["places"]):
        assert entry["exact"]
        assert (
            entry["score"]["low"] == entry["score"]["value"] == entry["score"]["high"]
        )
    assert all(pairing["verdict"]["exact"] for pairing in told["pairings"])
    assert told["pairings"][0]["verdict"]["evidence"] is None
    assert "better, exact" in repr(shown)


def test_what_is_known_adds_up(store: Store) -> None:
    """Exact scores add up over opponents, sides and results."""
    shown = result_of(recall_tournament(store))
    for line in shown.standings:
        assert line.chances is not None
        assert sum(line.chances) == pytest.approx(1)
        won, drawn, _ = line.chances
        assert won + drawn / 2 == pytest.approx(line.score.value)
        sides = [
            place.score.value for place in shown.places if place.agent == line.agent
        ]
        assert fmean(sides) == pytest.approx(line.score.value)
    assert fmean(line.score.value for line in shown.standings) == pytest.approx(0.5)


@pytest.mark.slow
def test_the_same_however_it_is_worked_out(store: Store) -> None:
    """Exact scores are the same by workers, without a store, and from a store."""
    contest = exact(BRAWL, ROLLS, agents=("steady", "bold", "cautious"))
    assert played(contest, workers=2).seal == recall_tournament(store).seal


def test_an_audit_works_it_out_again(store: Store) -> None:
    """An audit solves the pairs again, and finds the same."""
    assert not list(StoreAudit(store, others=AUDITS).everything())


def tampered(change: PairSolved) -> Store:
    """Return a store whose tournament records *change* of its two agents."""
    contest = exact(ROLLS, agents=("steady", "bold"))
    kept = open_store(":memory:", create=True)
    name = contest_stream(contest.contest)
    (place,) = contest.places
    kept.put_scenario(place.loaded.digest, place.loaded.data)
    kept.append(name, [row(contest.started())], after=0, listed=True)
    kept.append(name, [row(change)], after=1)
    return kept


def known() -> PairSolved:
    """Return what is known of the two agents of `tampered`."""
    with open_store(":memory:", create=True) as kept:
        contest = exact(ROLLS, agents=("steady", "bold"))
        played(contest, store=kept)
        (step,) = recorded_steps(kept, contest.contest)
    assert isinstance(step, PairSolved)
    return step


def test_another_law_is_found() -> None:
    """An audit finds exact scores in which two chances were exchanged."""
    (place,) = known().places
    first, *others = place.games[0]
    last = structs.replace(others[-1], chance=first.chance)
    changed = (
        structs.replace(first, chance=others[-1].chance),
        *others[:-1],
        last,
    )
    games = (changed, *place.games[1:])
    with tampered(PairSolved(0, 1, (structs.replace(place, games=games),))) as kept:
        findings = list(StoreAudit(kept, others=AUDITS).everything())
    assert [finding.depth for finding in findings if finding.weight == "violation"] == [
        "agents"
    ]


@pytest.mark.parametrize(
    "games",
    [
        ((Ended("won", (1.0, 0.0), 1.0),),),
        ((Ended("won", (1.0, 0.0), 0.5),),) * 2,
        ((Ended("won", (1.0,), 1.0),),) * 2,
        ((Ended("won", (float("nan"), 0.0), 1.0),),) * 2,
    ],
    ids=["one seating", "half a chance", "one seat", "no number"],
)
def test_what_is_no_law_is_refused(games: tuple[tuple[Ended, ...], ...]) -> None:
    """A recorded law that is no distribution is refused in one sentence."""
    (place,) = known().places
    change = PairSolved(0, 1, (structs.replace(place, games=games),))
    with (
        tampered(change) as kept,
        pytest.raises(StoreError, match="is no law of them"),
    ):
        recall_tournament(kept)


def test_it_must_be_of_the_pair_and_the_places() -> None:
    """A recorded law must be of the pair and scenarios that were asked for."""
    pair = known()
    for change, said in (
        (structs.replace(pair, second=5), "another order"),
        (structs.replace(pair, places=()), "in 0 places"),
    ):
        with tampered(change) as kept, pytest.raises(StoreError, match=said):
            recall_tournament(kept)


MIXED = exact(ROLLS, "stuck_door", agents=("steady", "bold", "lookahead:samples=1"))


def test_what_does_not_fit_is_played() -> None:
    """A pair that does not fit is played, with the reason; others are solved."""
    held = played(MIXED)
    shown = result_of(held)
    where = MIXED.places[0].name
    why = {
        (pair["second"], pair["scenario"]): pair["why"] for pair in shown.not_exact()
    }

    assert set(why) == {
        ("bold", "stuck_door"),
        ("lookahead:samples=1", where),
        ("lookahead:samples=1", "stuck_door"),
    }
    assert "one side is open" in why["bold", "stuck_door"]
    assert "what it remembers" in why["lookahead:samples=1", where]
    assert held.ledger.blocks((0, 1), 0) == ()
    assert len(held.ledger.blocks((0, 1), 1)) == 6
    assert not shown.exact
    assert shown.complete
    spoken = {
        pairing.scenario: pairing.verdict.exact
        for pairing in shown.pairings
        if pairing.second == "bold"
    }
    assert spoken == {None: False, where: True, "stuck_door": False}


def test_what_is_played_is_what_would_be_played() -> None:
    """The pairs that are played have the blocks of a tournament without solving."""
    plain = played(structs.replace(MIXED, terms=structs.replace(MIXED.terms, exact=0)))
    held = played(MIXED)
    for pair in MIXED.pairs:
        for place in range(2):
            if held.ledger.law(pair, place) is None:
                due = list(plain.ledger.blocks(pair, place))
                assert list(held.ledger.blocks(pair, place)) == due


def test_a_budget_that_is_too_small_is_no_error(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """If the budget of solving is too small, everything is played."""
    little = partial(Budget, states=1)
    monkeypatch.setattr("sim.tournament.solving.Budget", little)
    hurried = exact(ROLLS, agents=("steady", "bold"))
    plain = structs.replace(hurried, terms=structs.replace(hurried.terms, exact=0))
    shown, due = result_of(played(hurried)), result_of(played(plain))

    assert "do not fit into" in next(shown.not_exact())["why"]
    assert shown.pairings == due.pairings
    assert shown.standings == due.standings


@pytest.mark.parametrize("format", ["gauntlet", "swiss", "knockout", "racing"])
def test_every_format_works_out_only_pairs_that_meet(format: str) -> None:  # noqa: A002 - what it is called
    """In every format only pairs that meet are solved."""
    contest = exact(ROLLS, agents=("steady", "bold", "cautious"))
    terms = structs.replace(contest.terms, format=format)
    shown: Result = result_of(played(structs.replace(contest, terms=terms)))
    assert shown.games == 0
    assert shown.complete
    assert shown.pairings


def test_a_tournament_without_it_has_the_id_that_it_had() -> None:
    """A tournament without solving has the id that it had before there was any."""
    contest = exact("toy", agents=("steady", "bold"))
    places, specs = contest.places, contest.specs
    plain = contest_id("exact", places, specs, Terms(blocks=6, null=2))
    assert plain == "7559581e"
    assert contest.contest != plain
