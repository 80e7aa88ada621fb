"""Setting a clone up: what makes a step run again, and how problems are told. No network needed."""

import os
import platform
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from webgame import bootstrap
from webgame.bootstrap import Setup, SetupError, Stages, Tally

REPORT = """<testsuites><testsuite>
<testcase classname="tests.a" name="good"/>
<testcase classname="tests.a" name="bad"><failure message="no"/></testcase>
<testcase classname="tests.a" name="left_out"><skipped type="pytest.skip" message="no browser"/></testcase>
<testcase classname="tests.a" name="known"><skipped type="pytest.xfail" message="to do"/></testcase>
</testsuite></testsuites>"""


@pytest.fixture
def clone(tmp_path: Path) -> Setup:
    """A small clone, not set up, on a machine without any program."""
    for name in ("pyproject.toml", "constraints.txt", "package.json", "package-lock.json", ".npmrc"):
        (tmp_path / name).write_text(name)
    (tmp_path / "static" / "src").mkdir(parents=True)
    (tmp_path / "static" / "build.mjs").write_text("build")
    (tmp_path / "static" / "src" / "main.ts").write_text("main")
    return Setup(tmp_path, {"PATH": str(tmp_path / "no-programs")})


def finish(clone: Setup, kind: str) -> None:
    """Leave behind what a complete set-up leaves."""
    clone.python.parent.mkdir(parents=True)
    clone.python.write_text("")
    (clone.venv / f"ready-{kind}").write_text(clone.python_key(kind))
    for folder, key in ((clone.root / "node_modules", clone.packages_key()), (clone.dist, clone.build_key())):
        folder.mkdir()
        (folder / ".ready").write_text(key)


def program(folder: Path, name: str, script: str) -> None:
    """Put a program on the search path of a clone's machine."""
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(f"#!/bin/sh\n{script}\n")
    (folder / name).chmod(0o755)


def test_a_new_clone_is_not_ready_and_a_finished_one_is(clone: Setup) -> None:
    assert not clone.ready("play")
    finish(clone, "play")
    assert clone.ready("play")
    assert not clone.ready("test")


def test_what_is_set_up_for_tests_can_play(clone: Setup) -> None:
    finish(clone, "test")
    assert clone.ready("play")
    assert clone.ready("test")


def test_a_start_that_finds_all_in_order_runs_nothing(clone: Setup, monkeypatch: pytest.MonkeyPatch) -> None:
    finish(clone, "play")
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: pytest.fail("ran a command"))
    clone.ensure("play")


@pytest.mark.parametrize("name", ["pyproject.toml", "constraints.txt"])
def test_changed_python_inputs_install_the_packages_again(clone: Setup, name: str) -> None:
    finish(clone, "test")
    (clone.root / name).write_text("changed")
    assert not clone.python_ready("play")
    assert not clone.python_ready("test")
    assert clone.build_ready()


def test_another_python_or_another_place_makes_the_environment_anew(
    clone: Setup, monkeypatch: pytest.MonkeyPatch
) -> None:
    finish(clone, "play")
    moved = clone.root.rename(clone.root.with_name("moved"))
    assert not Setup(moved, clone.env).python_ready("play")
    moved.rename(clone.root)
    assert clone.python_ready("play")
    monkeypatch.setattr(platform, "python_version", lambda: "3.99.0")
    assert not clone.python_ready("play")


def test_a_lost_python_is_noticed(clone: Setup) -> None:
    finish(clone, "play")
    clone.python.unlink()
    clone.python.symlink_to("/nowhere/python3")
    assert not clone.python_ready("play")


@pytest.mark.parametrize("name", ["package.json", "package-lock.json", ".npmrc"])
def test_changed_browser_packages_are_installed_and_built_again(clone: Setup, name: str) -> None:
    finish(clone, "play")
    (clone.root / name).write_text("changed")
    assert not clone.packages_ready()
    assert not clone.build_ready()
    assert clone.python_ready("play")


