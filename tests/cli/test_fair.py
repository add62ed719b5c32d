"""Dice that several parties make together, and what each of them might try."""

import json
import stat
from hashlib import blake2b
from io import StringIO
from pathlib import Path

import pytest
from msgspec import structs

from sim.audit.store import StoreAudit
from sim.dice.fair import Share, Terms, commitment_to, seed_of
from sim.library.scenario import load
from sim.run.fair_files import read_kept, read_made
from sim.run.run import make_plan, run
from sim.store.events import RunStarted, row, written
from sim.store.store import open_store
from tests.cli.conftest import Fracas

TERMS = Terms("ab", ("steady", "bold"))


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Files are written where nothing is yet."""
    monkeypatch.chdir(tmp_path)


def commit(fracas: Fracas, who: str, scenario: str = "stuck_door") -> str:
    """Commit as *who*; return what is sent to the others."""
    kept = f"{who.casefold()}.toml"
    made = fracas("commit", "--for", scenario, "--as", who, "--keep", kept, "--json")
    assert made.status == 0
    return str(made.json()["commitment"])


def share(fracas: Fracas, who: str, *theirs: str) -> str:
    """Show the share of *who* once *theirs* are known; return it."""
    given = [word for value in theirs for word in ("--theirs", value)]
    made = fracas("reveal", f"{who.casefold()}.toml", *given, "--json")
    assert made.status == 0
    return str(made.json()["share"])


def make(fracas: Fracas) -> None:
    """Make fair.toml, by Ann and Bo."""
    ann, bo = commit(fracas, "Ann"), commit(fracas, "Bo")
    share(fracas, "Ann", bo)
    shown = share(fracas, "Bo", ann)
    assert fracas("reveal", "ann.toml", "--share", shown).status == 0


def test_two_parties_make_one_seed(fracas: Fracas) -> None:
    """Two parties reveal the same seed, and a run and its audit name both."""
    ann, bo = commit(fracas, "Ann"), commit(fracas, "Bo")
    assert stat.S_IMODE(Path("ann.toml").stat().st_mode) == 0o600
    shares = share(fracas, "Ann", bo), share(fracas, "Bo", ann)
    assert stat.S_IMODE(Path("ann.toml").stat().st_mode) == 0o600
    assert fracas("reveal", "ann.toml", "--share", shares[1]).status == 0
    again = fracas("reveal", "bo.toml", "--share", shares[0], "--write", "b.toml")
    assert again.status == 0
    assert Path("fair.toml").read_bytes() == Path("b.toml").read_bytes()
    play = ("run", "stuck_door", "--fair", "fair.toml", "--games", "2")
    assert fracas(*play, "--store", "duel.db").status == 0
    with open_store("duel.db", create=False) as store:
        (began,) = store.runs()
    assert began.seed == read_made(Path("fair.toml")).seed
    assert {share.party for share in began.fair} == {"Ann", "Bo"}
    audited = fracas("audit", "duel.db")
    assert audited.status == 0
    assert ann in audited.out
    assert bo in audited.out
    (fair,) = fracas("audit", "duel.db", "--json").json()["fair"]
    assert fair["commitments"] == sorted([ann, bo])
    # The run goes on from its record, with the file or without.
    assert fracas(*play, "--store", "duel.db").status == 0
    assert "--fair fair.toml" in fracas(*play).out


def test_the_encoding_is_as_written_down() -> None:
    """Commitments and seeds are hashed as the page describes."""
    data = '["ab",["steady","bold"],"Åsa","00"]'.encode()
    due = blake2b(data, digest_size=32, person=b"fracas-share").hexdigest()
    assert commitment_to(TERMS, "Åsa", "00") == due
    shares = [Share("Bo", "2", "22"), Share("Ann", "1", "11")]
    pairs = json.dumps([["Ann", "11"], ["Bo", "22"]], separators=(",", ":"))
    data = f'["ab",["steady","bold"],{pairs}]'.encode()
    due = blake2b(data, digest_size=16, person=b"fracas-fair").hexdigest()
    assert seed_of(TERMS, shares) == seed_of(TERMS, shares[::-1]) == f"fair~{due}"


def test_old_runs_keep_their_bytes() -> None:
    """A run without a fair seed has the same bytes as before there were any."""
    began = RunStarted("ab", "T", "toy", 1, "cd", (), ("u",), "noon", 3, 2, "seal")
    assert written(began).endswith(b"\xa4seal")
    told = structs.replace(began, fair=(Share("Ann", "1", "11"),))
    assert written(told) == row(told)[1] != written(began)


def test_nobody_shows_a_share_too_early(fracas: Fracas) -> None:
    """A share is revealed only after all commitments, and none may follow."""
    commit(fracas, "Ann")
    bo, cy = commit(fracas, "Bo"), commit(fracas, "Cy")
    early = fracas("reveal", "ann.toml").refused()
    assert "nothing is revealed before the others have committed" in early
    share(fracas, "Ann", bo)
    late = fracas("reveal", "ann.toml", "--theirs", cy).refused()
    assert "Cy committed after your share was shown" in late


def test_a_commitment_cannot_be_exchanged(fracas: Fracas) -> None:
    """A party that changes its commitment, or reveals another share, is refused."""
    ann, bo = commit(fracas, "Ann"), commit(fracas, "Bo")
    shown = share(fracas, "Ann", bo)
    Path("bo.toml").rename("old.toml")
    other = commit(fracas, "Bo")
    refused = fracas("reveal", "ann.toml", "--theirs", other).refused()
    assert f"Bo committed to {bo.removeprefix('Bo:')}, and now to" in refused
    another = share(fracas, "Bo", ann)
    refused = fracas("reveal", "ann.toml", "--share", another).refused()
    assert "the share of Bo is not the one committed to" in refused
    assert shown.startswith("Ann:")


def test_a_commitment_cannot_be_copied(fracas: Fracas) -> None:
    """A commitment copied from another party is refused."""
    ann = commit(fracas, "Ann")
    copied = f"Bo:{ann.removeprefix('Ann:')}"
    refused = fracas("reveal", "ann.toml", "--theirs", copied).refused()
    assert "the commitment of Bo is your own" in refused
    refused = fracas("reveal", "ann.toml", "--theirs", ann).refused()
    assert "Ann is you" in refused
    kept = read_kept(Path("ann.toml"))
    assert commitment_to(kept.terms, "Bo", kept.share) != kept.own.commitment


def test_the_scenario_cannot_be_fitted(fracas: Fracas) -> None:
    """Another scenario, ruling or agent than was committed to is refused."""
    ann = commit(fracas, "Ann")
    bo = commit(fracas, "Bo", "footrace")
    share(fracas, "Ann", bo)
    shown = share(fracas, "Bo", ann)
    refused = fracas("reveal", "ann.toml", "--share", shown).refused()
    assert "committed for another scenario" in refused
    for path in ("ann.toml", "bo.toml"):
        Path(path).unlink()
    make(fracas)
    fair = ["--fair", "fair.toml"]
    for words, reason in (
        (["footrace"], "was made for the scenario with the digest"),
        (["stuck_door", "--set", "seats[Skala].pools.vigor=9"], "digest"),
        (["stuck_door", "--ruling", "pool_die_timing=before_roll_only"], "digest"),
        (["stuck_door", "--agents", "bold"], "was made for the agents"),
        (["stuck_door", "--seed", "mine"], "leave out --seed"),
        (["stuck_door", "--sampled"], "--fair is for a plain run"),
    ):
        assert reason in fracas("run", *words, *fair).refused()
    file = ["commit", "--for", "stuck_door", "--as", "Ann", "--keep", "new.toml"]
    assert "can change" in fracas(*file, "--agents", "my.py:Mine").refused()


def test_a_changed_file_is_refused(fracas: Fracas) -> None:
    """A changed file is refused with what does not follow."""
    make(fracas)
    path = Path("fair.toml")
    text = path.read_text("utf-8")
    digit = text.rindex("share = ") + len('share = "')
    changed = "0" if text[digit] != "0" else "1"
    for new, reason in (
        (text[:digit] + changed + text[digit + 1 :], "the commitment "),
        (text.replace('seed = "fair~', 'seed = "fair~0'), "the seed 'fair~0"),
        (text.partition("[[party]]")[0] + "party = []", "shares of 0 parties"),
        (text.replace('party = "Bo"', 'party = "Ann"'), "2 shares of Ann"),
        (text.replace("share = ", "shere = "), "shere"),
        ("[" + text, "fair.toml"),
        ('title = "x"', "is another file, expected what fracas reveal --write wrote"),
    ):
        path.write_text(new, "utf-8")
        assert reason in fracas("run", "stuck_door", "--fair", path).refused()
    refused = fracas("run", "stuck_door", "--fair", "no.toml").refused()
    assert "no.toml cannot be read" in refused


def test_an_audit_holds_shares_to_commitments(fracas: Fracas) -> None:
    """An audit of the dice finds shares that do not fit their commitments."""
    make(fracas)
    made = read_made(Path("fair.toml"))
    plan = make_plan(load("stuck_door"), made.agents, seed=made.seed)
    ann, bo = made.shares
    for fair, expected in (
        (made.shares, ""),
        ((ann,), "expected at least 2"),
        ((bo, ann), "expected them in the order of their commitments"),
        ((ann, structs.replace(bo, share=ann.share)), "the commitment "),
        ((ann, structs.replace(bo, share="?")), "64 hexadecimal digits"),
    ):
        with open_store(":memory:", create=True) as store:
            run(structs.replace(plan, fair=fair), store=store)
            findings = list(StoreAudit(store, depths=("dice",)).everything())
            assert not list(StoreAudit(store, depths=("seal",)).everything())
        assert bool(findings) == bool(expected)
        assert all(finding.depth == "dice" for finding in findings)
        assert not expected or any(expected in finding.sentence for finding in findings)


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["commit", "--for", "stuck_door", "--keep", "a.toml"], "lacks --as NAME"),
        (["commit", "--for", "stuck_door", "--as", "Ann"], "lacks --keep FILE"),
        (["commit", "demo", "--as", "Ann"], "expected --for SCENARIO"),
        (["commit", "demo", "--for", "stuck_door"], "leave out SEED"),
        (
            ["commit", "--for", "stuck_dor", "--as", "A", "--keep", "a.toml"],
            "did you mean stuck_door?",
        ),
        (
            ["commit", "--for", "stuck_door", "--as", "A:b", "--keep", "a.toml"],
            "without a colon",
        ),
        (["reveal", "none.toml"], "none.toml cannot be read"),
        (["reveal", "bo.toml", "--theirs", "Ann"], "is no commitment, expected"),
        (["reveal", "bo.toml", "--theirs", "Ann:12"], "is no commitment, expected"),
        (["reveal", "bo.toml", "--share", f"Cy:{'0' * 64}"], "nothing is revealed"),
        (
            ["reveal", "bo.toml", *(["--theirs", f"Ann:{'0' * 64}"]), "--share", "x"],
            "is no share, expected",
        ),
        (
            [
                "reveal",
                "bo.toml",
                "--theirs",
                f"A:{'0' * 64}",
                "--theirs",
                f"A:{'1' * 64}",
            ],
            "A has two commitments",
        ),
        (
            [
                "reveal",
                "bo.toml",
                "--theirs",
                f"A:{'0' * 64}",
                "--share",
                f"B:{'1' * 64}",
            ],
            '"B" has committed to nothing',
        ),
    ],
)
def test_what_cannot_be_used_is_one_sentence(
    fracas: Fracas, words: list[str], reason: str
) -> None:
    """A wrong file or option is refused in one sentence."""
    commit(fracas, "Bo")
    assert reason in fracas(*words).refused()


def test_a_person_plays_with_dice_that_two_made(
    fracas: Fracas, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A person can play with a fair seed, and the record audits clean."""
    asked = ("commit", "--for", "stuck_door", "--agents", ",person", "--json")
    ann, bo = (
        fracas(*asked, "--as", who, "--keep", f"{who.casefold()}.toml").json()
        for who in ("Ann", "Bo")
    )
    share(fracas, "Ann", bo["commitment"])
    shown = share(fracas, "Bo", ann["commitment"])
    assert fracas("reveal", "ann.toml", "--share", shown).status == 0
    play = ("play", "stuck_door", "--fair", "fair.toml", "--seat")
    assert "made for the agents" in fracas(*play, "Miska").refused()
    assert "leave out --seed" in fracas(*play, "Skala", "--seed", "x").refused()
    monkeypatch.setattr("sys.stdin", StringIO("1\n" * 50))
    said = fracas(*play, "Skala", "--store", "sat.db")
    assert said.status == 0, said.err
    with open_store("sat.db", create=False) as store:
        (began,) = store.runs()
    assert began.seed == read_made(Path("fair.toml")).seed
    assert began.agents[1].startswith("person:choices=")
    audited = fracas("audit", "sat.db")
    assert audited.status == 0, audited.out
    assert ann["commitment"] in audited.out
