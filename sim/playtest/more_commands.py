"""The commands that show more of a part of a playtest, for one scenario as given."""

import re
import shlex
from collections.abc import Iterator, Sequence

from sim.errors import FracasError
from sim.library.scenario import Loaded
from sim.library.settings import Setting, with_settings
from sim.playtest.coverage import Coverage
from sim.playtest.exploits import Exploits
from sim.playtest.findings import Finding, Restrictions
from sim.playtest.parts import PartWorths
from sim.playtest.sensitivity import Sensitivity
from sim.statistics.records import members, side_in_short

LISTED = 12
"""The most options, rules or rulings that are listed in a terminal."""
_ANY = re.compile(r"\bd?N\b")
"""What stands for any number in the words of an option."""
_QUOTES = re.compile(r"(?<!\w)['\"]|['\"](?!\w)")
"""Marks around a name, which --force does not need and a shell makes longer."""
_AROUND = 2
"""A sweep is offered over this many values to both sides, if they are allowed."""


class MoreCommands:
    """The commands about *loaded*, as the command line named and changed it."""

    def __init__(
        self, loaded: Loaded, scenario: str, agents: str, changes: Sequence[str]
    ) -> None:
        self._loaded, self._scenario = loaded, scenario
        self._agents, self._changes = agents, changes

    def line(self, command: str, *more: str) -> str:
        """Return a command about the scenario."""
        own = (
            ["--agents", self._agents]
            if self._agents and "--agents" not in more
            else []
        )
        parts = ["fracas", command, self._scenario, *own, *more, *self._changes]
        return shlex.join(parts)

    def sides(self) -> str:
        """Return the command that lets a field of agents meet."""
        return self.line("run", "--agents", "all")

    def blindly(self) -> str:
        """Return the command that lets everybody choose blindly."""
        return self.line("run", "--agents", "uniform:concedes=false")

    def choices(self) -> str:
        """Return the command that lists every option."""
        return self.line("run", "--choices")

    def forcing(self, restrictions: Restrictions) -> str:
        """Return the command that forces the first option with words of its own."""
        for finding in shown_findings(restrictions):
            if finding.option.words and not _ANY.search(finding.words):
                words = finding.words.partition(": ")[2] or finding.words
                words = _QUOTES.sub("", words)
                return self.line("run", "--force", f"{finding.seat}: {words}")
        return self.choices()

    def lacking(self, worths: PartWorths) -> str:
        """Return the command that compares with the sheet without the first part."""
        return self.line("compare", "--set", worths.found[0].setting)

    def gains(self) -> str:
        """Return the head of a column: the first side gains so much."""
        seats = self._loaded.system.seats(self._loaded.scenario)
        return f"{side_in_short(seats, next(iter(members(seats).values())))} gains"

    def ruling(self, coverage: Coverage) -> str:
        """Return the command that plays by the ruling that mattered most."""
        most = coverage.mattered[0]
        return self.line("run", "--ruling", f"{most.ruling}={most.value}")

    def numbers(self, sensitivity: Sensitivity) -> Iterator[str]:
        """Yield the commands that change the number that moved most."""
        first = sensitivity.effects[0]
        yield self.line("run", "--set", first.setting)
        path, _, _ = first.setting.rpartition("=")
        if first.was.isdecimal():
            low, high = self._around(path, int(first.was))
            yield self.line("sweep", "--vary", f"{path}={low}..{high}")

    def _around(self, path: str, value: int) -> tuple[int, int]:
        """Return the least and greatest value near *value* that it may have."""
        ends = [value, value]
        for place, step in enumerate((-1, 1)):
            for _ in range(_AROUND):
                if not self._may_have(Setting(path, ends[place] + step)):
                    break
                ends[place] += step
        return ends[0], ends[1]

    def _may_have(self, setting: Setting) -> bool:
        try:
            with_settings(self._loaded, [setting])
        except FracasError:
            return False
        return True

    def best(self, exploits: Exploits) -> str:
        """Return the command that shows how a seat gets more, or searches for it."""
        if exploits.found:
            return self.line("reply", "--seat", exploits.found[0].seat)
        return self.line("exploit")


def shown_findings(restrictions: Restrictions) -> list[Finding]:
    """Return the first options of *restrictions* that were measured or have a label."""
    return [
        finding
        for finding in restrictions.findings
        if finding.measured or finding.label
    ][:LISTED]