def test_changed_new_renamed_and_removed_sources_are_built_again(clone: Setup) -> None:
    source = clone.root / "static" / "src"
    keys = [clone.build_key()]
    (source / "main.ts").write_text("other")
    keys.append(clone.build_key())
    (source / "deep").mkdir()
    (source / "deep" / "more.ts").write_text("more")
    keys.append(clone.build_key())
    (source / "deep" / "more.ts").rename(source / "deep" / "name.ts")
    keys.append(clone.build_key())
    (source / "main.ts").unlink()
    keys.append(clone.build_key())
    assert len(set(keys)) == len(keys)


def test_two_files_do_not_pass_for_one_another(tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    one.write_text("ab")
    two.write_text("c")
    before = bootstrap.digest(tmp_path, [one, two])
    one.write_text("a")
    two.write_text("bc")
    assert bootstrap.digest(tmp_path, [one, two]) != before


def test_play_does_not_need_node_modules_once_all_is_built(clone: Setup) -> None:
    finish(clone, "play")
    (clone.root / "node_modules" / ".ready").unlink()
    assert clone.ready("play")


def test_a_failed_step_leaves_no_stamp(clone: Setup, monkeypatch: pytest.MonkeyPatch) -> None:
    finish(clone, "play")
    (clone.root / "static" / "src" / "main.ts").write_text("broken")
    program(clone.root / "no-programs", "npm", "exit 0")
    program(clone.root / "no-programs", "node", '[ "$1" = --version ] && echo v22.1.0 || exit 1')
    with pytest.raises(SetupError, match=r"^Building the browser code failed: .*\.$"):
        clone.ensure("play")
    assert not clone.build_ready()


def test_node_is_taken_from_the_machine_when_new_enough_and_npm_is_there(clone: Setup) -> None:
    programs = clone.root / "no-programs"
    program(programs, "node", "echo v20.3.1")
    assert clone.system_node() is None
    program(programs, "npm", "exit 0")
    assert clone.system_node() == programs / "node"
    program(programs, "node", "echo v18.19.0")
    assert clone.system_node() is None
    program(programs, "node", "echo nonsense")
    assert clone.system_node() is None


def test_without_npm_and_network_one_sentence_says_so(
    clone: Setup, capfd: pytest.CaptureFixture[str]
) -> None:
    clone.python.parent.mkdir(parents=True)
    program(clone.python.parent, "python", "exit 1")
    (clone.venv / "lib" / "python3.11" / "site-packages" / "pip").mkdir(parents=True)
    with pytest.raises(
        SetupError, match=r"^Installing the Python packages failed: check the network, then type"
    ):
        clone.ensure_packages()
    assert "Traceback" not in capfd.readouterr().err


def test_a_python_without_venv_leaves_nothing_half_made(
    clone: Setup, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Setup, "base_python", lambda _: "/nowhere/python3")
    with pytest.raises(SetupError, match="sudo apt install python3-venv"):
        clone.ensure_python("play")
    assert not clone.venv.exists()


def test_the_environment_is_made_without_pip_when_that_is_all_there_is(
    clone: Setup, monkeypatch: pytest.MonkeyPatch
) -> None:
    base = clone.root / "no-programs" / "python3"
    # Debian without python3-venv: a half-made folder and an error, unless pip is left out
    script = (
        'if [ "$2" = pip ]; then exit 0; fi\nfor last; do :; done\nmkdir -p "$last"\n[ "$3" = --without-pip ]'
    )
    program(base.parent, base.name, script)
    monkeypatch.setattr(Setup, "base_python", lambda _: str(base))
    clone.make_venv()
    assert (clone.venv / "made-for").read_text() == clone.home_key()
    assert clone.installer() == [
        str(base), "-m", "pip", "--python", clone.python, "install",
        "-qq", "--disable-pip-version-check", "--no-warn-script-location",
    ]  # fmt: skip


def test_problems_are_one_sentence_and_exit_code_1(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 10, 2))
    assert bootstrap.main(["play"]) == 1
    output = capsys.readouterr()
    assert output.err.startswith("This needs Python 3.11 or newer")
    assert output.err.count("\n") == 1


