"""A round of a table, judged as a form: answers, claims, and the transcript of both."""

from collections.abc import Sequence
from pathlib import Path
from secrets import token_hex
from typing import Literal

from msgspec import Struct

from sim.conflict.phrases import phrase
from sim.desk.jobs import Job, RefusedError
from sim.desk.offers import Offer
from sim.desk.render import render
from sim.errors import StreamError
from sim.files.outputs import new_file
from sim.judge.round import Round

Kind = Literal["answer", "claim", "undo"]
"""The kinds of steps that somebody may type in."""
Step = tuple[Kind, str]
"""A step that was typed in: its kind, and its words."""


class RoundState(Struct, frozen=True):
    """A round as it is now: its *page*, and its *transcript*.

    *refused* says why the last step could not be used, "" if it could.
    """

    page: str
    transcript: str
    refused: str


class _ReplayedRound:
    """A round in which everything that was typed in is done again, step by step."""

    def __init__(self, scenario: Offer, done: Sequence[Step], called: str) -> None:
        self.round = Round(scenario.load(), called)
        self.story = list(self.round.begun().told)
        self._lengths: list[int] = []
        self.said = self.refused = ""
        self.holds = True
        for kind, words in done:
            self.do(kind, words)

    @property
    def begun(self) -> bool:
        """Whether anything can be taken back."""
        return bool(self._lengths)

    def do(self, kind: Kind, words: str) -> None:
        """Do one step; only the last may be refused, for those before were taken."""
        self.said = self.refused = ""
        self.holds = True
        try:
            if kind == "undo":
                self.said = self.round.undo()
                self.story = self.story[: self._lengths.pop()]
            elif kind == "claim":
                self._claim(words)
            else:
                self._answer(words)
        except StreamError as error:
            self.refused = str(error)

    def _answer(self, words: str) -> None:
        """Take *words* as an answer, or else as a claim, as at a terminal."""
        try:
            step = self.round.answer(words)
        except StreamError:
            if self.round.takes(words):
                raise
            try:
                self._claim(words, happened=not self.round.over)
            except StreamError:
                pass
            else:
                return
            raise
        self._lengths.append(len(self.story))
        self.story += [*step.told, *(f"({line})" for line in step.changed)]

    def _claim(self, words: str, *, happened: bool = False) -> None:
        verdict = self.round.claim(words, happened=happened)
        self.said, self.holds = verdict.sentence, verdict.holds
        self._lengths.append(len(self.story))
        self.story.append(f"The table: {words}. {verdict.sentence}")


def judged_round(job: Job) -> RoundState:
    """Return the page of a round after everything that was typed in."""
    scenario, done, parts = job.given
    replayed = _ReplayedRound(scenario, done, scenario.name)
    round_ = replayed.round
    page = render(
        "round.html",
        **parts,
        title=round_.loaded.title,
        story=replayed.story,
        asked=round_.asked(),
        rules=round_.rules() if not round_.over else {},
        statuses=[(name, phrase(words)) for name, words in round_.state().items()],
        said=replayed.said,
        holds=replayed.holds,
        refused=replayed.refused,
        over=round_.over,
        begun=replayed.begun,
    )
    return RoundState(page, round_.transcript(), replayed.refused)


def save_round(job: Job) -> str:
    """Write a round's transcript beside the store; return the name of its file."""
    scenario, done = job.given
    if "://" in job.store:
        message = "a store on a server has no folder to save a round in: download it"
        raise RefusedError(message, 400)
    path = Path(job.store)
    target = path.with_name(f"{path.stem}-round-{token_hex(4)}.toml")
    replayed = _ReplayedRound(scenario, done, scenario.reference or scenario.name)
    with new_file(target) as file:
        file.write(replayed.round.transcript().encode())
    return target.name
