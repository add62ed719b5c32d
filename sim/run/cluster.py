"""Jobs done by a Dask cluster: many machines, the same results in the same order.

Dask schedules, restarts workers and retries lost jobs. This module adds what Fracas
guarantees on top of that: every worker runs the same code as this process, jobs travel
in groups of about half a second, results come back in the order of the jobs, a job that
keeps killing its worker is named, and a cluster that goes away is an error in one
sentence.

Needs the extra `fracas[cluster]`.
"""

import logging
import time
from collections.abc import Callable, Generator, Iterator, Mapping
from concurrent.futures import CancelledError, Executor, Future
from contextlib import contextmanager, suppress
from functools import partial
from importlib import import_module
from itertools import chain, islice
from typing import Any, TypeVar

from sim.errors import AgentError, ExecutorError, FracasError
from sim.hosting.nurseries import end_idle
from sim.run.code import fingerprint
from sim.run.groups import Done, Groups, do_group, prepared
from sim.run.workers import DEPTH, InOrder, wait_for

J = TypeVar("J")
R = TypeVar("R")

SCHEME = "dask://"
CONNECT_SECONDS = 10.0
WORKERS_SECONDS = 5.0
"""How long to wait for the first worker of a cluster."""
REFRESH_SECONDS = 1.0
"""How old the number of workers may be before the scheduler is asked again."""
LOST_SECONDS = 30.0
"""How long a cluster may be without workers while they are restarted."""

_KEPT = "what was recorded is kept"
_LAST_PORT = 65535


class Cluster(InOrder):
    """A Dask cluster, reached through an *executor* of its client.

    Raises ExecutorError if the cluster has no worker, or one with other code.
    """

    def __init__(self, executor: Executor) -> None:
        untyped: Any = executor
        self._executor = executor
        self._client: Any = untyped._client  # noqa: SLF001 - nothing public has it
        self._address: str = getattr(self._client.scheduler, "address", "?")
        self._killed = import_module("distributed").KilledWorker
        self._threads: Mapping[str, int] = {}
        self._refreshed = self._last_alive = time.monotonic()
        with suppress(TimeoutError):  # its workers may still be starting
            self._client.wait_for_workers(1, timeout=WORKERS_SECONDS)
        self._check_workers(fingerprint(), "other code", fingerprint)

    def in_order(
        self, work: Callable[[J], R], jobs: Iterator[J]
    ) -> Generator[R, None, None]:
        """Yield the results of *jobs* in their order, as `workers.in_order` does.

        Raises AgentError naming a job that keeps killing its worker, ExecutorError
        when the cluster is lost, and whatever *work* raises.
        """
        first = list(islice(jobs, 1))
        difference = "another scenario, rule system or agent"
        self._check_workers(prepared(first), difference, partial(prepared, first))
        groups = Groups(chain(first, jobs))
        try:
            while groups.fill(self._width() * DEPTH, partial(self._submit, work)):
                group, future = groups.next()
                try:
                    done = self._result(future)
                except self._killed as error:
                    if groups.alone:
                        raise AgentError(_died_message(group[0])) from error
                    groups.take_back(group)
                    continue
                groups.finish(done)
                yield from done.results
                if done.error is not None:
                    raise done.error
        finally:
            groups.cancel()

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: FBT001, FBT002 - the signature of Executor
        """Leave the cluster, and end the agents' processes on its workers."""
        del wait, cancel_futures
        if self._client.status == "running":
            with suppress(Exception):  # a worker that is gone has no processes to end
                self._client.run(end_idle, on_error="ignore")

    def _width(self) -> int:
        """Return how many jobs the cluster does at once: one per thread."""
        if not self._threads or time.monotonic() - self._refreshed > REFRESH_SECONDS:
            self._refresh()
        return max(1, sum(self._threads.values()))

    def _refresh(self) -> None:
        try:
            self._threads = self._client.nthreads()
        except Exception as error:
            raise ExecutorError(self._lost_message()) from error
        self._refreshed = time.monotonic()

    def _submit(self, work: Callable[[J], R], group: list[J]) -> Future[Done]:
        try:
            submit: Any = self._executor.submit
            needs = prepared(group)
            sent: Future[Done] = submit(
                do_group, fingerprint(), needs, work, group, pure=False
            )
        except FracasError:
            raise
        except Exception as error:
            raise ExecutorError(self._lost_message()) from error
        return sent

    def _result(self, future: Future[Done]) -> Done:
        """Wait for a group, and give up if the cluster is gone."""
        while not wait_for(future, REFRESH_SECONDS):
            self._check_alive()
        try:
            return future.result()
        except (FracasError, self._killed):
            raise
        except CancelledError as error:
            raise ExecutorError(self._lost_message()) from error
        except Exception as error:
            message = f"a worker of the cluster at {self._address} {_failure(error)}"
            raise ExecutorError(message) from error

    def _check_alive(self) -> None:
        if self._client.status != "running":
            raise ExecutorError(self._lost_message())
        self._refresh()
        if self._threads:
            self._last_alive = self._refreshed
        elif self._refreshed - self._last_alive > LOST_SECONDS:
            message = (
                f"the cluster at {self._address} has had no worker for"
                f" {LOST_SECONDS:.0f} seconds; {_KEPT}"
            )
            raise ExecutorError(message)

    def _lost_message(self) -> str:
        return f"the connection to the cluster at {self._address} was lost; {_KEPT}"

    def _check_workers(
        self, expected: object, difference: str, ask: Callable[[], object]
    ) -> None:
        """Raise ExecutorError unless *ask* returns *expected* on every worker.

        *difference* says what a worker has that returns something else.
        """
        try:
            answers: Mapping[str, object] = self._client.run(ask, on_error="return")
        except Exception as error:
            raise ExecutorError(self._lost_message()) from error
        if not answers:
            message = (
                f"the cluster at {self._address} has no workers, expected at least one:"
                f" dask worker {self._address}"
            )
            raise ExecutorError(message)
        for worker, answer in answers.items():
            if answer != expected:
                reason = _failure(answer) if _is_error(answer) else f"has {difference}"
                message = (
                    f"the worker {worker} {reason}, expected the same Fracas,"
                    " scenarios, rule systems and agents as in this process"
                )
                raise ExecutorError(message)


