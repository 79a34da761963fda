# /// script
# dependencies = ["nox>=2025.2.9"]
# ///
"""The checks of the project. CONTRIBUTING.md describes them, and says which `.ci/run` runs."""

import shutil
from pathlib import Path

import nox

ROOT = Path(__file__).parent
SITE = ROOT / "build" / "docs"
PROJECT = nox.project.load_toml("pyproject.toml")
PYTEST = ("python", "-m", "pytest", "-q", "--numprocesses", "auto")

nox.needs_version = ">=2025.2.9"
nox.options.default_venv_backend = "uv|virtualenv"
nox.options.error_on_missing_interpreters = False  # a Python that is not here is skipped


def install(session: nox.Session, *groups: str, extras: str = "all") -> None:
    """Install the project with these extras, and the dependency groups with these names."""
    requirements = nox.project.dependency_groups(PROJECT, *groups) if groups else ()
    session.install("--quiet", "--no-compile", "--editable", f".[{extras}]", *requirements)


@nox.session(python=["3.11", "3.12", "3.13", "3.14"])
def tests(session: nox.Session) -> None:
    """Run the quick tests on every Python that is present."""
    install(session, "test")
    session.run(*PYTEST, *session.posargs)


@nox.session(default=False)
def coverage(session: nox.Session) -> None:
    """Run the tests, the slow ones too, and demand that they reach every branch."""
    install(session, "test", extras="adapters,all,parquet")
    session.run(*PYTEST, "-m", "", "--cov", *session.posargs)


@nox.session(default=False)
def thorough(session: nox.Session) -> None:
    """Run the tests that the profile `thorough` makes larger, and those that it adds."""
    install(session, "test", extras="adapters,all")
    session.run(*PYTEST, "-m", "", "--hypothesis-profile", "thorough", *session.posargs)


@nox.session(default=False)
def adapters(session: nox.Session) -> None:
    """Run the tests of the adapters with the frameworks that they need."""
    install(session, "test", extras="adapters,all")
    session.run("python", "-m", "pytest", "-q", "src/keltis/adapters", "tests/adapters")


@nox.session(python="3.11", venv_backend="uv", default=False)
def lowest(session: nox.Session) -> None:
    """Run the tests with the lowest versions of all requirements, on the lowest Python."""
    requirements = nox.project.dependency_groups(PROJECT, "test")
    session.install(
        *("--quiet", "--resolution", "lowest-direct", "--editable", ".[adapters,all]"),
        *requirements,
    )
    # The plugin of anyio that fits these versions warns with this pytest.
    options = ("-p", "no:anyio", *session.posargs)
    session.run(*PYTEST, *options, env={"NUMBA_DISABLE_JIT": "0"})  # compile kernels


@nox.session
def lint(session: nox.Session) -> None:
    """Check style and format."""
    session.install("--quiet", "--no-compile", *nox.project.dependency_groups(PROJECT, "lint"))
    session.run("ruff", "check", ".")
    session.run("ruff", "format", "--check", ".")


@nox.session
def types(session: nox.Session) -> None:
    """Check the types of the package, the tests and the examples."""
    install(session, "lint", "test")
    session.run("mypy", *session.posargs)


@nox.session
def docs(session: nox.Session) -> None:
    """Build the pages with warnings as errors, and run every code block on them."""
    install(session, "docs", "test", extras="adapters,all")
    session.run("sphinx-build", "-W", "--keep-going", "-q", "-b", "html", "docs", str(SITE))
    session.run("python", "-m", "pytest", "-q", "docs", "--doctest-glob=*.md")


@nox.session(default=False)
def browser(session: nox.Session) -> None:
    """Play in a browser without a network: on the page "Play now", and at the server's tables.

    The session `docs` builds the page; without it, the tests of the page are skipped.
    """
    install(session, "test")
    tests = ("python", "-m", "pytest", "-q", "-rs", "tests/browser")
    session.run(*tests, *session.posargs, env={"KELTIS_SITE": str(SITE)})


@nox.session
def examples(session: nox.Session) -> None:
    """Run the examples with warnings as errors."""
    install(session)
    for example in sorted(ROOT.glob("examples/*.py")):
        session.run("python", "-W", "error", str(example), silent=True)


@nox.session(default=False)
def clients(session: nox.Session) -> None:
    """Train with programs of others, which are large: Stable-Baselines3."""
    install(session, "clients", extras="adapters")
    session.run("python", "-W", "error", "examples/clients/sb3_batch.py", "--steps", "20000")


