"""A command in this process, its output caught."""

import io
from contextlib import redirect_stderr, redirect_stdout

from sim.cli.main import main


def quietly(*args: object) -> tuple[int, str, str]:
    """Return the exit status, stdout and stderr of a command."""
    caught = io.BytesIO()
    out, err = io.TextIOWrapper(caught, "utf-8"), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        status = main([str(arg) for arg in args])
    out.flush()
    return status, caught.getvalue().decode(), err.getvalue()
