"""Work in processes of its own, which is limited in time and never ends the desk."""

import asyncio
import os
import threading
import time

import pytest

from sim.desk.jobs import _WAITING, Job, Lane, RefusedError, outcome_of_job


def slow_or_dead(job: Job) -> str:
    """Do what the kind of a job says; a new process imports this."""
    if job.kind == "sleep":
        time.sleep(60)
    if job.kind == "die":
        os._exit(1)
    if job.kind == "raise":
        raise ZeroDivisionError(job.name)
    return f"done {job.name}"


@pytest.mark.slow
def test_work_that_takes_too_long_is_ended_and_the_next_is_done() -> None:
    """Work that takes too long or dies is ended, and the next work is done."""
    lane = Lane(slow_or_dead, workers=1, seconds=60)

    async def refused(kind: str) -> int:
        with pytest.raises(RefusedError) as raised:
            await lane.ask(Job(kind, ""), wait=90)
        return raised.value.status

    async def asked() -> None:
        assert await lane.ask(Job("say", "", "one"), wait=90) == "done one"
        lane.seconds = 0.5
        assert await refused("sleep") == 504
        lane.seconds = 60  # a new process must have started before it can die
        assert await refused("die") == 422
        assert await lane.ask(Job("say", "", "two"), wait=90) == "done two"

    try:
        asyncio.run(asked())
    finally:
        lane.close()


def test_no_error_of_a_record_is_told_as_it_is() -> None:
    """Of an error in a record only its kind is told."""
    fine, (said, status) = outcome_of_job(
        slow_or_dead, Job("raise", "", "/home/somebody")
    )
    assert not fine
    assert status == 422
    assert "ZeroDivisionError" in said
    assert "/home" not in said


def test_what_was_found_a_moment_ago_is_there() -> None:
    """The latest result of the same kind and name is kept."""
    lane = Lane(told, workers=0, seconds=1)

    async def asked() -> None:
        for name, mark in (("a", "1"), ("a", "2"), ("b", "3")):
            await lane.ask(Job("w", "", name, mark=mark), wait=5, keep=True)

    try:
        asyncio.run(asked())
        assert lane.latest(Job("w", "", "a", mark="9")) == "a2"
        assert lane.latest(Job("v", "", "a")) is None
    finally:
        lane.close()


def told(job: Job) -> str:
    """Say what was asked."""
    return f"{job.name}{job.mark}"


def test_only_so_many_wait() -> None:
    """Beyond so many waiting jobs further ones are refused with 503."""
    all_have_asked = threading.Event()

    def waiting(job: Job) -> str:
        all_have_asked.wait()
        return job.name

    lane = Lane(waiting, workers=0, seconds=1)

    async def asked() -> None:
        first = [
            asyncio.create_task(lane.ask(Job("w", "", str(n)), wait=0.01, keep=True))
            for n in range(40)
        ]
        answers = await asyncio.gather(*first, return_exceptions=True)
        busy = [answer for answer in answers if isinstance(answer, RefusedError)]
        assert len(busy) == 40 - _WAITING
        assert {refusal.status for refusal in busy} == {503}

    try:
        asyncio.run(asked())
    finally:
        all_have_asked.set()
        lane.close()
