"""A round at a terminal: what is printed, and what may be typed at a question."""

import sys
from collections.abc import Callable

import click

from sim.cli.terminal.output import note, put
from sim.conflict.phrases import phrase
from sim.errors import StreamError
from sim.judge.claims import Verdict
from sim.judge.question import Question
from sim.judge.round import Round, Step

_HELP = """\
Answer by number or in words, dice by their faces; say what the table claims.
? names the rules, u takes a step back, s says how everyone stands, help the rest."""
_LONG_HELP = """\
  NUMBER or WORDS     the option of that number, or the one with these words in it
  + 0 -  or  3 5 1    the faces of the dice, in the order asked for
  Ann made it with 4  what the table says came of it: judged at once
  claim WORDS         the same, also where the words could be an answer
  ?, ?NUMBER          the rules behind what is asked, or behind one option
  u, undo, back       take the last answer or claim back, then the one before it
  s, state, status    how everyone stands
  o, options          the question again
  q, quit, exit       leave; go on later with --from
  h, help             this"""
_COMMANDS = {
    "s": ("s", "state", "status"),
    "u": ("u", "undo", "back", "b"),
    "o": ("o", "options"),
    "q": ("q", "quit", "exit"),
    "h": ("h", "help"),
    "?": ("?",),
}
"""What a command is called for short -> all that people type for it."""
_CLAIM = "claim "


class Left(Exception):  # noqa: N818 - not an error: somebody left the table
    """The table is left, perhaps *interrupted* by Ctrl-C."""

    def __init__(self, *, interrupted: bool) -> None:
        super().__init__()
        self.interrupted = interrupted


class Session:
    """A round at a terminal; *keep* is called with its transcript after every step."""

    def __init__(self, round_: Round, keep: Callable[[str], None]) -> None:
        self._round = round_
        self._keep = keep

    def run(self) -> None:
        """Ask until somebody leaves; raises Left then."""
        round_ = self._round
        put(_HELP)
        for answer in round_.assumed:
            put(f"taken as silence, round {answer.round}: {answer.answer}")
        self._put_step(round_.begun())
        self._put_state()
        self._keep(round_.transcript())
        while True:
            self._put_question(round_.asked())
            while not self._take(typed_at(round_.asked())):
                pass
            self._keep(round_.transcript())

    def _take(self, words: str) -> bool:
        """Do what is typed; return whether the question is another one then."""
        if not words:
            return False
        command, number = _command(words)
        try:
            if command:
                return self._obey(command, number)
            if words.casefold().startswith(_CLAIM):
                self._put_verdict(self._round.claim(words[len(_CLAIM) :].strip()))
                return False
            return self._answer(words)
        except StreamError as error:
            put(f"  {error}")
            return False

    def _answer(self, words: str) -> bool:
        """Take *words* as an answer, or else as a claim; raises StreamError."""
        try:
            step = self._round.answer(words)
        except StreamError as refusal:
            if self._round.takes(words):
                raise
            try:
                verdict = self._round.claim(words, happened=not self._round.over)
            except StreamError as error:
                if self._round.over:
                    raise error from None
                message = f"{refusal}; and as a claim it means nothing that happened"
                raise StreamError(message) from None
            self._put_verdict(verdict)
            return False
        self._put_step(step)
        return True

    def _obey(self, command: str, number: int | None) -> bool:
        """Do what a *command* says; return whether the question is another one."""
        if command == "q":
            raise Left(interrupted=False)
        if command == "u":
            put(self._round.undo())
            self._put_state()
            return True
        if command == "?":
            for rule, sentence in self._round.rules(number).items():
                put(f"  {rule}: {sentence}")
        elif command == "s":
            self._put_state()
        elif command == "o":
            self._put_question(self._round.asked())
        else:
            put(_LONG_HELP)
        return False

    def _put_step(self, step: Step) -> None:
        for line in step.told:
            put(f"  {line}")
        for line in step.changed:
            put(f"    {line}")

    def _put_state(self) -> None:
        for name, words in self._round.state().items():
            put(f"    {name}: {phrase(words)}")

    def _put_question(self, asked: Question) -> None:
        put()
        put(asked.text)
        for number, words in enumerate(asked.options, 1):
            put(f"{number:>4}  {words}", indent=2 + len(str(number)))

    def _put_verdict(self, verdict: Verdict) -> None:
        put(f"  {verdict.sentence}")
        rules = self._round.loaded.system.rules
        for rule in verdict.rules:
            put(f"  {rule}: {rules[rule]}")
        if not verdict.holds:
            put("  The claim stays in the transcript; undo withdraws it.")
        self._keep(self._round.transcript())


def typed_at(asked: Question) -> str:
    """Return what is typed; raises Left at its end, or by Ctrl-C.

    What comes from a file or a pipe is printed, so that the whole can be read.
    """
    prompt = asked.who or "claim, undo or quit"
    if sys.stdin.isatty():
        return _prompted(prompt)
    try:
        line = next(sys.stdin, "")
    except KeyboardInterrupt:
        raise Left(interrupted=True) from None
    if not line:
        raise Left(interrupted=False)
    put(f"{prompt}: {line.strip()}")
    return line.strip()


def _prompted(prompt: str) -> str:
    try:
        return str(click.prompt(prompt, prompt_suffix=": ", err=True)).strip()
    except click.Abort as error:
        note("")
        ended = isinstance(error.__context__, EOFError)
        raise Left(interrupted=not ended) from None


def _command(words: str) -> tuple[str, int | None]:
    """Return the command that is typed, for short, and of which option it asks."""
    word = words.casefold()
    number = word.lstrip("?").strip()
    if word.startswith("?") and number.isdecimal():
        return "?", int(number)
    known = (short for short, names in _COMMANDS.items() if word in names)
    return next(known, ""), None
