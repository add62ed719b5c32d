"""Laws: conditions that must hold in any conflict of any rule system."""

from collections.abc import Callable, Iterator
from functools import cached_property
from random import Random
from types import ModuleType
from typing import Any, TypeVar

from msgspec import Struct

from sim.conflict.asking import raised_at
from sim.conflict.walk import Walk
from sim.errors import FracasError, error_in_words
from sim.laws.walking import Answered, walked
from sim.library.scenario import Loaded, canonical, from_json
from sim.seam.events import Event
from sim.seam.protocol import Chance, Decision, Outcome, RuleSystem, Scenario

SAMPLES = 8
"""The number of rolls of one chance, or options of one decision, that are checked."""


class Broken(AssertionError):  # noqa: N818 - its text is a clause of a sentence
    """A violation of a law by a rule system, as a clause: "Pressed is ..."."""


class LawBroken(AssertionError):  # noqa: N818 - as a test would say it
    """A sentence that names the rule system, the law, and the violation."""


class NotApplicable(Exception):  # noqa: N818 - it says why nothing was asked
    """The reason why a law does not apply to a rule system."""


class Case:
    """A conflict to check laws on: a *scenario* of a *system*, walked by *luck*.

    It is walked once, for all laws; each has the same dice for its own samples.
    """

    def __init__(self, system: RuleSystem[Any], scenario: Scenario, luck: int) -> None:
        self.system, self.scenario, self.seed = system, scenario, luck
        self.luck = Random(luck)  # noqa: S311 - no secret

    @cached_property
    def steps(self) -> list[Answered]:
        """Every answer of the walk, to its end."""
        return list(walked(self.system, self.scenario, self.luck))

    @property
    def decisions(self) -> Iterator[tuple[Answered, Decision[Any]]]:
        """The answers to decisions."""
        for step in self.steps:
            if isinstance(step.asked, Decision):
                yield step, step.asked

    @property
    def throws(self) -> Iterator[tuple[Answered, Chance]]:
        """The answers that were dice."""
        for step in self.steps:
            if isinstance(step.asked, Chance):
                yield step, step.asked

    @property
    def ended(self) -> Outcome:
        """Where the walk ends."""
        if self.steps:
            then = self.steps[-1].then
        else:
            then = Walk(self.system, self.system.initial(self.scenario)).asked
        assert isinstance(then, Outcome)
        return then

    @property
    def ending(self) -> str:
        """How the walk ends."""
        return str.__str__(self.ended.how)

    @property
    def loaded(self) -> Loaded:
        """The scenario as a file of it is loaded."""
        return from_json(canonical(self.scenario), lookup=lambda _: self.system)

    @cached_property
    def failure(self) -> Exception | None:
        """What the walk raised, if it did not come to its end."""
        try:
            self.steps  # noqa: B018 - walked now
        except Exception as error:  # noqa: BLE001 - whatever a rule system raises
            return error
        return None

    def at(self, step: Answered) -> str:
        """Return the place of a step: "in round 2, where Ann chooses"."""
        asked, seats = step.asked, self.system.seats(self.scenario)
        who = seats[asked.who].name if asked.who >= 0 else "the table"
        what = "chooses" if isinstance(asked, Decision) else f"rolls {asked.why!r}"
        return f"in round {step.before.round}, where {who} {what}"

    def again(self) -> "Case":
        """Return the same walk with its luck as it was.

        Raises NotApplicable where it did not come to its end.
        """
        if self.failure is not None:
            message = (
                "a conflict cannot be played to its end, which is a law of its own"
            )
            raise NotApplicable(message)
        other = Case(self.system, self.scenario, self.seed)
        other.__dict__["steps"] = self.steps
        other.luck.setstate(Random(~self.seed).getstate())  # noqa: S311 - no secret
        return other


Check = Callable[[Case], None]


class Law(Struct, frozen=True):
    """A law: its *name* in words, the sentence that it is, and what checks it.

    A law of a *whole* system is asked of one conflict only, one of all *endings* of
    more than others, until each ending of the system was met. The *first* law, on which
    the others stand, is that a conflict can be played at all.
    """

    name: str
    says: str
    check: Check
    whole: bool = False
    first: bool = False
    endings: bool = False

    def hold(self, case: Case) -> None:
        """Raise LawBroken if *case* breaks it, NotApplicable if it asks nothing."""
        try:
            self.check(case if self.first else case.again())
        except Broken as broken:
            raise LawBroken(self._sentence(case, str(broken))) from None
        except NotApplicable:
            raise
        except FracasError as error:
            raise LawBroken(self._sentence(case, str(error))) from error
        except Exception as error:
            said = f"{error_in_words(error)}{raised_at(error)}"
            raise LawBroken(self._sentence(case, said)) from error

    def _sentence(self, case: Case, fault: str) -> str:
        title = getattr(case.scenario, "title", "")
        where = "" if self.whole else f" ({title}, luck {case.seed})"
        return f"{case.system.name} breaks the law '{self.name}': {fault}{where}"


_LAWS: list[Law] = []


def law(check: Check) -> Check:
    """Add the law that *check* holds of any conflict; its name is that of the function.

    The first sentence of its docstring is what the law says.
    """
    return _added(check)


def first_law(check: Check) -> Check:
    """Add the law without which no other can be asked."""
    return _added(check, first=True)


def law_of_systems(check: Check) -> Check:
    """Add the law that *check* holds of any rule system as such."""
    return _added(check, whole=True)


def law_of_endings(check: Check) -> Check:
    """Add the law that *check* holds of conflicts with any ending."""
    return _added(check, endings=True)


def _added(
    check: Check, *, whole: bool = False, first: bool = False, endings: bool = False
) -> Check:
    says = (check.__doc__ or "").split("\n\n")[0].replace("\n", " ").strip()
    name = check.__name__.replace("_", " ")
    _LAWS.append(Law(name, says, check, whole, first, endings))
    return check


def laws_of(module: ModuleType) -> list[Law]:
    """Return the laws in *module*, in their order there."""
    return [known for known in _LAWS if known.check.__module__ == module.__name__]


def require(holds: bool, broken: str) -> None:  # noqa: FBT001 - the condition itself
    """Raise Broken with the clause *broken* unless it *holds*."""
    if not holds:
        raise Broken(broken)


T = TypeVar("T")


def needed(offered: T | None, what: str) -> T:
    """Return what a system *offered*; raises NotApplicable if that is None."""
    if offered is None:
        message = f"it has no {what}"
        raise NotApplicable(message)
    return offered


def kind(event: Event) -> str:
    """Return the name of the class of *event*."""
    return type(event).__name__
