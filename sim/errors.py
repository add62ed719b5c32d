"""Every error raised on purpose; its message is one sentence for a person.

Anything else that is raised is a defect of Fracas, or of other people's code;
`error_in_words` says what it was.
"""


def error_in_words(error: BaseException, message: str | None = None) -> str:
    """Return the class of *error* and its *message*, if it has any."""
    said = _shown(error) if message is None else message
    return f"{type(error).__name__}: {said}" if said else type(error).__name__


def _shown(error: BaseException) -> str:
    """Return the message of *error*, which other people's code puts together."""
    try:
        return f"{error}"
    except Exception:  # noqa: BLE001 - whatever that code raises
        return "it cannot be shown"


class FracasError(Exception):
    """The root of the deliberate errors."""


class ScenarioError(FracasError):
    """A scenario file that cannot be used as it stands.

    *problems* are all that is wrong with it, a sentence each; the message is the first.
    *unread*: as long as they stand, nobody has looked whether what it names is there.
    """

    def __init__(
        self, message: str, *, problems: tuple[str, ...] = (), unread: bool = False
    ) -> None:
        super().__init__(message)
        self.problems = problems or (message,)
        self.unread = unread


class StreamError(FracasError):
    """A stored or typed-in stream that cannot be read or followed.

    *problems* are all that is wrong with it, a sentence each; the message has them all.
    """

    def __init__(self, *problems: str) -> None:
        super().__init__("; ".join(problems))
        self.problems = problems


class StoreError(FracasError):
    """A store that is missing, locked, of another kind or already holds the run."""


class AgentError(FracasError):
    """An agent that cannot be made, raised, or answered what was not offered."""


class SandboxError(AgentError):
    """An agent's process that cannot be started as asked: no fault of the agent's."""


class ExecutorError(FracasError):
    """An executor or cluster that is missing, lost, or runs other code."""


class RulesError(FracasError):
    """A rule system that breaks what the engine relies on: its author's mistake."""


class UnknownNameError(FracasError):
    """A name nobody answers to: a system, scenario, agent, rule or ruling."""


class OddsError(FracasError):
    """A question about odds that has no answer as asked."""


class StepError(FracasError):
    """A step through a conflict that cannot be taken: not offered, or at its end."""


class PluginError(FracasError):
    """A package beside Fracas that offers what cannot be used."""
