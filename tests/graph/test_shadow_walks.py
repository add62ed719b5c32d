"""No value is called exact if an agent may look at what the graph forgets."""

from itertools import permutations
from pathlib import Path

import pytest
from msgspec import structs

from sim.conflict.walk import Walk
from sim.errors import AgentError, RulesError
from sim.graph.choosers import Choosers
from sim.graph.reply import reply
from sim.graph.shadow_walks import ShadowResult, shadow_walks
from sim.library.catalogue import scenarios
from sim.library.scenario import Loaded, load
from sim.run.seating import seat_agents
from sim.seam.events import Seat
from sim.seam.seats import by_seat
from tests.graph.tables import brute, solved
from tests.tiers import CROWDED, later

HERE = Path(__file__).parent
TINY = sorted({file.stem for file in (HERE / "tiny").iterdir()} - {"dice_pool_violent"})
"""One more has too many faces to follow each by itself."""
QUICK = {"solar_system", "planets", "intensity"}
NEAR = 1e-9
THRIFTY = "steady:price=99"


def _tiny(name: str) -> Loaded:
    return load(str(HERE / "tiny" / f"{name}.toml"))


def _of_file(name: str) -> str:
    return f"{HERE / 'hashing.py'}:{name}"


@pytest.mark.parametrize("kind", ["Views", "Faces"])
@pytest.mark.parametrize("name", later(TINY, [CROWDED, "dice_pool"]))
def test_who_reads_the_whole_view_is_solved_face_by_face(name: str, kind: str) -> None:
    """An agent that reads the whole view is solved to the values of every face."""
    loaded = _tiny(name)
    solution = solved(loaded, _of_file(kind), THRIFTY)
    faces = brute(loaded, _of_file(kind), THRIFTY)
    assert solution.outcomes == pytest.approx(faces, abs=NEAR)


KEYED = "looks at its key"
UNLIKE = "asked the same twice and answered otherwise"


@pytest.mark.parametrize(
    ("kind", "says"),
    [
        ("Keys", KEYED),
        ("Odd", KEYED),
        ("Tossing", KEYED),
        ("Places", UNLIKE),
        ("Clocks", UNLIKE),
        ("Counts", UNLIKE),
    ],
)
@pytest.mark.parametrize("name", later(TINY, set(TINY) - QUICK))
def test_who_goes_by_more_than_it_sees_is_refused(
    name: str, kind: str, says: str
) -> None:
    """An agent that goes by a key, an address, a clock or a counter is refused.

    However little of a key matters, and whenever it was looked at.
    """
    with pytest.raises(AgentError, match=says):
        solved(_tiny(name), _of_file(kind), THRIFTY)


def test_the_word_of_a_file_is_as_sure_as_it_was_tried() -> None:
    """A solution that rests on what a file's agent declares is not called exact."""
    solution = solved(_tiny("solar_system"), _of_file("Late"), THRIFTY)
    assert solution.whole
    assert solution.shown_by > 0
    assert not solution.exact


def test_who_breaks_its_promise_is_refused() -> None:
    """An agent that declares that it reads nothing, and does not, is refused."""
    with pytest.raises(AgentError, match=r"reads more than `Agent\.reads` says"):
        solved(load("alley", {"max_volleys": "2"}), "surge", _of_file("Promising"))


def test_whose_chances_lean_by_what_is_forgotten_is_refused() -> None:
    """Chances that depend on what the graph forgets are refused."""
    with pytest.raises(AgentError, match=r"reads more than `Agent\.reads` says"):
        solved(load("alley", {"max_volleys": "2"}), "surge", _of_file("Leaning"))


@pytest.mark.slow
def test_what_nobody_promised_is_as_sure_as_it_was_tried() -> None:
    """An agent without `reads` that is solved is marked as not proved."""
    loaded = _tiny("solar_system")
    solution = solved(loaded, "scripted", THRIFTY)
    assert solution.whole
    assert not solution.exact
    assert solution.shown_by > 0
    assert solution.outcomes == pytest.approx(
        brute(loaded, "scripted", THRIFTY), abs=NEAR
    )


def test_no_reply_is_found_to_who_reads_everything() -> None:
    """No best reply is computed against an agent that reads everything."""
    loaded = load("alley", {"max_volleys": "2"})
    seats = loaded.system.seats(loaded.scenario)
    specs = seat_agents(seats, ["surge", _of_file("Views")])
    state = loaded.system.initial(loaded.scenario)
    with pytest.raises(AgentError, match="no reply to them"):
        reply(loaded.system, state, seats, specs, (Seat(0), None))


def test_an_essence_that_changes_what_is_offered_is_the_systems_fault() -> None:
    """An essence that changes the options is reported as a fault of the system."""
    loaded = load("alley", {"max_volleys": "2"})
    system = loaded.system
    begun = system.initial(loaded.scenario)
    solving = structs.replace(system.solving, essence=lambda _: begun)
    broken = structs.replace(system, solving=solving)
    with pytest.raises(RulesError, match="essence"):
        solved(loaded, "surge", "steady", system=broken)


def _walked_beside(name: str, *agents: str) -> ShadowResult:
    loaded = load(name)
    system, seats = loaded.system, loaded.system.seats(loaded.scenario)
    chosen = seat_agents(seats, agents[: len(seats)])
    begun = Walk(system, system.initial(loaded.scenario)).state
    every = [seat for seat, _ in by_seat(chosen)]
    choosers = Choosers(system, seats, chosen, may_draw=every)
    return shadow_walks(system, begun, seats, choosers)


def test_what_an_essence_leaves_out_is_no_fault() -> None:
    """An essence may leave out rolls and ends that nothing depends on."""
    assert not _walked_beside("dice_pool_knives").plain


def test_a_roll_may_lack_the_dice_that_decide_nothing() -> None:
    """The essence of a roll of the Planets has no die of a minor circumstance."""
    assert not _walked_beside("planets_arm_wrestle", "steady", "bold").plain


@pytest.mark.slow
@pytest.mark.parametrize("agents", [(), *permutations(("steady", "bold", "miser"), 2)])
@pytest.mark.parametrize("name", sorted(scenarios()))
def test_shipped_agents_look_at_nothing_that_is_forgotten(
    name: str, agents: tuple[str, ...]
) -> None:
    """Shipped agents never read what the graph forgets, in any scenario."""
    assert not _walked_beside(name, *agents).plain
