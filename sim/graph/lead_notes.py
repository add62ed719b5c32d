"""Record what agents compute from their lead: every comparison, by question.

Instead of the number, an agent gets an object that records the comparisons made with
it, after any arithmetic, and their results. With another lead for which all these
comparisons have the same results, the agent would have chosen the same, since it has
seen no difference.
"""

import operator
from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager
from functools import lru_cache
from typing import Any, NamedTuple

from msgspec import structs

from sim.seam.events import Seat
from sim.seam.protocol import Appraisal, State

Expression = tuple[Any, ...]
"""A computation: (operation, *operands); ("ahead",) is the lead itself."""

_AHEAD: Expression = ("ahead",)
_PLAIN = (int, float, bool)
"""Other kinds of numbers are computed with the plain value of the lead."""


_WRITTEN = {
    "add": "({} + {})",
    "sub": "({} - {})",
    "mul": "({} * {})",
    "truediv": "({} / {})",
    "lt": "({} < {})",
    "le": "({} <= {})",
    "gt": "({} > {})",
    "ge": "({} >= {})",
    "eq": "({} == {})",
    "ne": "({} != {})",
    "neg": "(-{})",
    "abs": "abs({})",
    "bool": "bool({})",
    "float": "float({})",
}
"""How each operation is written in a function that is compiled."""
_DEEP = 40
"""Deeper nested expressions are called as functions, as Python's nesting is limited."""


@lru_cache(maxsize=1 << 16)
def function_of_lead(expression: Expression) -> Callable[[float], Any]:
    """Compile *expression* into a function of the lead."""
    if expression == _AHEAD:
        return float
    names: dict[str, Any] = {}
    return _compiled_function(_in_python(expression, names, 0), names)


@lru_cache(maxsize=1 << 16)
def lead_predicate(
    compared: tuple[tuple[Expression, object], ...],
) -> Callable[[float], bool]:
    """Return a predicate of the lead: whether all expressions have these results."""
    names: dict[str, Any] = {}
    tests = [
        f"{_in_python(expression, names, 0)} == {_name_of(result, names)}"
        for expression, result in compared
    ]
    return _compiled_function(" and ".join(tests), names)


def _compiled_function(text: str, names: dict[str, Any]) -> Callable[[float], Any]:
    # The text has only our own operators and names, so evaluating it is safe.
    allowed: dict[str, Any] = {
        "__builtins__": {},
        "abs": abs,
        "bool": bool,
        "float": float,
    }
    function: Callable[[float], Any] = eval(  # noqa: S307
        f"lambda ahead: {text}", {**allowed, **names}
    )
    return function


def _in_python(part: Any, names: dict[str, Any], depth: int) -> str:  # noqa: ANN401
    """Return the Python text of an expression or number; constants go into *names*."""
    expression: Expression = part
    if type(part) is not tuple:
        return _name_of(part, names)
    if expression == _AHEAD:
        return "ahead"
    if depth == _DEEP:
        return f"{_name_of(function_of_lead(expression), names)}(ahead)"
    name, *parts = expression
    written = [_in_python(operand, names, depth + 1) for operand in parts]
    return _WRITTEN[name].format(*written)


def _name_of(thing: object, names: dict[str, Any]) -> str:
    """Add *thing* to *names*; return its name."""
    name = f"n{len(names)}"
    names[name] = thing
    return name


class Comparison(NamedTuple):
    """A comparison: the *seat* that made it, its lead, the expression, the result."""

    seat: Seat
    ahead: float
    expression: Expression
    result: object


class Notes:
    """The comparisons made while one part was played, in order, by question."""

    def __init__(self) -> None:
        self.asked: list[tuple[Seat, State, float]] = []
        """For each question: the seat, its view, and its lead."""
        self.found: dict[tuple[int, Expression], object] = {}

    def compared(self) -> tuple[Comparison, ...]:
        """Return each distinct comparison once, over all questions."""
        once: dict[tuple[Seat, float, Expression], object] = {}
        for (question, expression), result in self.found.items():
            seat, _, ahead = self.asked[question]
            once.setdefault((seat, ahead, expression), result)
        return tuple(Comparison(*made, result) for made, result in once.items())

    def add(self, made: Iterable[Comparison], view: State) -> None:
        """Add the comparisons of a part within this one, which began at *view*."""
        for seat, ahead, expression, result in made:
            self.found[len(self.asked), expression] = result
            self.asked.append((seat, view, ahead))


class Recorder:
    """Hands out leads that record their comparisons, while that is wanted.

    Parts are nested. Comparisons are recorded for the innermost part that is being
    played; its caller adds its notes to those of the part around it.
    """

    def __init__(self) -> None:
        self._playing: list[Notes] = []

    @property
    def on(self) -> bool:
        """Whether anything is recorded."""
        return bool(self._playing)

    @contextmanager
    def recording(self) -> Generator[Notes, None, None]:
        """Record the comparisons made meanwhile, except those of inner recordings."""
        notes = Notes()
        self._playing.append(notes)
        try:
            yield notes
        finally:
            self._playing.pop()

    def add(self, made: Iterable[Comparison], view: State) -> None:
        """Add the comparisons of an inner part, begun at *view*, to the current one."""
        if self._playing:
            self._playing[-1].add(made, view)

    def noting(
        self, seat: Seat, view: State, worths: tuple[Appraisal, ...]
    ) -> tuple[Appraisal, ...]:
        """Return *worths* with a lead that records its comparisons."""
        if not self._playing or not worths:
            return worths
        # An agent may remember a lead from an earlier recording; its notes then go to
        # that recording, which nobody reads any more.
        notes = self._playing[-1]
        where = notes.found, len(notes.asked)
        notes.asked.append((seat, view, worths[0].ahead))
        lead = NotedNumber(worths[0].ahead, _AHEAD, where)
        return tuple([structs.replace(worth, ahead=lead) for worth in worths])