@nox.session
def wheel(session: nox.Session) -> None:
    """Build the wheel, and use it as a stranger would: without the source, first without extras."""
    place = Path(session.create_tmp()).resolve()
    shutil.rmtree(place)
    for folder in ("examples", "tests"):
        shutil.copytree(ROOT / folder, place / folder)
    shutil.copy(ROOT / "pyproject.toml", place)
    session.install("--quiet", "hatchling>=1.27")
    session.run("hatchling", "build", "--target", "wheel", "--directory", str(place), silent=True)
    (built,) = place.glob("keltis-*.whl")
    session.install("--quiet", str(built))
    session.chdir(place)
    session.run("python", "-W", "error", "examples/first_game.py", silent=True)
    requirements = nox.project.dependency_groups(PROJECT, "lint", "test")
    session.install("--quiet", "--no-compile", f"{built}[adapters,all]", *requirements)
    session.run("keltis", "watch", "--seed", "7", "--no-board", silent=True)
    session.run(
        *("python", "-m", "pytest", "-q", "--override-ini", "addopts=--import-mode=importlib"),
        *(str(path) for path in sorted(place.glob("tests/test_rulings_*.py"))),
        *("tests/celtic/test_play.py", "tests/outside"),
    )
    session.chdir("tests/outside")
    session.run("mypy", "--config-file=", "--strict", ".")
    session.run("pyright")
    # OpenSpiel and PettingZoo have no types: the base classes of the adapters get them from stubs.
    code = "import sysconfig; print(sysconfig.get_path('purelib'))"
    packages = Path(str(session.run("python", "-c", code, silent=True)).strip())
    shutil.copy("typings/pyspiel.pyi", packages)
    shutil.copytree("typings/pettingzoo", packages / "pettingzoo-stubs", dirs_exist_ok=True)
    session.run("pyright", "--verifytypes", "keltis", "--ignoreexternal", silent=True)


@nox.session(default=False)
def core(session: nox.Session) -> None:
    """Test the rules without extras, as on a Python for which they have no wheels yet."""
    install(session, "test", extras="testing")
    names = ("test_rulings_*.py", "test_perft.py", "test_against_naive.py")
    paths = (str(path) for name in names for path in sorted(ROOT.glob(f"tests/{name}")))
    session.run("python", "-m", "pytest", "-q", *paths, *session.posargs)


@nox.session(default=False)
def repository(session: nox.Session) -> None:
    """Audit the workflows, the settings and the package; compare the API with the last release."""
    session.install("--quiet", *nox.project.dependency_groups(PROJECT, "repository"))
    session.run("zizmor", "--offline", "--persona", "auditor", "--quiet", ".")
    session.run("sp-repo-review", ".", "--format", "rich", "--show", "err")
    session.run("pyroma", "--min", "10", ".", silent=True)
    place = Path(session.create_tmp()).resolve()
    shutil.rmtree(place)
    session.install("--quiet", "hatchling>=1.27")
    session.run("hatchling", "build", "--directory", str(place), silent=True)
    built = [str(path) for path in sorted(place.iterdir())]
    session.run("twine", "check", "--strict", *built)
    session.run("check-wheel-contents", *(path for path in built if path.endswith(".whl")))
    tags = ""
    if (ROOT / ".git").exists():
        tags = str(session.run("git", "tag", "--sort=-version:refname", external=True, silent=True))
    if not tags.strip():
        session.log("no release is tagged here: the API is not compared")
        return
    # It reports: before version 1.0 a release may change names, and the changelog lists them.
    session.run(
        *("griffe", "check", "keltis", "--search", "src", "--against", tags.split()[0]),
        success_codes=[0, 1],
    )


@nox.session(default=False)
def bench(session: nox.Session) -> None:
    """Measure the speed beside other engines; takes options such as `-- --slices 400`."""
    session.install("--quiet", ".[batch]", *nox.project.dependency_groups(PROJECT, "bench"))
    # pgx is large, and there are machines without a wheel of JAX: the benchmark leaves it out then.
    session.install("--quiet", "pgx", success_codes=[0, 1])
    session.run("python", "tests/bench/speed.py", *session.posargs)
    session.run("python", "tests/bench/batch_speed.py", *session.posargs)


@nox.session(default=False)
def mutation(session: nox.Session) -> None:
    """Change the rules and see if a test fails; takes options such as `-- --sample 200`."""
    install(session, "test")
    runs = [session.posargs] if session.posargs else [["--sources"], []]
    for options in runs:
        session.run("python", "-m", "mutation", *options, env={"PYTHONPATH": "tests"})


@nox.session(default=False)
def soak(session: nox.Session) -> None:
    """Repeat the attacks on the library at full size; takes options such as `-- --minutes 5`."""
    install(session, "test")
    session.run("python", "-m", "soak", *session.posargs, env={"PYTHONPATH": "tests"})


@nox.session(default=False)
def peers(session: nox.Session) -> None:
    """Compare OpenSpiel's form of the games with ours; takes options such as `-- --games 10000`."""
    install(session, "test", extras="adapters,testing")
    session.run(
        *("python", "-m", "adapters.openspiel_lockstep", *session.posargs),
        env={"PYTHONPATH": "tests"},
    )


@nox.session(default=False)
def lockstep(session: nox.Session) -> None:
    """Compare both engines over ten million decisions; takes `-- --decisions 100000 --seed 2`."""
    install(session, "test")
    session.run("python", "tests/batch/lockstep.py", *session.posargs)


if __name__ == "__main__":
    nox.main()
