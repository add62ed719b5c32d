"""`fracas play`: a person plays a seat; the conflict can be recorded as any other."""

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path

import click
from msgspec import structs

from sim.casting.persons import PERSON, person_spec
from sim.casting.specs import split
from sim.cli import complete
from sim.cli.options.changes import Changes, changes_options
from sim.cli.options.hosting import patience_option, sandbox_option
from sim.cli.options.scenario import agents_option, trust_option
from sim.cli.options.seeds import fair_option, seed_option
from sim.cli.play.fair import fair_seed
from sim.cli.play.onward import Request, play_from
from sim.cli.play.table import Begun, Sitting, until_over
from sim.cli.terminal.output import note, put
from sim.conflict.play import Game
from sim.dice.pool import KeyedDice
from sim.dice.seed import conflict_key
from sim.hosting.sandbox import Sandbox
from sim.library.scenario import Loaded
from sim.run.meaning import check_settings
from sim.run.run import Plan, make_plan
from sim.run.run import run as run_plan
from sim.run.seating import seat_agents, seat_named
from sim.run.seeding import seed_for
from sim.run.sitting import begin_agents, seated_agents
from sim.seam.events import Seat
from sim.seam.protocol import Agent
from sim.store.store import open_store


@click.command(
    epilog=(
        "Examples: fracas play alley --seat Tela;  fracas play mine.toml --seat Ann;"
        "  fracas play --from duels.db 17@42 --seat Ann"
    )
)
@click.argument(
    "scenario", metavar="SCENARIO|CONFLICT@EVENT", shell_complete=complete.playables
)
@click.option(
    "--from",
    "source",
    metavar="STORE|TRANSCRIPT.toml",
    help="Take over a recorded conflict, at the choice or throw EVENT.",
)
@click.option("--seat", required=True, metavar="NAME", help="Where you sit.")
@agents_option
@seed_option
@fair_option
@click.option("--store", metavar="PATH|URL", help="Keep the conflict in this store.")
@patience_option
@sandbox_option
@trust_option
@changes_options
def play(  # noqa: PLR0913 - the options of a command
    *,
    scenario: str,
    source: str | None,
    seat: str,
    agents: str,
    seed: str | None,
    fair: Path | None,
    store: str | None,
    patience: float,
    sandbox: Sandbox,
    trust_files: bool,
    changes: Changes,
) -> None:
    """Sit at a seat of SCENARIO yourself; agents play the others.

    You see what your seat may know, and choose by number. With --store the conflict is
    recorded like any other. An agent that fails forfeits the conflict.

    With --from you take over a recorded conflict at EVENT, by its number (replay
    --numbers), with the agents on record or those of --agents, and its dice or, for
    another try, those of --seed. With --store, a conflict with the dice of the record
    is kept as a branch that names its parent. Agents run in this process.

    With --fair your seat was committed to as "person". Nobody picked these dice, but
    whoever has the seed can compute the ones to come.
    """
    _check_one_seed(seed, fair)
    if source is not None:
        excluded = {"--sandbox or --limits": sandbox != "off", "--fair": fair}
        _check_as_recorded(changes, excluded)
        asked = Request(source, scenario, seat, agents, store, seed)
        play_from(asked, trusted=trust_files)
        return
    loaded = changes.load(scenario)
    specs, where = _seated(loaded, seat, agents, trusted=trust_files)
    plan = _plan(loaded, specs, seed, fair, sandbox)
    plan = structs.replace(plan, patience=patience)
    specs[where] = person_spec(_chosen(loaded, plan, where))
    _keep(store, loaded, structs.replace(plan, agents=tuple(specs)))


def _check_one_seed(seed: str | None, fair: Path | None) -> None:
    """Raise UsageError if two seeds are given."""
    if fair is not None and seed is not None:
        message = "--fair takes the seed from the file: leave out --seed"
        raise click.UsageError(message)


def _seated(
    loaded: Loaded, seat: str, agents: str, *, trusted: bool
) -> tuple[list[str], Seat]:
    """Return the agents of all seats, a person at *seat*, and which that is."""
    seats = loaded.system.seats(loaded.scenario)
    where = seat_named([seat.name for seat in seats], seat)
    specs = list(seat_agents(seats, split(agents), trusted=trusted))
    specs[where] = PERSON
    return specs, where


def _plan(
    loaded: Loaded,
    specs: Sequence[str],
    seed: str | None,
    fair: Path | None,
    sandbox: Sandbox,
) -> Plan:
    """Return what is played: with the dice of *seed*, of a new one, or of *fair*."""
    check_settings([loaded], specs, sandbox)
    made = fair_seed(fair, loaded.digest, tuple(specs))
    drawn = seed_for(seed, specs, sandbox) if made is None else made.seed
    plan = make_plan(loaded, specs, seed=drawn)
    shares = () if made is None else made.shares
    return structs.replace(plan, fair=shares, sandbox=sandbox)


def _chosen(loaded: Loaded, plan: Plan, where: Seat) -> list[int]:
    """Let a person play at a seat of *plan*; return the numbers that were chosen."""
    with seated_agents(plan) as made:
        begin = partial(_begun, loaded, plan, made, where)
        game = Sitting(loaded.system, loaded.scenario, plan.agents, where, begin)
        put(f"{loaded.scenario.title} ({loaded.system.title}), seed {plan.seed}")
        return until_over(game)[0]


def _check_as_recorded(changes: Changes, given: Mapping[str, object]) -> None:
    """Raise UsageError for what would change a recorded conflict."""
    rules = {"--ruling": changes.rulings, "--set": changes.settings}
    for name, value in {**given, **rules}.items():
        if value:
            message = f"--from goes on as the record was played: leave out {name}"
            raise click.UsageError(message)


def _keep(store: str | None, loaded: Loaded, played: Plan) -> None:
    """Play again, with the choices in the plan, into *store* if that is given."""
    if store is None:
        note("it was not kept; with --store FILE it is, like any other")
        return
    plan = make_plan(loaded, played.agents, seed=played.seed)
    # The files are those that were played, whatever has become of them since.
    plan = structs.replace(
        plan,
        files=played.files,
        patience=played.patience,
        sandbox=played.sandbox,
        fair=played.fair,
    )
    with open_store(store, create=True) as opened:
        run_plan(plan, store=opened)
    note(f"kept: fracas replay {store} {plan.run_id}-1")


def _begun(loaded: Loaded, plan: Plan, made: Sequence[Agent], where: Seat) -> Begun:
    """Return a conflict of *plan* at its beginning."""
    system = loaded.system
    key = conflict_key(plan.seed, 0)
    agents = begin_agents(made, system, system.seats(loaded.scenario), key)
    state = system.initial(loaded.scenario)
    return state, Game(system, state, agents, KeyedDice(key), {where})
