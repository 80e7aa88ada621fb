"""Looking back into a game while it runs, and showing others the way."""

from __future__ import annotations

from typing import Any

from tests.server.conftest import Match


def advance(match: Match) -> list[Any]:
    """Play some answers and return the version of each scene that spectators saw."""
    watcher = match.server.player("Wanda")
    seen = [watcher.join(match.id)["scene"]]
    for option in ("lead-ann", "move>1", "roll"):
        seat = {"seat": "ann"} if option == "lead-ann" else {}
        answer = match.red.answer(match.decision(), option, **seat)
        assert answer.get("ok"), answer
        seen.append(watcher.send("sync", game=match.id, version=-1)["scene"])
    return seen


def test_every_answer_can_be_looked_at_again(match: Match) -> None:
    match.join()
    seen = advance(match)
    watcher = match.server.player("Wim")
    key = watcher.join(match.id)["static_key"]
    for at in (2, 0, 3, 1):
        shown = watcher.send("past", game=match.id, at=at, key=key)
        assert (shown["at"], shown["of"]) == (at, 3)
        assert shown["scene"]["pieces"] == seen[at]["pieces"]
        assert "frames" not in shown and "static" not in shown
    forward = watcher.send("past", game=match.id, at=2, play=True)
    assert any(event["key"] == "moved" for frame in forward["frames"] for event in frame.get("events", ()))
    assert "static" in forward, "who has no board gets it"


def test_bad_moments_are_refused(match: Match) -> None:
    match.join()
    advance(match)
    assert "3 answers" in match.red.send("past", game=match.id, at=4)["error"]["message"]
    assert match.red.send("past", game=match.id, at=-1)["error"]["code"] == "malformed"
    assert match.red.send("past", game="elsewhere", at=1)["error"]["code"] == "not_joined"
    assert match.red.send("lead", game=match.id, at="x")["error"]["code"] == "malformed"


def test_the_timeline_follows_the_game(match: Match) -> None:
    match.join()
    advance(match)
    line = match.red.send("timeline", game=match.id)
    assert line["of"] == 3 and line["marks"][0][0] == 0
    assert match.red.answer(match.decision(), "end").get("ok")
    assert match.red.send("timeline", game=match.id)["of"] == 4


def test_hands_stay_hidden_in_the_past(match: Match) -> None:
    match.join()
    advance(match)
    watcher = match.server.player("Wes")
    watcher.join(match.id)
    for at in range(4):
        public = watcher.send("past", game=match.id, at=at)["scene"]
        own = match.blue.send("past", game=match.id, at=at)["scene"]
        assert public["cards"] != own["cards"], "Blue sees its hand, the public does not"


def test_one_leads_and_others_follow(match: Match) -> None:
    match.join()
    advance(match)
    match.blue.received("table")
    assert match.red.send("lead", game=match.id, at=1)["ok"]
    leads = [news["leads"] for news in match.blue.received("table") if "leads" in news]
    assert [(lead["name"], lead["at"]) for lead in leads[-1]] == [("Rita", 1)]
    late = match.server.player("Lea").join(match.id)
    assert late["leads"][0]["at"] == 1
    assert match.red.send("lead", game=match.id, at=None)["ok"]
    assert [news["leads"] for news in match.blue.received("table") if "leads" in news][-1] == []
    match.red.send("lead", game=match.id, at=2)
    match.red.socket.disconnect()
    assert match.blue.send("chat", game=match.id, text="Rita?")["ok"], "the table has seen her leave"
    assert [news["leads"] for news in match.blue.received("table") if "leads" in news][-1] == []


def test_a_branch_goes_on_from_a_moment(match: Match) -> None:
    match.join()
    seen = advance(match)
    assert match.blue.send("seat", game=match.id, do="leave", seat="cat")["ok"], "no hand is another's now"
    answer = match.red.post(f"/g/{match.id}/branch", at="2")
    assert answer.status_code == 302, answer.get_data(as_text=True)
    branch = answer.location.rsplit("/", 1)[1]
    match.red.sit(branch, "take", seat="ann")
    match.red.sit(branch, "take", seat="bob")
    match.red.sit(branch, "take", seat="cat")
    match.red.start(branch)
    scene = match.red.join(branch)["scene"]
    assert scene["pieces"] == seen[2]["pieces"]
    assert match.red.send("past", game=branch, at=0)["scene"]["pieces"] == seen[2]["pieces"]


def test_who_may_branch_and_where(match: Match) -> None:
    match.join()
    advance(match)
    stranger = match.server.player("Sid")
    assert stranger.error(f"/g/{match.id}/branch", at="1") == "not_allowed"
    assert match.red.error(f"/g/{match.id}/branch", at="99") == "not_allowed", (
        "Blue's hand is hidden from Red"
    )
    for at in ("", "-1", "x", "12345678"):
        assert match.red.error(f"/g/{match.id}/branch", at=at) == "malformed"
