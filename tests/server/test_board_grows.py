"""A board that grows while a game runs: the step names the new static part, and sync brings it."""

from __future__ import annotations

from collections.abc import Callable

from tests.sde.byhand import text
from tests.server.conftest import Server, followed
from webgame.server.config import Config


def test_each_tile_changes_the_static_part_and_the_step_says_so(
    config: Config, serve: Callable[..., Server]
) -> None:
    folder = config.scenarios / "sde_arcade"
    folder.mkdir()
    (folder / "by-hand.toml").write_text(text("dungeon", "start"))
    server = serve()
    host, guest = server.player("Rita"), server.player("Bela")
    game = host.create(scenario="sde_arcade/by-hand")
    for seat in ("questing-knight", "princess-emerald", "thundervale-huntress"):
        host.sit(game, "take", seat=seat)
    host.start(game)
    mine, theirs = host.join(game), guest.join(game)
    assert mine["static"]["board"]["tiles"] == [] and mine["scene"]["board"]["main"]["w"] == 11
    scene, keys = mine["scene"], [mine["static_key"]]
    seen = []
    for _ in range(8):
        now = scene["decision"]["now"]
        first, group = min(scene["options"].items(), key=lambda item: item[1]["order"])
        assert host.answer(now["id"], f"{first}>{group['targets'][0]}", seat="questing-knight")["ok"]
        steps = host.received("step")
        scene = followed({**mine, "scene": scene, "version": steps[0]["to"] - 1, "hash": _hash(scene)}, steps)
        for step in steps:
            if "static_key" in step:
                assert step["static_key"] != keys[-1]
                keys.append(step["static_key"])
                whole = host.send("sync", game=game, version=-1)
                assert whole["static_key"] == keys[-1]
                board = whole["static"]["board"]
                assert board["w"] == whole["scene"]["board"]["main"]["w"]
                seen.append(len(board["tiles"]))
        if now["prompt"] == "ask.setup_join":
            keys_before = keys[-1]
    assert seen == [1, 2, 3] and len(set(keys)) == 4
    watched = followed(theirs, guest.received("step"))
    assert watched["board"] == scene["board"] and scene["decision"]["now"]["prompt"] == "ask.setup_start"

    host.ids += 1
    done = host.send("undo", game=game, client_id="u1", seat="questing-knight")
    assert done["ok"]
    assert host.received("step")[-1]["static_key"] == keys_before, "taken back, the board is the smaller one"


def _hash(scene: dict[str, object]) -> int:
    from webgame.engine.scene import scene_hash

    return scene_hash(scene)  # type: ignore[arg-type]