@contextmanager
def connect(address: str) -> Generator[Cluster, None, None]:
    """Reach the cluster at *address*, such as dask://127.0.0.1:8786.

    Raises ExecutorError if *address* is invalid, nobody answers there, the cluster has
    no worker or one with other code, or the extra is not installed.
    """
    host, colon, port = address.removeprefix(SCHEME).rpartition(":")
    if not address.startswith(SCHEME) or not (host and colon and _is_port(port)):
        message = f"{address!r} is no executor, expected {SCHEME}HOST:PORT"
        raise ExecutorError(message)
    client = _client(host, port)
    try:
        with Cluster(client.get_executor()) as cluster:
            yield cluster
    finally:
        client.close(timeout=CONNECT_SECONDS)


def _is_port(text: str) -> bool:
    return text.isascii() and text.isdecimal() and 0 < int(text) <= _LAST_PORT


def _client(host: str, port: str) -> Any:  # noqa: ANN401 - distributed has no types
    try:
        distributed: Any = import_module("distributed")
    except ImportError as error:
        message = (
            f"{SCHEME} needs the package distributed, expected after: pip install"
            " 'fracas[cluster]'"
        )
        raise ExecutorError(message) from error
    # Errors are reported below, in one sentence. Each logger has a level of its own.
    for name in ("distributed", "distributed.client"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    try:
        return distributed.Client(
            f"tcp://{host}:{port}", timeout=CONNECT_SECONDS, set_as_default=False
        )
    except (OSError, ValueError, RuntimeError) as error:
        message = (
            f"nobody answers at {SCHEME}{host}:{port}, expected a Dask scheduler:"
            f" dask scheduler --port {port}"
        )
        raise ExecutorError(message) from error


def _is_error(answer: object) -> bool:
    return isinstance(answer, BaseException)


def _failure(answer: object) -> str:
    """Return what a worker failed at, as the end of a sentence that names it."""
    if isinstance(answer, FracasError):
        return f"cannot do this ({answer})"
    if isinstance(answer, ImportError | AttributeError):
        return f"has no Fracas of this version ({answer})"
    return f"failed ({type(answer).__name__}: {answer})"


def _died_message(job: object) -> str:
    return (
        f"worker after worker died over {job}: an agent ended them, or memory ran out;"
        f" {_KEPT}"
    )
