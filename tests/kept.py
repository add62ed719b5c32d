"""The command line for tables that are kept beside tests, system by system."""

import argparse
from typing import Protocol

from sim.library.registry import system_names


class Write(Protocol):
    """Writes the table of a system anew; may choose first what stands in it."""

    def __call__(self, name: str, *, choose: bool) -> None:
        """Write the table of the system *name*."""
        ...


def write_what_is_asked(module: str, write: Write) -> None:
    """Write what the command line of *module* names."""
    parser = argparse.ArgumentParser(prog=f"python -m {module}")
    parser.add_argument("--write", choices=system_names(), default="")
    parser.add_argument("--choose", choices=system_names(), default="")
    given = parser.parse_args()
    if not given.write and not given.choose:
        parser.error("expected --write SYSTEM or --choose SYSTEM")
    write(given.choose or given.write, choose=bool(given.choose))
