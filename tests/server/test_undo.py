"""Taking back: free, or by a vote; bringing back."""

from __future__ import annotations

from tests.server.conftest import Match, Server, followed


def lead(match: Match) -> None:
    match.join()
    match.red.answer("0", "lead-ann", seat="ann")


def undo(match: Match, by: str = "red", **more: object) -> dict[str, object]:
    player = match.red if by == "red" else match.blue
    player.ids += 1
    return dict(player.send("undo", game=match.id, client_id=f"u{player.ids}", **more))


def test_a_move_is_taken_back_freely_and_brought_back(match: Match) -> None:
    red, _ = match.join()
    match.red.answer("0", "lead-ann", seat="ann")
    before = match.game.hash()
    match.red.answer(match.decision(), "move>1")
    moved = match.game.hash()
    assert undo(match)["ok"] and match.game.hash() == before
    assert match.game.log[-1].data == {"to": 1} and match.game.forced_undos == 0
    redo = match.red.send("redo", game=match.id, client_id="r")
    assert redo["ok"] and match.game.hash() == moved
    assert match.red.send("redo", game=match.id, client_id="r") == redo, "the same act once"
    followed(red, match.red.received("step"))
    history = match.blue.join(match.id)["history"]
    assert [e["key"] for h in history for e in h["events"]] == ["leads", "moved"], "nothing is told twice"


def test_past_a_roll_the_others_vote(match: Match) -> None:
    lead(match)
    before = match.game.hash()
    match.red.answer(match.decision(), "roll")
    match.blue.received("table")
    asked = undo(match)
    assert asked["ok"] and asked["vote"] and match.game.version == 5, "nothing is taken back yet"
    vote = match.blue.received("table")[-1]["vote"]
    assert vote["waiting"] == ["cat"] and vote["state"] == "open" and vote["by"] == "Rita"
    assert undo(match)["error"]["code"] == "vote_open"  # type: ignore[index]
    assert match.red.send("vote", game=match.id, id=vote["id"], yes=True)["error"]["code"] == "not_your_seat"
    assert match.blue.send("vote", game=match.id, id="v9", yes=True)["error"]["code"] == "stale"
    assert match.blue.send("vote", game=match.id, id=vote["id"], yes=True)["ok"]
    assert match.game.hash() == before
    assert match.game.forced_undos == 1 and match.game.log[-1].data["consents"] == ["bob", "cat"]
    assert "as all agreed" in match.red.received("table")[-1]["chat"]["text"]


def test_the_first_no_ends_a_vote(match: Match) -> None:
    lead(match)
    match.red.answer(match.decision(), "roll")
    asked = undo(match)
    assert match.blue.send("vote", game=match.id, id=asked["vote"], yes=False)["ok"]
    assert match.red.received("table")[-1]["vote"]["state"] == "refused"
    assert match.blue.send("vote", game=match.id, id=asked["vote"], yes=True)["error"]["code"] == "stale"
    assert match.game.version == 5


def test_who_asked_may_withdraw(match: Match) -> None:
    lead(match)
    match.red.answer(match.decision(), "roll")
    asked = undo(match)
    assert match.red.send("vote", game=match.id, id=asked["vote"], yes=False)["ok"]
    assert match.blue.received("table")[-1]["vote"]["state"] == "withdrawn"


def test_a_vote_is_overtaken_by_play(match: Match) -> None:
    lead(match)
    match.red.answer(match.decision(), "roll")
    asked = undo(match)
    match.red.answer(match.decision(), "end")
    votes = [t["vote"]["state"] for t in match.blue.received("table") if "vote" in t]
    assert votes == ["open", "overtaken"]
    assert match.blue.send("vote", game=match.id, id=asked["vote"], yes=True)["error"]["code"] == "stale"


def test_there_must_be_something_to_take_back(match: Match) -> None:
    match.join()
    assert undo(match)["error"]["code"] == "cannot_undo"  # type: ignore[index]
    assert match.red.send("redo", game=match.id, client_id="r")["error"]["code"] == "cannot_undo"


def test_spectators_take_nothing_back(match: Match) -> None:
    lead(match)
    other = match.server.player("Sam")
    other.join(match.id)
    assert other.send("undo", game=match.id, client_id="u")["error"]["code"] == "not_your_seat"
    assert other.answer(match.decision(), "end")["error"]["code"] == "not_your_seat"


def test_only_who_gave_an_answer_brings_it_back(match: Match) -> None:
    lead(match)
    match.red.answer(match.decision(), "move>1")
    undo(match)
    assert match.blue.send("redo", game=match.id, client_id="r")["error"]["code"] == "not_your_seat"


def test_who_plays_alone_asks_nobody(server: Server) -> None:
    host = server.player("Hana")
    id = host.create()
    host.sit(id, "all")
    host.start(id)
    host.join(id)
    host.answer("0", "lead-ann", seat="ann")
    game = server.house.tables.ask(id, lambda table: {"game": table.game})["game"]
    host.answer(game.decision.id, "roll")
    host.received("table")
    assert host.send("undo", game=id, client_id="u")["ok"]
    told = host.received("table")[-1]["chat"]["text"]
    assert told == "Hana took back 1 answer, past a roll or a card."


def test_a_seat_that_changes_hands_ends_a_vote(match: Match) -> None:
    lead(match)
    match.red.answer(match.decision(), "roll")
    asked = undo(match)
    version = match.game.version
    assert match.blue.send("seat", game=match.id, do="leave", seat="cat")["ok"]
    states = [m["vote"]["state"] for m in match.red.received("table") if "vote" in m]
    assert states == ["open", "overtaken"]
    assert match.red.join(match.id)["vote"] is None
    sam = match.server.player("Sam")
    sam.join(match.id)
    assert sam.send("seat", game=match.id, do="take", seat="cat")["ok"]
    assert sam.send("vote", game=match.id, id=asked["vote"], yes=True)["error"]["code"] == "stale"
    assert [e.kind for e in match.game.log[version:]] == ["seat", "seat"], "nothing was taken back"
    again = undo(match)
    assert sam.send("vote", game=match.id, id=again["vote"], yes=True)["ok"], "who sits there is asked"


def test_a_table_that_is_closed_ends_a_vote(match: Match) -> None:
    lead(match)
    match.red.answer(match.decision(), "roll")
    asked = undo(match)
    assert match.red.post(f"/g/{match.id}/close").status_code == 302
    assert match.blue.send("vote", game=match.id, id=asked["vote"], yes=True)["error"]["code"] == "stale"
    assert match.game.forced_undos == 0
