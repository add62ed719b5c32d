"""Fracas installs two import packages, and collides with no other."""

import shutil
from pathlib import Path

import pytest

from tests.packaging.built import ROOT, install, pip, python

OURS = ("agents", "scenarios", "sim", "fracas", "pyproject.toml", "README.md")
FILES = (*OURS, "GLOSSARY.md", "LICENSE", "NOTICE")


@pytest.fixture(name="site", scope="module")
def _site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with Fracas as installed, and a package that owns `agents`."""
    folder = tmp_path_factory.mktemp("beside")
    source = folder / "fracas"
    source.mkdir()
    for name in FILES:
        path = ROOT / name
        if path.is_dir():
            shutil.copytree(path, source / name)
        else:
            shutil.copy(path, source / name)
    other = folder / "llm"
    (other / "agents").mkdir(parents=True)
    (other / "agents" / "__init__.py").write_text("OWNER = 'llm'\n", "utf-8")
    (other / "pyproject.toml").write_text(
        '[build-system]\nrequires = ["hatchling"]\nbuild-backend = "hatchling.build"\n'
        '[project]\nname = "llm"\nversion = "1"\n'
        '[tool.hatch.build.targets.wheel]\npackages = ["agents"]\n',
        "utf-8",
    )
    site = folder / "site"
    for package in (source, other):
        install(package, site)
    return site


@pytest.mark.slow
def test_only_two_names_are_installed(site: Path) -> None:
    """Installing adds `sim` and `fracas` only; another package's `agents` stays."""
    ours = {path.name for path in site.iterdir() if "dist-info" not in path.name}
    assert ours - {"bin", "__pycache__"} == {"agents", "fracas", "sim"}
    assert (site / "agents" / "__init__.py").read_text("utf-8") == "OWNER = 'llm'\n"
    assert not list(site.rglob("*.db"))


@pytest.mark.slow
def test_another_package_called_agents_does_no_harm(site: Path, tmp_path: Path) -> None:
    """With another package called `agents` installed, both can be imported and used."""
    code = (
        "import agents, fracas, sim\n"
        "assert agents.OWNER == 'llm'\n"
        f"assert sim.__file__.startswith({str(site)!r}), sim.__file__\n"
        "run = fracas.run('alley', ['bold', 'steady'], games=3, seed='x')\n"
        "print(len(run.lines))"
    )
    said = python("-c", code, first=site, where=tmp_path)
    assert (said.returncode, said.stdout) == (0, "3\n"), said.stderr


@pytest.mark.slow
@pytest.mark.parametrize(
    "command",
    [
        ("agents",),
        ("scenarios",),
        ("run", "guitar_duel", "--games", "2", "--workers", "2"),
        ("audit", "tela_gael_strict"),
        ("glossary", "omega"),
    ],
)
def test_commands_work_as_installed(
    site: Path, tmp_path: Path, command: tuple[str, ...]
) -> None:
    """An installed Fracas finds its agents, scenarios, transcripts and workers."""
    said = python("-m", "sim.cli", *command, first=site, where=tmp_path)
    assert said.returncode == 0, said.stderr
    assert said.stdout


@pytest.mark.slow
def test_pages_have_their_templates(site: Path, tmp_path: Path) -> None:
    """Style, script and templates are installed with the code."""
    words = ("replay", "tela_gael_strict", "--html", "page.html")
    said = python("-m", "sim.cli", *words, first=site, where=tmp_path)
    assert said.returncode == 0, said.stderr
    assert "</html>" in (tmp_path / "page.html").read_text("utf-8")


def test_pip_is_there() -> None:
    """The tests of this folder need pip, and nothing from the network."""
    pip("--version")
