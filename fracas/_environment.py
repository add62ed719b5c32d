"""A conflict as an environment for learners: PettingZoo's AEC interface.

Its agents are the seats, its actions the options by their numbers from 0, and the only
reward is what a seat gets in the end. Observations are what the seat may know: how
everybody stands, and what each option is worth by the odds (`Table.weigh`). The methods
are those of PettingZoo 1.24 and later, whose documentation describes them.
"""

from collections.abc import Mapping, Sequence
from operator import index
from types import MappingProxyType
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete, Space
from msgspec.structs import astuple
from pettingzoo import AECEnv  # type: ignore[import-untyped] # pyright: ignore[reportMissingTypeStubs]

from fracas._inputs import (
    OPTIONS,
    Scenario,
    by_name,
    loaded_of,
    seed_of,
    specs_for,
    whole,
)
from fracas._standing import Layout
from fracas._walked import Walk, walk
from sim.casting.given import AgentGiven
from sim.casting.roster import make
from sim.errors import StepError
from sim.narration.story import story
from sim.run.seating import seat_named
from sim.seam.appraisal import Appraisal
from sim.seam.protocol import Outcome, SeatInfo

NUMBERS = Appraisal.__struct_fields__
"""The names of an option's numbers."""
_NOBODY: Mapping[str, AgentGiven] = MappingProxyType({})

Observation = dict[str, Any]


