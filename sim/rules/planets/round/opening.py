"""How a conflict and each of its rounds begin."""

from sim.rules.planets.consequences import RoundOpened
from sim.rules.planets.phases import Opening
from sim.rules.planets.scenario.compile import compile_scenario
from sim.rules.planets.scenario.sheet import PlanetsScenario
from sim.rules.planets.state import Participant, State, gathered
from sim.seam.protocol import Due

OPENED = ("PL-CONF-03",)


def initial(scenario: PlanetsScenario) -> State:
    """Return the state before anything has happened."""
    setup = compile_scenario(scenario)
    everyone = tuple(Participant(wounds=data.wounds) for data in setup.characters)
    return gathered(State(round=0, setup=setup, participants=everyone))


def ask_opening(state: State, _phase: Opening) -> Due:
    """Open the first round."""
    return Due((round_opened(state),))


def round_opened(state: State) -> RoundOpened:
    """Return the beginning of the next round [PL-CONF-03].

    If a standoff was offered and not accepted, the count of rounds without movement
    restarts.
    """
    still = state.still if state.still < state.setup.rulings.standoff_limit else 0
    return RoundOpened(OPENED, state.round + 1, still)