@pytest.mark.parametrize("command", ["play", "test"])
def test_the_scripts_say_when_there_is_no_python(command: str, tmp_path: Path) -> None:
    program(tmp_path, "dirname", 'exec /usr/bin/dirname "$@"')
    program(tmp_path, "python3", "exit 1")  # one that is too old
    done = subprocess.run(
        ["/bin/sh", str(bootstrap.ROOT / command)],
        env={"PATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert done.stderr.startswith("This needs Python 3.11 or newer, and none was found.")
    assert done.stderr.count("\n") == 1


def test_the_users_options_come_last(clone: Setup, monkeypatch: pytest.MonkeyPatch) -> None:
    finish(clone, "play")
    seen: list[list[str]] = []

    def execv(_: str, command: list[str]) -> None:
        """Stand in for the real one, which never comes back."""
        seen.append(command)
        raise SystemExit

    monkeypatch.setattr(os, "execv", execv)
    with pytest.raises(SystemExit):
        bootstrap.play(["--port", "9000"], clone)
    assert seen == [
        [str(clone.python), "-m", "webgame", "serve"]
        + ["--host", "0.0.0.0", "--port", "8000", "--port", "9000"]
    ]


def test_an_unknown_option_of_test_is_refused(clone: Setup, capsys: pytest.CaptureFixture[str]) -> None:
    assert bootstrap.test(["--fast"], clone) == 2
    assert "--quick" in capsys.readouterr().out


def test_chromium_is_found_by_variable_or_name(tmp_path: Path) -> None:
    env = {"PATH": str(tmp_path)}
    assert bootstrap.find_chromium(env) is None
    program(tmp_path, "google-chrome", "exit 0")
    program(tmp_path, "mine", "exit 0")
    assert bootstrap.find_chromium(env) == str(tmp_path / "google-chrome")
    program(tmp_path, "chromium-headless-shell", "exit 0")
    assert bootstrap.find_chromium(env) == str(tmp_path / "chromium-headless-shell")
    assert bootstrap.find_chromium({**env, "CHROMIUM": "mine"}) == str(tmp_path / "mine")
    with pytest.raises(SetupError, match=r"^\$CHROMIUM names /nowhere, which is no program here"):
        bootstrap.find_chromium({**env, "CHROMIUM": "/nowhere"})


def test_without_chromium_a_guest_is_told_what_to_type(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    env = {"PATH": str(tmp_path)}
    with pytest.raises(SetupError, match=r"sudo apt-get install chromium-headless-shell .*--quick"):
        bootstrap.ensure_chromium(env)
    program(tmp_path, "chromium", "exit 0")
    assert bootstrap.ensure_chromium(env) == str(tmp_path / "chromium")


def test_root_gets_the_browser_without_windows_and_any_other_where_that_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(bootstrap, "NO_START", tmp_path / "policy")
    env = {"PATH": str(tmp_path)}
    program(tmp_path, "apt-get", "exit 1")
    with pytest.raises(SetupError, match="Installing Chromium failed"):
        bootstrap.ensure_chromium(env)
    program(tmp_path, "chromium", "exit 0")
    assert bootstrap.ensure_chromium(env) == str(tmp_path / "chromium")
    assert "run in " in capsys.readouterr().out
    shell = tmp_path / "chromium-headless-shell"
    install = f'[ "$1" = update ] || {{ echo "#!/bin/sh" > {shell}; chmod +x {shell}; }}'
    program(tmp_path, "apt-get", f"PATH={os.environ['PATH']}\n{install}")
    assert bootstrap.ensure_chromium(env) == str(shell)
    program(tmp_path, "apt-get", "exit 1")  # nothing is installed twice
    assert bootstrap.ensure_chromium(env) == str(shell)


def test_skips_are_counted_and_expected_failures_are_not_skips(tmp_path: Path) -> None:
    report = tmp_path / "report.xml"
    assert bootstrap.read_tally(report) == Tally()
    report.write_text(REPORT)
    assert bootstrap.read_tally(report) == Tally(2, 1, ("tests.a.left_out: no browser",))


def test_a_skipped_test_fails_its_stage_and_stops_the_rest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fake_run(command: list[str], **_: object) -> SimpleNamespace:
        """Stand in for a pytest that is content with itself."""
        report = next(part for part in command if str(part).startswith("--junitxml="))
        Path(report.removeprefix("--junitxml=")).write_text(REPORT.replace('<failure message="no"/>', ""))
        return SimpleNamespace(returncode=0)

    monkeypatch.setattr(subprocess, "run", fake_run)
    stages = Stages({}, tmp_path)
    stages.pytest("unit", Path("python"), "tests")
    stages.command("never", "false")
    stages.summary(1.0)
    assert [(name, result) for name, result, _ in stages.results] == [
        ("unit", "FAILED"),
        ("never", "not run"),
    ]
    output = capsys.readouterr().out
    assert "skipped, which counts as failed: tests.a.left_out: no browser" in output
    assert output.endswith("\n3 passed, 1 failed\n")


TRIES = """
import pathlib, pytest

@pytest.mark.parametrize("name", ["steady", "late", "wrong"])
def test_it(name):
    tries = pathlib.Path(__file__).with_name(name)
    seen = int(tries.read_text()) if tries.exists() else 0
    tries.write_text(str(seen + 1))
    assert seen >= {"steady": 0, "late": 1, "wrong": 2}[name]
"""


@pytest.mark.parametrize(
    ("chosen", "told", "ran"),
    [
        ("steady or late", "2 passed (1 at the second try only), 0 failed", [1, 2]),
        ("steady or late or wrong", "2 passed (1 at the second try only), 1 failed", [1, 2, 2]),
        ("steady", "1 passed, 0 failed", [1]),
    ],
)
def test_a_few_failed_tests_get_a_second_try_that_is_told(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], chosen: str, told: str, ran: list[int]
) -> None:
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    (tmp_path / "test_tries.py").write_text(TRIES)
    stages = Stages(dict(os.environ), tmp_path)
    stages.pytest("unit", Path(sys.executable), ".", "-n", "2", "-k", chosen)
    stages.summary(1.0)
    assert capfd.readouterr().out.endswith(f"\n{told}\n")
    assert stages.failed == ("wrong" in chosen)
    names = ("steady", "late", "wrong")
    assert [int((tmp_path / n).read_text()) for n in names if (tmp_path / n).exists()] == ran


def test_many_failed_tests_get_no_second_try(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stages = Stages({}, tmp_path)
    tries: list[int] = []

    def run(*_: object) -> tuple[int, Tally]:
        tries.append(1)
        return 1, Tally(10, bootstrap.FEW + 1)

    monkeypatch.setattr(stages, "run_pytest", run)
    stages.pytest("unit", Path("python"), "tests")
    assert stages.failed and tries == [1]


def test_no_tests_at_all_is_a_failure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: SimpleNamespace(returncode=5))
    stages = Stages({}, tmp_path)
    stages.pytest("e2e", Path("python"), "e2e")
    assert stages.failed


def test_services_are_found_or_a_guest_is_told_what_to_type(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    env = {"PATH": str(tmp_path)}
    monkeypatch.setattr(bootstrap, "SERVICE_PLACES", (str(tmp_path / "*" / "bin"),))
    program(tmp_path, "nginx", "")
    (tmp_path / "15").mkdir()
    program(tmp_path / "15" / "bin", "initdb", "")
    assert bootstrap.missing_services(env) == ["redis-server"]
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    with pytest.raises(SetupError, match=r"sudo apt-get install redis-server\), .*--quick"):
        bootstrap.ensure_services(env)
    program(tmp_path, "redis-server", "")
    bootstrap.ensure_services(env)


def test_what_is_installed_for_the_tests_is_not_started(tmp_path: Path) -> None:
    policy = tmp_path / "policy-rc.d"
    with bootstrap.starting_nothing(policy):
        assert subprocess.run([policy], check=False).returncode == 101
    assert not policy.exists()
    policy.write_text("the machine's own")
    with bootstrap.starting_nothing(policy):
        pass
    assert policy.read_text() == "the machine's own"