class Environment(AECEnv[str, Observation, Any]):  # type: ignore[misc] # its types are not told
    """A conflict for learners; `fracas.environment` makes one.

    *agents* play their seats, the scenario's own agents play judges, and every other
    seat is one of `possible_agents`.
    """

    def __init__(
        self,
        scenario: Scenario,
        agents: Mapping[str, AgentGiven] = _NOBODY,
        *,
        options: int = OPTIONS,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.loaded = loaded_of(scenario)
        self.metadata = {
            "name": f"fracas_{self.loaded.name}_v0",
            "is_parallelizable": False,
            "render_modes": ["ansi"],
        }
        self.render_mode = render_mode
        self.options = options
        seats = self.loaded.system.seats(self.loaded.scenario)
        names = [seat.name for seat in seats]
        self._seated = _seated(seats, agents)
        self.possible_agents = [name for name in names if name not in self._seated]
        if not self.possible_agents:
            message = f"agents play all of {', '.join(names)}: nobody is left to learn"
            raise StepError(message)
        whole("options", options, 1)
        state = self.loaded.system.initial(self.loaded.scenario)
        self._layout = Layout(names, self.loaded.system.status(state))
        self._spaces = {
            agent: (_seen(len(self.labels), options), Discrete(options))
            for agent in self.possible_agents
        }
        self._seed, self._game = "", 0
        self._walk: Walk | None = None

    @property
    def walk(self) -> Walk:
        """The conflict that is under way; raises StepError before `reset`."""
        if self._walk is None:
            message = "the environment has not begun, expected reset() first"
            raise StepError(message)
        return self._walk

    @property
    def labels(self) -> tuple[str, ...]:
        """The names of the numbers of `standing` in an observation."""
        return self._layout.labels

    @property
    def numbers(self) -> tuple[str, ...]:
        """The names of an option's numbers in an observation (`fracas.Appraisal`)."""
        return NUMBERS

    def observation_space(self, agent: str) -> Space[Any]:
        """Return the space of what *agent* sees.

        Raises UnknownNameError for a name that does not learn.
        """
        return self._spaces_of(agent)[0]

    def action_space(self, agent: str) -> Space[Any]:
        """Return the numbers of options, from 0; an observation masks them.

        Raises UnknownNameError for a name that does not learn.
        """
        return self._spaces_of(agent)[1]

    def _spaces_of(self, agent: str) -> tuple[Space[Any], Space[Any]]:
        learning = self.possible_agents
        return self._spaces[learning[seat_named(learning, agent)]]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> None:
        """Begin conflict number 1 of *seed*, or the next one of the last seed."""
        del options
        if seed is not None or not self._game:
            self._seed = seed_of(seed)
            self._game = 0
        self._game += 1
        self._walk = walk(self.loaded, self._seated, seed=self._seed, game=self._game)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict(self.rewards)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._look()

    def observe(self, agent: str) -> Observation:
        """Return what *agent* sees: `standing`, and its options where it is asked.

        Raises StepError before `reset`, UnknownNameError for a name without a seat.
        """
        self.check_begun()
        view = self.walk.view(agent)
        observed = np.zeros((self.options, len(NUMBERS)), np.float32)
        mask = np.zeros(self.options, np.int8)
        if self.walk.who == agent:
            weighed = self.walk.weigh()
            self._check_room(len(weighed))
            observed[: len(weighed)] = [astuple(worth) for worth in weighed]
            mask[: len(weighed)] = 1
        standing = self._layout.row(view.round, self.loaded.system.status(view))
        return {"standing": standing, "observation": observed, "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Take option number *action* (from 0) for the seat that is asked.

        Once the conflict is over every agent takes None, once. Raises StepError for
        an option that is not offered, before `reset`, and after the end.
        """
        self.check_begun()
        asked = self.walk.asked
        if isinstance(asked, Outcome):
            if action is not None or not self.agents:
                message = (
                    f"the conflict is over ({self.walk.ending}), expected reset()"
                    + (", or None for each agent" if self.agents else "")
                )
                raise StepError(message)
            self._was_dead_step(None)
            return
        agent = self.agent_selection
        number = _whole(action)
        if number is None or not 0 <= number < len(asked.options):
            message = (
                f"{agent} is not offered option {action}, expected a number from 0 to"
                f" {len(asked.options) - 1}: the action mask has them"
            )
            raise StepError(message)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.walk.take(asked.options[number])
        self._look()

    def last(
        self,
        observe: bool = True,  # noqa: FBT001, FBT002 - PettingZoo's own
    ) -> tuple[Observation | None, float, bool, bool, dict[str, Any]]:
        """Return what the seat that is asked sees and got, and whether it is over.

        Raises StepError before `reset`, and once every agent has taken None.
        """
        self.check_begun()
        if not self.agents:
            message = (
                f"the conflict is over ({self.walk.ending}) and every agent has left,"
                " expected reset()"
            )
            raise StepError(message)
        observed: tuple[Observation | None, float, bool, bool, dict[str, Any]]
        observed = super().last(observe)
        return observed

    def words(self) -> list[str]:
        """Return the options of the seat that is asked as the story would say them.

        Raises StepError before `reset`.
        """
        self.check_begun()
        return [option.words for option in self.walk.options]

    def render(self) -> str:
        """Return the story so far; raises StepError before `reset`."""
        self.check_begun()
        told = story(self.loaded.system, self.loaded.scenario, self.walk.events)
        return "\n".join(told)

    def close(self) -> None:
        """Do nothing: an environment holds nothing open."""

    def _look(self) -> None:
        """Set who is asked now, or what everybody gets."""
        if not self.walk.over:
            self.agent_selection = str(self.walk.who)
            return
        got = self.walk.returns
        self.rewards = {agent: got.get(agent, 0.0) for agent in self.agents}
        self.terminations = dict.fromkeys(self.agents, True)
        self.infos = {agent: {"ending": self.walk.ending} for agent in self.agents}
        self._accumulate_rewards()
        self.agent_selection = self.agents[0]

    def check_begun(self) -> None:
        """Raise StepError before `reset`."""
        _ = self.walk

    def _check_room(self, options: int) -> None:
        if options > self.options:
            message = (
                f"{self.walk.who} has {options} options, and the environment has room"
                f" for {self.options}: make it with options={options} or more"
            )
            raise StepError(message)


def _seated(
    seats: Sequence[SeatInfo], agents: Mapping[str, AgentGiven]
) -> dict[str, AgentGiven]:
    """Return who plays which seat: *agents*, and the scenario's own for judges.

    Every agent is made once, so that one that cannot be made is reported here. Raises
    UnknownNameError for a name without a seat or an agent, AgentError as `make`.
    """
    names = [seat.name for seat in seats]
    for spec in specs_for(by_name(agents, names).values()):
        make(spec)
    given = {names[seat_named(names, name)]: agent for name, agent in agents.items()}
    return {seat.name: seat.agent for seat in seats if seat.side is None} | given


def _whole(action: object) -> int | None:
    """Return *action* as the number of an option, None if it is none."""
    if isinstance(action, bool):
        return None
    try:
        return index(action)  # type: ignore[arg-type] # pyright: ignore[reportArgumentType]
    except TypeError:
        return None


def _seen(labels: int, options: int) -> Space[Any]:
    """Return the space of an observation."""
    numbers = options, len(NUMBERS)
    return Dict(
        {
            "standing": Box(-np.inf, np.inf, (labels,), np.float32),
            "observation": Box(-np.inf, np.inf, numbers, np.float32),
            "action_mask": Box(0, 1, (options,), np.int8),
        }
    )
