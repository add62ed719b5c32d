"""The procedure of each sort of roll: the module with its functions."""

from collections.abc import Mapping
from typing import Any, Protocol, TypeVar

from sim.rules.skill_roll.combat import attacking, withdrawing
from sim.rules.skill_roll.phases import Act, Escape, Matter, Setting, Strike, Trial
from sim.rules.skill_roll.rounds.conditions import Contest
from sim.rules.skill_roll.rounds.opposed import Resister, Throw
from sim.rules.skill_roll.state import State
from sim.rules.skill_roll.uses import contest, trials
from sim.seam.protocol import Asked

MatterT_contra = TypeVar("MatterT_contra", bound=Matter, contravariant=True)


class Procedure(Protocol[MatterT_contra]):
    """The functions of each module below; *matter* is of the sort that is its own."""

    def ask_first(
        self, state: State, setting: Setting, matter: MatterT_contra, /
    ) -> Asked[State] | None:
        """Return what must be asked or said before anything else, if anything."""
        ...

    def is_opposed(self, state: State, matter: MatterT_contra, /) -> bool:
        """Whether somebody actively tries to make it fail [SK-ROLL-07]."""
        ...

    def contest_of(self, state: State, matter: MatterT_contra, /) -> Contest:
        """Return who does what against whom, to match conditions."""
        ...

    def resisters(
        self, state: State, setting: Setting, matter: MatterT_contra, /
    ) -> tuple[Resister, ...]:
        """Return whose rolls make the difficulty, in seat order [SK-QLO-03]."""
        ...

    def throws(
        self, state: State, setting: Setting, matter: MatterT_contra, /
    ) -> tuple[Throw, ...]:
        """Return its own rolls, each against its difficulty."""
        ...

    def rules(
        self, state: State, setting: Setting, matter: MatterT_contra, /
    ) -> tuple[tuple[str, ...], ...]:
        """Return the rules behind the difficulty of each of its rolls."""
        ...


PROCEDURES: Mapping[type[Matter], Procedure[Any]] = {
    Strike: attacking,
    Escape: withdrawing,
    Act: contest,
    Trial: trials,
}


def procedure(setting: Setting) -> Procedure[Any]:
    """Return the procedure of rolling for the matter of *setting*."""
    return PROCEDURES[type(setting.matter)]


def resisters(state: State, setting: Setting) -> tuple[Resister, ...]:
    """Return whose rolls make the difficulty, in seat order [SK-QLO-03]."""
    return procedure(setting).resisters(state, setting, setting.matter)


def throws(state: State, setting: Setting) -> tuple[Throw, ...]:
    """Return the rolls for the matter of *setting*, each against its difficulty."""
    return procedure(setting).throws(state, setting, setting.matter)
