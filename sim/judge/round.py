"""A conflict of people at a table, typed in by answering one question after the other.

Legal options are offered in plain words, dice are asked for when they fall, and claims
of the table are judged at once. Nothing here knows a terminal or a page: both show a
`Round`.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any

from msgspec import Struct

from sim.conflict.phrases import rules_behind
from sim.conflict.replay import ENGINE, steps
from sim.conflict.walk import Walk
from sim.errors import StreamError
from sim.judge.claims import Verdict, judge_claim
from sim.judge.course import Course, by_name, course
from sim.judge.question import Question, question
from sim.judge.typed_in import read_again
from sim.judge.understanding import (
    addressed,
    faces_meant,
    is_faces,
    option_meant,
    other_speaker,
)
from sim.judge.written import Claim, is_wrong, transcript_of
from sim.library.scenario import Loaded
from sim.narration.brief import status_differences
from sim.reading.hints import quoted
from sim.seam.events import DiceRolled, Event, Fact
from sim.seam.protocol import Chance, Decision, Description, Outcome, State
from sim.transcript.claims import SAID
from sim.transcript.lexicon import Lexicon
from sim.transcript.matching import StatementMatcher
from sim.transcript.result import Assumed
from sim.transcript.typing import Heading, inline_table

_NONE: Mapping[str, str] = MappingProxyType({})
_LONGEST = 1000
"""The most characters of an answer or a claim."""


class Step(Struct, frozen=True):
    """The results of one answer: lines of the story, and changes of status."""

    told: tuple[str, ...]
    changed: tuple[str, ...]


class Round:
    """A conflict under way at a table, in *loaded*, as far as it is typed in.

    *scenario* is the name of the scenario in its transcript: a shipped name, or a path
    relative to the transcript. *rulings* are those that differ from its file. Methods
    raise StreamError, with one sentence, for unusable input; the conflict is then
    unchanged.
    """

    def __init__(
        self, loaded: Loaded, scenario: str = "", rulings: Mapping[str, str] = _NONE
    ) -> None:
        self.loaded = loaded
        self.assumed: tuple[Assumed, ...] = ()
        """The answers that a file did not have, which were taken as silence."""
        self.scenario = scenario or loaded.name
        self._rulings = dict(rulings)
        self._system = loaded.system
        self._seats = loaded.system.seats(loaded.scenario)
        self.seats = tuple(seat.name for seat in self._seats)
        self._lexicon = Lexicon(loaded.system)
        self._matcher: StatementMatcher[Any] = StatementMatcher(
            loaded.system, self.seats, self._lexicon
        )
        self._claims: list[Claim] = []
        self._first: Any = loaded.system.initial(loaded.scenario)
        self._restart()
        self._settle()

    @classmethod
    def from_file(cls, path: str | Path) -> "Round":
        """Return the round of the transcript at *path*, to go on with.

        Raises StreamError when it does not follow the rules.
        """
        typed = read_again(str(path))
        new = cls(typed.loaded, typed.scenario, typed.rulings)
        new._restart()
        for _, fact in typed.facts:
            new._take(fact)
        # Questions after the last row are asked, not taken as answered by silence.
        numbers = [number for number, _ in typed.facts]
        while new._facts and not (
            new._facts[-1][1] and numbers[len(new._facts) - 1] not in typed.silent
        ):
            new._facts.pop()
        last = numbers[len(new._facts) - 1] if new._facts else 0
        new.assumed = tuple(skip for skip in typed.assumed if skip.event <= last)
        new._replay()
        so_far = new._course()
        ends = {stretch.number: stretch for stretch in so_far.rounds}
        for number, row in typed.claims:
            at = new._answers_until(number)
            words = str(row.get(SAID, inline_table(row)))
            wrong = is_wrong(new._system, so_far, ends.get(number), row)
            claimed = Claim(row, number, at, words=words, holds=not wrong)
            new._claims.append(claimed)
        for number, comment in typed.comments:
            at = new._answers_until(number)
            new._claims.append(Claim(None, number, at, words=comment))
        new._claims.sort(key=lambda claim: claim.at)
        return new

    def _restart(self) -> None:
        self._facts: list[tuple[Fact, bool]] = []
        self._walk: Walk[Any] = Walk(self._system, self._first, recorded=True)

    def _settle(self) -> None:
        """Answer all questions that have a single option."""
        while self._is_forced():
            asked = self._walk.asked
            assert type(asked) is Decision
            self._facts.append((asked.options[0], False))
            self._walk.take(asked.options[0])

    def _is_forced(self) -> bool:
        asked = self._walk.asked
        return type(asked) is Decision and len(asked.options) == 1

    def _take(self, fact: Fact) -> None:
        self._facts.append((fact, not self._is_forced()))
        self._walk.take(fact)

    def _replay(self) -> None:
        """Walk again from the start, by the answers that are left."""
        facts = self._facts
        self._restart()
        for fact, _ in facts:
            self._take(fact)
        self._settle()

    def _answers_until(self, round_: int) -> int:
        """Return the number of answers up to the end of a round."""
        walk = Walk(self._system, self._first, recorded=True)
        for number, (fact, _) in enumerate(self._facts):
            if walk.state.round > round_:
                return number
            walk.take(fact)
        return len(self._facts)

    @property
    def state_now(self) -> State:
        """The state of the conflict."""
        state: State = self._walk.state
        return state

    @property
    def events(self) -> Sequence[Event]:
        """The events so far, without the start of the stream."""
        return self._walk.events

    @property
    def over(self) -> bool:
        """Whether the conflict has ended."""
        return type(self._walk.asked) is Outcome

    @property
    def number(self) -> int:
        """The number of the round the conflict is in."""
        return self.state_now.round

    def asked(self) -> Question:
        """Return the next question."""
        return question(self._system, self._seats, self._walk.state, self._walk.asked)

    def state(self) -> dict[str, Description]:
        """Return everybody's status, by name."""
        return by_name(self._system, self.seats, self._walk.state)

    def begun(self) -> Step:
        """Return the story so far, which begins before the first question."""
        return self._step(self._first, 0, {})

    def answer(self, words: str) -> Step:
        """Answer the question by *words*; return the results.

        A choice is answered by the number of an option or by its words, dice by their
        faces. "Miska: + 0 -" is accepted if Miska is asked.
        """
        _check_length(words)
        asked, now = self._walk.asked, self.asked()
        if type(asked) is Outcome:
            message = "the conflict is over, expected a claim, or undo"
            raise StreamError(message)
        seat, rest = addressed(words.strip(), self.seats)
        speaker = seat or other_speaker(rest, now.who, self.seats)
        if speaker and speaker != now.who:
            message = f"{now.who} is asked now, and not {speaker}"
            raise StreamError(message)
        if type(asked) is Chance:
            fact: Fact = asked.rolled(faces_meant(asked, now.who, rest))
        else:
            assert type(asked) is Decision
            fact = option_meant(
                self._matcher, self._lexicon, self.state_now, asked, now, rest
            )
        before, place, stood = self._walk.state, len(self._walk.events), self.state()
        self._take(fact)
        self._settle()
        return self._step(before, place, stood)

    def _step(self, before: Any, place: int, stood: Mapping[str, Description]) -> Step:  # noqa: ANN401 - any system's state
        lines: list[str] = []
        for state, event, after in steps(
            self._system, before, self._walk.events[place:]
        ):
            engine = type(event) in ENGINE
            story = [] if engine else self._system.narrate(state, event).splitlines()
            if after.round != state.round:
                heading = f"Round {after.round}"
                again = story[:1] and story[0].startswith(heading)
                lines += [] if again else [heading]
            lines += story
        changed = [
            f"{name}: {'; '.join(differences)}"
            for name, words in self.state().items()
            if stood and (differences := status_differences(stood.get(name, {}), words))
        ]
        return Step(tuple(lines), tuple(changed))

    def takes(self, words: str) -> bool:
        """Whether *words* can only be an answer here: a number, or faces of dice."""
        _, rest = addressed(words.strip(), self.seats)
        return rest.isdecimal() or is_faces(rest)

    def undo(self) -> str:
        """Take back the last answer, or a claim made since; return a sentence about it.

        Raises StreamError when there is none.
        """
        if self._claims and self._claims[-1].at >= len(self._facts):
            last = self._claims.pop()
            return f"the claim {quoted(last.words)} is withdrawn"
        while self._facts and not self._facts[-1][1]:
            self._facts.pop()
        if not self._facts:
            self._replay()
            message = "there is nothing to take back: nothing has been answered"
            raise StreamError(message)
        fact, _ = self._facts.pop()
        self._replay()
        self._claims = [claim for claim in self._claims if claim.at <= len(self._facts)]
        who = self.asked().who
        what = "roll" if isinstance(fact, DiceRolled) else "answer"
        return f"the last {what} of {who} is taken back"

    def claim(self, words: str, *, happened: bool = False) -> Verdict:
        """Judge a claim of the table, in plain words such as "harm 4".

        It becomes part of the transcript, even if it does not hold, until it is
        withdrawn by `undo`. Raises StreamError for words that cannot be judged here
        and, if it must have *happened*, for a claim about something that did not.
        """
        _check_length(words)
        path = self._course()
        verdict = judge_claim(self._system, self.seats, path, words)
        if happened and not verdict.happened:
            raise StreamError(verdict.sentence)
        self._claims.append(
            Claim(
                verdict.row,
                verdict.round,
                len(self._facts),
                words=words,
                answer=verdict.sentence,
                holds=verdict.holds,
            )
        )
        return verdict

    def rules(self, option: int | None = None) -> dict[str, str]:
        """Return the rules behind the question, or behind one option: ID -> sentence.

        Raises StreamError when there is no such option.
        """
        asked = self._walk.asked
        if option is None:
            ids = self.asked().rules
        elif type(asked) is Decision and 1 <= option <= len(asked.options):
            ids = rules_behind(asked.options[option - 1])
        else:
            many = len(self.asked().options)
            expected = f"expected 1 to {many}" if many else "nothing is to be chosen"
            message = f"there is no option {option}: {expected}"
            raise StreamError(message)
        return {rule: self._system.rules.get(rule, "") for rule in ids}

    def transcript(self) -> str:
        """Return the transcript so far, as the text of a TOML file.

        An audit finds the claims in it that do not hold, and nothing else; `from_file`
        goes on with it.
        """
        title = f"{self.loaded.title}, judged at the table"
        heading = Heading(title, self.scenario, self._rulings, not self.over)
        return transcript_of(
            self._system,
            self.loaded.scenario,
            heading,
            self._walk.events,
            self._course(),
            self._claims,
        )

    def _course(self) -> Course:
        """Return the events so far, in the words with which claims are compared."""
        scenario = self.loaded.scenario
        return course(self._system, scenario, self.seats, self._walk.events)


def _check_length(words: str) -> None:
    """Raise StreamError for a text that is too long for an answer or a claim."""
    if len(words) > _LONGEST:
        message = f"found {len(words):,} characters, expected at most {_LONGEST:,}"
        raise StreamError(message)