class NotedNumber:
    """A number that depends on a lead, and records everything read from it.

    It is no float, since functions written in C would read a float's value directly.
    """

    __slots__ = ("expression", "value", "where")

    def __init__(
        self,
        value: float,
        expression: Expression,
        where: tuple[dict[tuple[int, Expression], object], int],
    ) -> None:
        """Record into *where*: (the notes, the number of the question)."""
        self.value, self.expression, self.where = value, expression, where

    def note(self, expression: Expression, result: Any) -> Any:  # noqa: ANN401 - either
        """Record the *result* of *expression*, and return it."""
        notes, question = self.where
        notes[question, expression] = result
        return result

    def whole(self) -> float:
        """Return the plain number, and record that all of it was read."""
        self.note(("float", self.expression), self.value)
        return self.value

    def __float__(self) -> float:
        return self.whole()

    def __int__(self) -> int:
        return int(self.whole())

    def __trunc__(self) -> int:
        return int(self.whole())

    def __round__(self, digits: int | None = None) -> float:
        return round(self.whole(), digits)

    def __repr__(self) -> str:
        return repr(self.whole())

    def __format__(self, how: str) -> str:
        return format(self.whole(), how)

    def __hash__(self) -> int:
        return hash(self.whole())

    def __reduce__(self) -> Any:  # noqa: ANN401 - as pickle and copy want it
        return float, (self.whole(),)

    def __bool__(self) -> bool:
        return bool(self.note(("bool", self.expression), bool(self.value)))

    def __neg__(self) -> "NotedNumber":
        return NotedNumber(-self.value, ("neg", self.expression), self.where)

    def __pos__(self) -> "NotedNumber":
        return self

    def __abs__(self) -> "NotedNumber":
        return NotedNumber(abs(self.value), ("abs", self.expression), self.where)

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - whatever a float has
        return getattr(self.whole(), name)


def _operand(mine: NotedNumber, other: Any) -> tuple[Any, Any]:  # noqa: ANN401
    """Return the value of *other*, and its expression beside *mine*.

    The lead at another question is a different variable: then both are read as plain
    numbers.
    """
    if type(other) is not NotedNumber:
        return other, other
    if other.where is mine.where:
        return other.value, other.expression
    mine.whole()
    return other.whole(), other.whole()


def _arithmetic(name: str, *, swapped: bool) -> Callable[[NotedNumber, Any], Any]:
    work: Callable[[Any, Any], Any] = getattr(operator, name)

    def method(self: NotedNumber, other: Any) -> Any:  # noqa: ANN401
        value, written = _operand(self, other)
        if type(value) not in _PLAIN:
            whole = self.whole()
            return work(value, whole) if swapped else work(whole, value)
        mine = self.value, self.expression
        both = ((value, written), mine) if swapped else (mine, (value, written))
        (left, first), (right, second) = both
        return NotedNumber(work(left, right), (name, first, second), self.where)

    return method


def _comparison(name: str) -> Callable[[NotedNumber, Any], Any]:
    work: Callable[[Any, Any], Any] = getattr(operator, name)

    def method(self: NotedNumber, other: Any) -> Any:  # noqa: ANN401
        value, written = _operand(self, other)
        if type(value) not in _PLAIN:
            return work(self.whole(), value)
        expression = name, self.expression, written
        return self.note(expression, work(self.value, value))

    return method


_WHOLE: dict[str, Callable[[Any, Any], Any]] = {
    "floordiv": lambda one, other: one // other,
    "mod": operator.mod,
    "pow": lambda one, other: one**other,
    "divmod": divmod,
}
"""Operations that need the number itself."""


def _other_operation(
    symbol: str, *, swapped: bool = False
) -> Callable[[NotedNumber, Any], Any]:
    """Return an operation that needs the number itself."""
    work = _WHOLE[symbol]

    def method(self: NotedNumber, other: Any) -> Any:  # noqa: ANN401
        mine, (value, _) = self.whole(), _operand(self, other)
        return work(value, mine) if swapped else work(mine, value)

    return method


for _name in ("add", "sub", "mul", "truediv"):
    setattr(NotedNumber, f"__{_name}__", _arithmetic(_name, swapped=False))
    setattr(NotedNumber, f"__r{_name}__", _arithmetic(_name, swapped=True))
for _name in _WHOLE:
    setattr(NotedNumber, f"__{_name}__", _other_operation(_name))
    setattr(NotedNumber, f"__r{_name}__", _other_operation(_name, swapped=True))
for _name in ("lt", "le", "gt", "ge", "eq", "ne"):
    setattr(NotedNumber, f"__{_name}__", _comparison(_name))
