"""One store, a folder for it, and commands that are given and disturbed one by one."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import msgspec
from msgspec import Struct

from tests.faults import commands, disturbance, laws
from tests.faults.disturbance import Disturbance
from tests.faults.laws import broken
from tests.faults.processes import children, wait_for_none
from tests.faults.recipes import Recipe, recipes
from tests.faults.victim import forked, output

ROOT = Path(__file__).parents[2]
_STATUSES = {0, 1, 2}
_STOPPED, _UNREAD = 130, 141
_HANGS = 300.0
_FRESH = 0.08
"""How often a command has an interpreter of its own, and is no fork of this one."""


class Ended(Struct, frozen=True):
    """How a command ended; a *status* below 0 is a signal."""

    status: int
    out: str
    err: str


class World:
    """A store in *folder*, and all that was done to it by the luck of *seed*."""

    def __init__(
        self, folder: Path, seed: str, some: list[Recipe] | None = None
    ) -> None:
        self.folder = folder
        self.store = folder / "store.db"
        self.seed = seed
        self.counts: dict[str, int] = {}
        files = folder / "files"
        files.mkdir(exist_ok=True)
        self._recipes = some or recipes(files)
        self._begun: dict[Recipe, None] = {}
        self._rows: list[laws.Stored] = []
        self._exports: list[Path] = []

    def step(self, number: int) -> str:
        """Give and disturb one command; return what it was and how it ended.

        Raises BrokenLawError, saying which, where a law does not hold.
        """
        luck = Random(f"{self.seed}:{number}")
        command = commands.drawn(luck, self._held(number))
        how = disturbance.drawn(luck)
        fresh = luck.random() < _FRESH and how.signal != "INT"
        if command.recipe is not None:
            self._begun[command.recipe] = None
        title = f"step {number}: {' '.join(command.args)} [{how}]"
        try:
            ended = self.give(command.args, how, fresh=fresh)
            check_said(ended, how)
            self._check(command, how, ended)
        except Exception as error:
            error.add_note(title)
            raise
        self.counts[str(ended.status)] = self.counts.get(str(ended.status), 0) + 1
        return f"{title}: {ended.status}"

    def finish(self) -> None:
        """Resume all that was begun, and check that nothing shows of what happened."""
        for recipe in self._begun:
            name = laws.stream_of(recipe)
            resume = ["--resume"] if any(row[0] == name for row in self._rows) else []
            args = (*recipe, "--store", str(self.store), *resume)
            ended = self.give(args, Disturbance(), fresh=False)
            if ended.status != 0:
                broken(f"{args} ends with {ended.status}: {ended.err}")
            laws.check_complete(laws.rows_of(self.store), recipe)
        if self._begun:
            laws.check_audit(self.store)

    def _held(self, number: int) -> commands.Held:
        return commands.Held(
            self.store,
            tuple(self._begun),
            self._recipes,
            frozenset(name for name, *_ in self._rows),
            tuple(self._exports),
            self.folder / f"made-{number}",
        )

    def _check(self, command: commands.Command, how: Disturbance, ended: Ended) -> None:
        if how.harmless and ended.status != 0:
            broken(f"it ends with {ended.status}, expected 0: {ended.err}")
        rows = laws.rows_of(self.store)
        before, self._rows = self._rows, rows
        laws.check_kept(before, rows)
        laws.check_known(rows[len(before) :], self._begun)
        laws.check_whole(rows, self._begun)
        if command.recipe is not None and ended.status == 0:
            laws.check_complete(rows, command.recipe)
        for name in sorted(laws.changed(before, rows)):
            laws.check_audit(self.store, name)
        if len(rows) > len(before):
            laws.check_export(self.store, rows, self.folder)
        if command.writes is not None:
            self._written(command, ended)
        self._left_over(how)

    def _written(self, command: commands.Command, ended: Ended) -> None:
        """What a command wrote is whole; what failed has written nothing."""
        file = command.writes
        assert file is not None
        if file.exists() != (ended.status == 0) and ended.status >= 0:
            broken(f"status {ended.status}, and {file.name} there or not")
        if not file.exists():
            return
        if file.suffix != ".jsonl":
            file.unlink()
            return
        copy = file.with_suffix(".copy")
        status, out, err = laws.quietly("import", copy, file)
        if status != 0:
            broken(f"{file.name} was written in part: {out}{err}")
        if sorted(laws.rows_of(copy)) != sorted(self._rows):
            broken(f"{file.name} holds something else than the store")
        for left in self.folder.glob(f"{copy.name}*"):
            left.unlink()
        for old in self._exports[:-3]:
            old.unlink()
        self._exports = [*self._exports[-3:], file]

    def _left_over(self, how: Disturbance) -> None:
        """No file is there that nobody asked for."""
        for file in self.folder.iterdir():
            known = file.name.startswith(("store.db", "said")) or file in self._exports
            if known or file.is_dir():
                continue
            if file.name.startswith("made-") and ".db" in file.name:
                file.unlink()  # a copy, whole or not
            elif how.ends and file.name.startswith("."):
                file.unlink()  # what a killed process could not remove
            else:
                broken(f"{file.name} was left over")

    def give(
        self, args: tuple[str, ...], how: Disturbance, *, fresh: bool = False
    ) -> Ended:
        """Run a command, and return how it ended once all its processes have."""
        said = self.folder / "said"
        begin = started if fresh else forked
        pid = begin(args, how, said)
        status = watched(pid, how)
        wait_for_none(pid)
        return Ended(
            status, *(_taken(said.with_suffix(end)) for end in (".out", ".err"))
        )


def _taken(file: Path) -> str:
    """Return what was said into *file*, which is removed."""
    if not file.exists():
        return ""
    text = file.read_text("utf-8")
    file.unlink()
    return text


def started(args: tuple[str, ...], how: Disturbance, said: Path) -> int:
    """Start a command with an interpreter of its own; return its number."""
    told = msgspec.json.encode(how).decode()
    command = [sys.executable, "-m", "tests.faults.victim", told, *args]
    out = output(how, said.with_suffix(".out"))
    err = output(Disturbance(), said.with_suffix(".err"))
    process = subprocess.Popen(
        command,
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        stdout=out,
        stderr=err,
        start_new_session=True,
    )
    os.close(out)
    os.close(err)
    process.returncode = 0  # it is waited for by its number
    return process.pid


def watched(pid: int, how: Disturbance) -> int:
    """Send what signal *how* names, and wait; return the status, or minus a signal."""
    begun = time.monotonic()
    sent = not how.signal
    while True:
        done, status = os.waitpid(pid, os.WNOHANG)
        if done:
            return os.waitstatus_to_exitcode(status)
        passed = time.monotonic() - begun
        if not sent and passed >= how.after:
            sent = True
            send(pid, how.signal)
        if passed > _HANGS:
            os.killpg(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
            broken(f"it has not ended after {_HANGS} seconds")
        time.sleep(0.002)


def send(pid: int, name: str) -> None:
    """Send a signal to a process, or to one of its workers if it has any."""
    if name == "STOP":
        os.kill(pid, signal.SIGSTOP)
        time.sleep(0.3)
        os.kill(pid, signal.SIGCONT)
    elif name == "KILL worker":
        for child in children(pid)[:1]:
            os.kill(child, signal.SIGKILL)
    else:
        os.kill(pid, signal.Signals[f"SIG{name}"])


def check_said(ended: Ended, how: Disturbance) -> None:
    """No traceback, a status that is documented, and at 2 one sentence."""
    said = f"{ended.out[-2000:]}{ended.err}"
    if "Traceback" in ended.err or "Exception ignored" in ended.err:
        broken(f"a traceback: {said}")
    allowed = set(_STATUSES)
    if how.signal == "INT":
        allowed.add(_STOPPED)
    if how.output == "closed":
        allowed.add(_UNREAD)
    if how.ends:
        allowed |= {-signal.SIGKILL, -signal.SIGTERM}
    if ended.status not in allowed:
        broken(f"it ends with {ended.status}: {said}")
    last = ended.err.splitlines()[-1:]
    if ended.status == 2 and not (last and last[0].startswith("error: ")):
        broken(f"status 2 without a sentence: {said}")
