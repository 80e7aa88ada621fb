"""The address that others type or scan, and what the list tells of games that run."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

import ifaddr
import pytest

from tests.server.conftest import Match, Player, Server
from webgame.server import net, waiting

HOME, WORK = "http://192.168.1.5:8000/", "http://10.0.0.7:8000/"


def page(player: Player, path: str = "/", **headers: str) -> str:
    return str(player.http.get(path, headers={"Accept": "text/html", **headers}).get_data(as_text=True))


def test_networks_inside_the_machine_come_last(monkeypatch: pytest.MonkeyPatch) -> None:
    def adapter(name: str, *ips: str) -> Any:
        return ifaddr.Adapter(name, name, [ifaddr.IP(ip, 24, name) for ip in ips])

    found = [adapter("docker0", "172.17.0.1"), adapter("lo", "127.0.0.1"), adapter("wlan0", "192.168.1.5")]
    monkeypatch.setattr(ifaddr, "get_adapters", lambda: found)
    assert net.networks() == {"192.168.1.5": "wlan0", "172.17.0.1": "docker0"}
    assert net.lan_urls("0.0.0.0", 80) == ["http://192.168.1.5:80/", "http://172.17.0.1:80/"]


def test_a_device_chooses_the_address_it_shows(serve: Callable[..., Server]) -> None:
    server = serve(urls=(HOME, WORK))
    host, other = server.player("Hana"), server.player("Otto")
    game = host.create()
    assert f">{HOME}</output>" in page(host)
    answer = host.post("/address", address=WORK, back=f"/g/{game}")
    assert answer.location == f"/g/{game}"
    assert f">{WORK}</output>" in page(host) and f">{WORK}g/{game}</output>" in page(host, f"/g/{game}")
    assert f"{WORK}watch/{game}" in page(host, f"/g/{game}/seats")
    assert f">{HOME}</output>" in page(other), "a choice is a device's own"
    host.sit(game, "all")
    host.start(game)
    assert f'data-url="{WORK}g/{game}"' in page(host, f"/watch/{game}?tv=1")


def test_the_address_that_a_page_came_by_leads(serve: Callable[..., Server]) -> None:
    player = serve(urls=(HOME, WORK)).player()
    shown = page(player, Host="tisch.local:8000")
    assert ">http://tisch.local:8000/</output>" in shown and f'value="{HOME}"' in shown


@pytest.mark.parametrize("address", ["", "http://evil.example/", "http://192.168.1.5:8000", "x" * 9000])
def test_only_own_addresses_are_shown(serve: Callable[..., Server], address: str) -> None:
    player = serve(urls=(HOME, WORK)).player()
    assert player.error("/address", address=address) == "bad_address"
    player.http.set_cookie("address", address[:2000])
    assert f">{HOME}</output>" in page(player)


@pytest.mark.parametrize("back", ["//evil.example", "https://evil.example", "/g/..\\evil", "/static/x", ""])
def test_one_comes_back_to_own_pages_only(serve: Callable[..., Server], back: str) -> None:
    assert serve(urls=(HOME,)).player().post("/address", address=HOME, back=back).location == "/"


def test_who_cannot_be_reached_is_told_what_to_type(serve: Callable[..., Server]) -> None:
    alone = serve().player()
    game = alone.create()
    for path in ("/", f"/g/{game}", f"/g/{game}/seats"):
        assert "<code>./play --host 0.0.0.0</code>" in page(alone, path)
    assert "this machine is in no network" in page(serve(host="0.0.0.0").player())
    assert "warning" not in page(serve(urls=(HOME,)).player())


# -- codes for seats ----------------------------------------


def token(shown: str) -> str:
    path = shown.split('aria-labelledby="address-label">', 1)[1].split("<", 1)[0]
    assert "<svg" in shown
    return "/seat/" + path.rsplit("/seat/", 1)[1]


def test_the_host_makes_a_code_for_a_free_seat_that_works_once(server: Server) -> None:
    host, first, second = server.player("Hana"), server.player("Fay"), server.player("Sam")
    game = host.create()
    path = token(host.post(f"/g/{game}/link", seat="cat").get_data(as_text=True))
    shown = first.get(path)
    assert shown.status_code == 200, "looking at it does not use it up"
    assert "the free seat of Cat" in shown.get_data(as_text=True)
    assert first.post(path).location == f"/g/{game}"
    setup = waiting.read_setup(waiting.find_game(server.house.store, game))
    assert setup.chairs["cat"].holder == "Fay"
    assert second.error(path) == "unknown_link"
    assert first.error(f"/g/{game}/link", seat="ann") == "not_allowed"
    assert host.error(f"/g/{game}/link", seat="cat") == "not_your_seat"
    assert host.error(f"/g/{game}/link", seat="dog") == "not_your_seat"
    assert host.error(f"/g/{game}/link", seat="ann", address="http://evil.example/") == "bad_address"


def test_a_code_for_a_free_seat_is_void_once_somebody_sits_there(server: Server) -> None:
    host, guest = server.player("Hana"), server.player("Gus")
    game = host.create(code="open1234")
    path = token(host.post(f"/g/{game}/link", seat="cat").get_data(as_text=True))
    late = token(host.post(f"/g/{game}/link", seat="cat").get_data(as_text=True))
    assert guest.post(path).status_code == 302 and guest.get(f"/g/{game}").status_code == 200
    assert server.player().error(late) == "not_allowed"


def test_a_code_claims_a_free_seat_of_a_running_game(match: Match) -> None:
    match.join()
    assert match.blue.send("seat", game=match.id, do="leave", seat="cat")["ok"]
    shown = page(match.red, f"/g/{match.id}/seats")
    assert "Code for Cat" in shown and "Hand over Ann" in shown and f"/watch/{match.id}" in shown
    path = token(match.red.post(f"/g/{match.id}/link", seat="cat").get_data(as_text=True))
    new = match.server.player("Nora")
    assert new.post(path).status_code == 302
    assert match.game.holders["cat"]["holder"] == "Nora"


def test_the_code_for_looking_on_opens_a_locked_game(server: Server) -> None:
    host, guest = server.player("Hana"), server.player("Gus")
    game = host.create(code="open1234")
    assert "/join/OPEN1234?watch=1" in page(host, f"/g/{game}/seats")
    assert guest.get("/join/OPEN1234?watch=1").location == f"/watch/{game}"
    assert guest.get(f"/watch/{game}").status_code == 200


# -- what runs ----------------------------------------


def test_the_list_tells_of_free_seats_and_of_who_looks_on(match: Match) -> None:
    match.join()
    guest = match.server.player("Gil")
    assert "looking on" not in page(guest)
    guest.join(match.id)
    assert "1 looking on" in page(match.red) and "seat free" not in page(match.red)
    match.blue.send("seat", game=match.id, do="leave", seat="cat")
    shown = page(guest)
    assert "2 looking on" in shown and "1 seat free" in shown, "Bela has no seat any more"
    guest.socket.disconnect()
    for label in ("Watch", "TV", "Replay", "Take a seat"):
        assert f'aria-label="{label}: ' in shown
    assert f'href="/watch/{match.id}"' in shown and f'href="/g/{match.id}?at=0"' in shown
    assert 'aria-label="Continue: ' in page(match.red)


def test_open_lists_hear_that_something_moves(match: Match) -> None:
    match.join()
    lobby = match.server.player()
    lobby.connect()
    lobby.send("watch", game="")
    match.red.answer("0", "lead-ann", seat="ann")
    assert lobby.received("stir")


def test_a_waiting_game_counts_its_free_seats(server: Server) -> None:
    host = server.player("Hana")
    game = host.create()
    assert "3 of 3 seats free" in page(host)
    host.sit(game, "take", seat="ann")
    assert "2 of 3 seats free" in page(host)
    host.sit(game, "all")
    assert "all seats taken" in page(host)


def test_a_finished_game_is_dragged_out_and_replayed(server: Server) -> None:
    host = server.player("Hana")
    game = host.create(name="Done")
    host.sit(game, "all")
    host.start(game)
    server.house.store.finish(game, True)
    shown = page(host)
    assert f'data-save="/g/{game}/save" data-file="{game}.json"' in shown
    assert 'aria-label="Replay: Done"' in shown and 'aria-label="Save file: Done"' in shown


@pytest.mark.parametrize("data", [b"", b"{", b"[1]", b"\xff\xfe", b'{"format": 9}'])
def test_a_bad_save_says_why(server: Server, data: bytes) -> None:
    host = server.player()
    answer = host.http.post("/import", data={"token": host.token, "save": (io.BytesIO(data), "x.json")})
    assert answer.status_code >= 400 and answer.get_json()["error"]["message"]
    assert host.error("/import") == "bad_save"
