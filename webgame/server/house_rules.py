"""House rules in the lobby: a system's settings as form fields, what a form says, what a game has changed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from webgame.engine.system import Setting, System
from webgame.server.errors import Refused
from webgame.server.languages import _
from webgame.server.scenarios import say

YES_NO = {"yes": True, "no": False}


def field(system: System, setting: Setting) -> str:
    """Return the name of a setting's form field; one form holds those of all systems."""
    return f"rule.{system.name}.{setting.name}"


def shown(system: System, setting: Setting, value: Any) -> str:
    """Return a value in words."""
    if setting.kind == "yes_no":
        return _("yes") if value else _("no")
    return say(system, f"house.{setting.name}.{value}") if setting.kind == "choice" else str(value)


def groups(system: System) -> list[dict[str, Any]]:
    """Return a system's settings by group, each as a template draws it."""
    found: dict[str, list[dict[str, Any]]] = {}
    for setting in system.settings:
        values = [*YES_NO] if setting.kind == "yes_no" else list(setting.choices)
        entry = {
            "field": field(system, setting),
            "label": say(system, f"house.{setting.name}"),
            "text": say(system, f"house.{setting.name}.text"),
            "usual": shown(system, setting, setting.default),
            "choices": [(v, shown(system, setting, YES_NO.get(v, v))) for v in values],
            "setting": setting,
        }
        found.setdefault(setting.group, []).append(entry)
    return [{"name": say(system, f"house.group.{name}"), "settings": all_} for name, all_ in found.items()]


def read(system: System, form: Mapping[str, str]) -> dict[str, Any]:
    """Return the house rules that a form sets; an empty field leaves the scenario's value.

    Raises Refused that names each field with a wrong value.
    """
    rules: dict[str, Any] = {}
    wrong: list[str] = []
    for setting in system.settings:
        text = form.get(field(system, setting), "").strip()
        if not text:
            continue
        value: Any = text
        if setting.kind == "yes_no":
            value = YES_NO.get(text, text)
        elif (
            setting.kind == "number"
            and text.removeprefix("-").isdecimal()
            and text.isascii()
            and len(text) < 10
        ):
            value = int(text)
        if problem := setting.wrong(value):
            wrong.append(f"{say(system, f'house.{setting.name}')}: {problem}")
        rules[setting.name] = value
    if wrong:
        raise Refused("bad_options", "; ".join(wrong))
    return rules


def merged(options: dict[str, Any], rules: dict[str, Any]) -> dict[str, Any]:
    """Return a game's options with house rules of a form added; these come before what is typed in."""
    if not rules:
        return options
    typed = options.get("rules", {})
    if not isinstance(typed, dict):
        raise Refused("bad_options", f"rules must be a table, not {typed!r}")
    return {**options, "rules": {**typed, **rules}}


def changed(system: System, options: Mapping[str, Any]) -> list[tuple[str, str, str]]:
    """Return the house rules that a game's options set: label, value in words, number of the rule."""
    rules = options.get("rules", {})
    return [
        (say(system, f"house.{s.name}"), shown(system, s, rules[s.name]), s.rule)
        for s in system.settings
        if s.name in rules and rules[s.name] != s.default
    ]
