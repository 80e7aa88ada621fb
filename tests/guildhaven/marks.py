"""Marks of the rules of this game: `rule` for those a test sees cited, `shown` if they show in the state."""

from __future__ import annotations

import pytest


def rule(*numbers: str) -> pytest.MarkDecorator:
    """Mark a test that sees one of the rules cited."""
    return pytest.mark.rule("guildhaven", *numbers)


def shown(*numbers: str) -> pytest.MarkDecorator:
    """Mark a test of rules that show in the state alone."""
    return pytest.mark.rule("guildhaven", *numbers, state=True)
