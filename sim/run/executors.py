"""Executors given by users: which are accepted, and their errors."""

from collections.abc import Generator
from concurrent.futures import BrokenExecutor, Executor
from contextlib import contextmanager
from pkgutil import resolve_name

from sim.errors import ExecutorError


@contextmanager
def reached(executor: object) -> Generator[Executor | None, None, None]:
    """Check *executor* and yield it; yield a Cluster for that of a Dask client.

    Raises ExecutorError for anything else, and if it loses its workers.
    """
    if executor is None:
        yield None
        return
    if not isinstance(executor, Executor):
        name = type(executor).__qualname__
        message = (
            f"the executor is of type {name}, expected a"
            " concurrent.futures.Executor, such as ProcessPoolExecutor(4) or, of a Dask"
            " client, client.get_executor()"
        )
        raise ExecutorError(message)
    if type(executor).__module__.partition(".")[0] == "distributed":
        # Importing Dask takes long, so it is imported only when it is used.
        with resolve_name("sim.run.cluster:Cluster")(executor) as cluster:
            yield cluster
        return
    try:
        yield executor
    except BrokenExecutor as error:
        message = f"the executor lost its workers ({error}); what was recorded is kept"
        raise ExecutorError(message) from error
