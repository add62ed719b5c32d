"""Audit of a kept branch: its parent up to one event, and the answer that was set.

Rules and dice are derived as in any conflict. An answer that was set by hand cannot be
derived, which the audit says in a note.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct, structs

from sim.audit.finding import Finding, finding
from sim.audit.kept import kept_scenario
from sim.audit.reasons import can_fall
from sim.audit.run import seal_finding
from sim.conflict.codec import decode, decode_started, encode
from sim.conflict.phrases import first_line
from sim.conflict.replay import ENGINE, replay
from sim.conflict.stream import Row
from sim.conflict.walk import Walk
from sim.errors import FracasError
from sim.library.scenario import Loaded, with_rulings
from sim.seam.events import ConflictSealed, DiceRolled, Event, Fact
from sim.seam.protocol import Chance, Decision, Outcome
from sim.store.events import Branched
from sim.store.store import Store

_SET = {"choice": "agents", "dice": "dice"}
"""How a branch was made -> the depth at which its answer cannot be derived."""
_UNSEEN = {"choice": "no agent was asked for", "dice": "no dice were thrown for"}
"""How a branch was made -> why its answer cannot be derived, in words."""


class BranchAudit(Struct, frozen=True):
    """Audits the conflict *name*, which is a *branch* in the scenario *loaded*.

    *load* is the dotted name of the function that reads a stored scenario.
    """

    store: Store
    load: str
    branch: Branched
    loaded: Loaded
    name: str

    def of_rules(
        self, findings: Sequence[Finding], rows: Sequence[Row]
    ) -> Iterator[Finding]:
        """Yield those of the *findings* on seal, rules and dice that apply to a branch.

        Dice that were set, and events taken over from the parent, are no violations.
        """
        branch = self.branch
        alone = not self.store.version(branch.parent)
        for each in findings:
            if each.depth != "dice" or not 1 < each.event <= branch.event:
                yield each
            elif each.event < branch.event:
                # Its parent has the same event, whose own audit reports the fault.
                if alone:
                    yield structs.replace(each, weight="note")
            elif not branch.answer:
                yield each
        yield from self._against_parent(rows)

    def can_be_asked(self, events: Sequence[Event]) -> bool:
        """Whether *events*, a whole stream, follow from their answers.

        If they do not, that is a finding at the depth of the rules, and asking agents
        would show nothing.
        """
        system = self.loaded.system
        walk = Walk(system, system.initial(self.loaded.scenario), recorded=True)
        for fact in events:
            if isinstance(fact, Fact) and type(fact) not in ENGINE:
                if not _offered(walk.asked, fact):
                    return False
                walk.take(fact)
        over = isinstance(walk.asked, Outcome)
        return over and walk.events == [*events[1:-1]]

    def of_answer(
        self, events: Sequence[Event], depths: Sequence[str]
    ) -> Iterator[Finding]:
        """Yield findings about the answer at the branch, and a note if it was set."""
        branch, answer = self.branch, events[self.branch.event - 1]
        words = self._words(events)
        if branch.answer and encode(answer) != branch.answer:
            yield self._violation(words, "the answer that the branch names")
        thrown = isinstance(answer, DiceRolled)
        if not isinstance(answer, Fact) or type(answer) in ENGINE:
            yield self._violation(words, "an answer, from which the branch can begin")
        elif branch.how in _SET and (
            not branch.answer or thrown != (branch.how == "dice")
        ):
            yield self._violation(words, f"an answer set as the {branch.how}")
        elif branch.how in {"agents", "person"} and branch.answer and not thrown:
            yield self._violation(words, "a choice of an agent, for none was set")
        depth = _SET.get(branch.how, "")
        if depth in depths:
            yield finding(
                self.name,
                branch.event,
                depth,
                words,
                _UNSEEN[branch.how],
                verbs=("set when the branch was made:", "which"),
                weight="note",
            )

    def _words(self, events: Sequence[Event]) -> str:
        system, at = self.loaded.system, self.branch.event - 1
        state = replay(system, system.initial(self.loaded.scenario), events[1:at])
        return first_line(system, state, events[at]).rstrip(".")

    def _against_parent(self, rows: Sequence[Row]) -> Iterator[Finding]:
        """Yield differences between the branch and its parent before it begins."""
        branch, store = self.branch, self.store
        parent = store.rows(branch.parent)
        if not parent:
            recorded = f"events 1 to {branch.event - 1} of {branch.parent}"
            derived = (
                f"the events of that conflict in {store.where}, to compare them with"
            )
            yield finding(self.name, 1, "seal", recorded, derived, weight="note")
            return
        system = self.loaded.system
        was = decode(system, [data for _, data in parent])
        last = was[-1]
        if not isinstance(last, ConflictSealed) or last.seal.hex() != branch.seal:
            yield seal_finding(
                self.name,
                1,
                f"a parent of the seal {branch.seal}",
                "that of its parent",
            )
        yield from self._opening(rows, parent)
        yield from self._before(rows, parent, was)

    def _opening(self, rows: Sequence[Row], parent: Sequence[Row]) -> Iterator[Finding]:
        """Yield differences of scenario and dice, except for the rulings."""
        own, parents = decode_started(rows[0][1]), decode_started(parent[0][1])
        if own.key != parents.key:
            yield finding(self.name, 1, "dice", f"the key {own.key}", parents.key)
        derived = parents.scenario
        rulings = dict(self.branch.rulings)
        if rulings:
            try:
                before, _ = kept_scenario(
                    self.store, self.load, derived, self.branch.parent
                )
                changed = with_rulings(before.system, _scenario(before), rulings)
            except FracasError as error:
                said = f"the scenario {own.scenario}"
                expected = f"that of the parent to compare it with ({error})"
                yield finding(self.name, 1, "rules", said, expected, weight="note")
                return
            derived = changed.digest.hex()
        if own.scenario != derived:
            said, but = f"the scenario {own.scenario}", f"{derived}, that of its parent"
            if rulings:
                but += " with the rulings of the branch"
            yield finding(self.name, 1, "rules", said, but)

    def _before(
        self, rows: Sequence[Row], parent: Sequence[Row], was: Sequence[Event]
    ) -> Iterator[Finding]:
        """Yield the first event or answer before the branch that is not the parent's.

        Other rulings may change the cited rules, so only answers are compared then.
        """
        branch = self.branch
        last = branch.event - 1
        if branch.how == "rulings" and branch.answer:
            last = branch.event
        for number in range(2, last + 1):
            own = rows[number - 1] if number <= len(rows) else None
            parents = parent[number - 1] if number <= len(parent) else None
            answer = number <= len(was) and isinstance(was[number - 1], Fact)
            if own != parents and (answer or branch.how != "rulings"):
                expected = f"event {number} of {branch.parent}"
                yield seal_finding(self.name, number, "another event", expected)
                return

    def _violation(self, recorded: str, expected: str) -> Finding:
        return seal_finding(self.name, self.branch.event, recorded, expected)


def _offered(asked: Decision[Any] | Chance | Outcome, fact: Fact) -> bool:
    """Whether *fact* answers what is *asked*."""
    if isinstance(asked, Decision):
        return fact in asked.options
    if isinstance(asked, Outcome) or not isinstance(fact, DiceRolled):
        return False
    return can_fall(asked, fact.faces) and asked.rolled(fact.faces) == fact


def _scenario(loaded: Any) -> object:  # noqa: ANN401 - a scenario or a campaign
    return loaded.scenario
