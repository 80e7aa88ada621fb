"""The files of deploy/: what they name exists. (`tests/server/test_workers.py` runs nginx with its file.)"""

from __future__ import annotations

import configparser
import re
import shlex
from pathlib import Path

from webgame.cli import cli

ROOT = Path(__file__).parents[1]
DEPLOY = ROOT / "deploy"
SERVE = {name: option for option in cli.commands["serve"].params for name in option.opts}
VARIABLES = {option.envvar for option in SERVE.values() if option.envvar}


def settings(name: str, pattern: str) -> set[str]:
    return set(re.findall(pattern, (DEPLOY / name).read_text(), re.M))


def options(words: list[str]) -> set[str]:
    assert "serve" in words
    return {word for word in words if word.startswith("--")}


def test_every_setting_is_read_by_serve() -> None:
    plain = settings("webgame.env", r"^(\w+)=")
    assert plain <= VARIABLES and {"WEBGAME_DATABASE", "WEBGAME_MESSAGE_QUEUE", "WEBGAME_PROXIES"} <= plain
    assert settings("compose.yml", r"^ +(WEBGAME_\w+):") <= VARIABLES


def test_the_unit_starts_the_server() -> None:
    unit = configparser.ConfigParser(strict=False, interpolation=None)
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read(DEPLOY / "webgame@.service")
    service = unit["Service"]
    assert options(shlex.split(service["ExecStart"])) <= set(SERVE)
    assert service["EnvironmentFile"] == "/etc/webgame.env"
    assert f"/var/lib/{service['StateDirectory']}" in service["ExecStart"]


def test_the_image_has_what_it_copies_and_starts_the_server() -> None:
    text = (DEPLOY / "Dockerfile").read_text()
    for line in re.findall(r"^COPY (?!--from)(.+)$", text, re.M):
        for name in line.split()[:-1]:
            assert (ROOT / name).exists(), name
    command = re.search(r"^CMD \[(.+)\]$", text, re.M)
    assert command and options([word.strip(' "') for word in command[1].split(",")]) <= set(SERVE)


def test_compose_puts_its_workers_into_the_file_of_nginx() -> None:
    text = (DEPLOY / "compose.yml").read_text()
    changes = re.findall(r"-e 's/([\d.:]+)/(\w+):(\d+)/'", text)
    nginx = (DEPLOY / "nginx.conf").read_text()
    assert len(changes) == nginx.count("server 127.0.0.1:") == 2
    for old, worker, port in changes:
        assert (
            old in nginx
            and f"\n  {worker}: *worker" in text
            and f'"{port}"' in (DEPLOY / "Dockerfile").read_text()
        )
