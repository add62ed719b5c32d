"""The page of an audit: clean or not, and every finding in words for players.

A round typed in from the table, or one conflict, is told with each finding at its
event; of a store there is a table of findings.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from msgspec import Struct

from sim.analysis.analyse import Record
from sim.audit.finding import Finding
from sim.pages.command import Command
from sim.pages.conflict import conflict_parts
from sim.pages.render import render
from sim.spine.words import capital
from sim.transcript.result import TranscriptResult

_NAMES = {
    "violation": "Finding",
    "name": "Wrong name",
    "note": "Note",
    "stop": "Stopped here",
}


class Judgement(Struct, frozen=True):
    """The result of an audit: *audited* in words, the *verdict* in a sentence.

    *rules* has the sentences of the rules that findings name. *typed* is the transcript
    that was audited, if it was one.
    """

    audited: str
    verdict: str
    findings: Sequence[Finding]
    rules: Mapping[str, str]
    typed: TranscriptResult | None = None

    @property
    def headline(self) -> str:
        """The verdict as a sentence begins."""
        return capital(self.verdict)

    @property
    def rows(self) -> list["Judged"]:
        """The findings as a page shows them."""
        said = "The table said" if self.typed else "Recorded"
        return [
            Judged(
                finding,
                _NAMES[finding.weight],
                "The table claimed" if finding.depth == "claim" else said,
                "By the rules"
                if finding.rules or finding.depth == "claim"
                else "Expected",
                tuple([(rule, self.rules.get(rule, "")) for rule in finding.rules]),
                _because(finding),
            )
            for finding in self.findings
        ]

    @property
    def remarks(self) -> list[str]:
        """Sentences about a transcript: its claims, and what was assumed."""
        if self.typed is None:
            return []
        claims, acts = self.typed.claims, self.acts
        unjudged = f"; {claims.unjudged} not judged" if claims.unjudged else ""
        silent = len(self.typed.assumed) - len(acts)
        assumed = (
            f"Where nothing was typed in, {silent} default answers that do nothing were"
            f" assumed, and {len(acts)} that do something."
        )
        return [f"Claims: {claims.hold} of {claims.made} hold{unjudged}.", assumed]

    @property
    def acts(self) -> list[tuple[int, str]]:
        """The assumed answers that have an effect, each with its event."""
        assumed = self.typed.assumed if self.typed is not None else []
        return [(answer.event, answer.answer) for answer in assumed if answer.act]


class Judged(Struct, frozen=True):
    """A finding with its words: what it is, what stood there, what should.

    *because* is what its sentence says beyond these, "" for nothing.
    """

    finding: Finding
    name: str
    said: str
    right: str
    rules: tuple[tuple[str, str], ...]
    because: str = ""


def _because(finding: Finding) -> str:
    """Return what the sentence of a finding says after the value that was due."""
    _, _, said = finding.sentence.partition(finding.recorded)
    _, _, said = said.partition(finding.expected)
    return said.replace(f" [{' '.join(finding.rules)}]", "", 1).strip(" :;")


def judgement_page(
    record: Record, judgement: Judgement, commands: Sequence[Command] = ()
) -> str:
    """Return the page of *record*, one conflict that was judged.

    Raises whatever the rules raise at an event that they cannot apply.
    """
    by_event: defaultdict[int, list[Judged]] = defaultdict(list)
    for row in judgement.rows:
        by_event[row.finding.event].append(row)
    parts = conflict_parts(record, commands=commands)
    return render("conflict.html", **{**parts, "judged": judgement, "found": by_event})


def findings_page(
    title: str, judgement: Judgement, commands: Sequence[Command] = ()
) -> str:
    """Return the page of an audit of more than one conflict: a table of findings."""
    return render("findings.html", title=title, judged=judgement, commands=commands)
