"""Options whose value is a number."""

from math import isfinite
from typing import Any

import click


class Number(click.FloatRange):
    """A number within limits; what is no number, and what has no end, is refused.

    To click `nan` is in every range, and `inf` in one without an end.
    """

    def convert(
        self,
        value: Any,  # noqa: ANN401 - as click has it
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> Any:  # noqa: ANN401 - as click has it
        """Return the number that *value* is; fails for one that is not finite."""
        number = super().convert(value, param, ctx)
        if not isfinite(number):
            self.fail(f"{str(value)!r} is not a number", param, ctx)
        return number
