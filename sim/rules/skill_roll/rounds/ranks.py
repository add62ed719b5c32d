"""The number of ranks used, if it is asked at all."""

from sim.rules.skill_roll.facts import RanksChosen
from sim.rules.skill_roll.phases import Setting
from sim.rules.skill_roll.state import State, view
from sim.seam.events import Fact, Seat
from sim.seam.protocol import Decision


def ask_ranks(
    state: State, setting: Setting, who: Seat, choices: tuple[int, ...]
) -> Decision[State] | None:
    """Ask *who* which of these numbers of ranks to use [SK-DP-12, SK-RUL-43]."""
    settled = setting.ranks is not None or not state.setup.rulings.pull_ranks
    if settled or len(choices) < 2:  # noqa: PLR2004 - one is no choice
        return None
    options: tuple[Fact, ...] = tuple(RanksChosen(who, ranks) for ranks in choices)
    return Decision(who, options, view(state, who))
