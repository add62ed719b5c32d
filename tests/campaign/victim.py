"""A run of campaigns to be killed: `... -m tests.campaign.victim STORE FILE SEED`."""

import sys

from msgspec import structs

from sim.campaign.campaign import Campaign
from sim.campaign.load import load
from sim.campaign.plan import cast, plan_of
from sim.run.run import Plan, run
from sim.store.store import open_store


def plan(path: str, seed: str) -> Plan:
    """Return a run of some length, of the campaign in the file *path*."""
    campaign = load(path)
    assert isinstance(campaign, Campaign)
    agents = cast(campaign, ["uniform", "uniform"])
    return structs.replace(plan_of(campaign, agents, seed=seed, games=120))


def main() -> None:
    """Complete the run, saying when it begins."""
    target, path, seed, workers = sys.argv[1:]
    ours = plan(path, seed)
    with open_store(target, create=True) as store:
        sys.stdout.write("begun\n")
        sys.stdout.flush()
        run(ours, store=store, resume=True, workers=int(workers))


if __name__ == "__main__":
    main()
