"""What the table costs in the browser.

python -m bench.client [--steps 40] [--json]

Prints: ms of script to take a step in (patch, hash, board and panels) on a board of 1,000 squares with 80
figures; script, style and layout of a move of ten figures as a ratio to the same move in an SVG that holds
nothing else (median of five, by turns); ms from opening a real game's page to its board being drawn, and the
bytes that came over the wire for it (a WebSocket's as it deflates them), both with an empty cache. A real
browser (CHROMIUM, else Debian's).
Build the client first: node static/build.mjs
"""

from __future__ import annotations

import argparse
import json
import subprocess
import zlib
from statistics import median
from typing import Any

from playwright.sync_api import Browser, CDPSession

from bench.common import machine, percentile
from bench.screens import ROOT, Lobby, chromium, server

BUNDLE = (
    "node_modules/.bin/esbuild bench/client.ts --bundle --format=iife --target=es2022 --minify "
    "--alias:socket.io-client=./bench/client.ts"
).split()
HARNESS = "http://bench.invalid/"
PAGE = """<!doctype html><html lang="en"><head><title>bench</title>
<link rel="stylesheet" href="/style.css"></head>
<body class="play"><div id="empty" style="position:fixed;inset:0;display:none"></div>
<div id="table" class="table" data-game="bench" data-view="" data-system="bench"
 data-icons="/icons.svg"></div>
<script src="/bench.js"></script></body></html>"""
MOVES = 5
WARM = 10  # steps before those that count
MOTION = ("ScriptDuration", "LayoutDuration", "RecalcStyleDuration")
DRAWN = """() => {
  const look = () => document.querySelector("svg.board .piece")
    ? requestAnimationFrame(() => requestAnimationFrame(() => (window.drawn = performance.now())))
    : requestAnimationFrame(look);
  requestAnimationFrame(look);
}"""


def spent(cdp: CDPSession, *kinds: str) -> float:
    """Return the ms of the processor that went into some kinds of work since the page began."""
    found = {m["name"]: m["value"] for m in cdp.send("Performance.getMetrics")["metrics"]}
    return 1000 * sum(float(found[kind]) for kind in kinds)


def harness(browser: Browser, steps: int) -> dict[str, Any]:
    """Measure steps and moves on the table with a server of a few lines."""
    bundle = subprocess.run(BUNDLE, cwd=ROOT, check=True, capture_output=True).stdout  # noqa: S603
    dist = ROOT / "static" / "dist"
    page = browser.new_page(viewport={"width": 1440, "height": 900})
    parts = {
        "": (PAGE.encode(), "text/html"),
        "bench.js": (bundle, "text/javascript"),
        "style.css": ((dist / "style.css").read_bytes(), "text/css"),
        "icons.svg": ((dist / "icons.svg").read_bytes(), "image/svg+xml"),
    }

    def serve(route: Any) -> None:
        body, kind = parts.get(route.request.url.removeprefix(HARNESS), (b"", "text/plain"))
        route.fulfill(body=body, content_type=kind)

    page.route(f"{HARNESS}**", serve)
    page.goto(HARNESS)
    page.evaluate("() => window.bench.begin()")
    page.wait_for_function("() => window.bench.ready()")
    cdp = page.context.new_cdp_session(page)
    cdp.send("Performance.enable", {"timeDomain": "threadTicks"})  # of the processor, whatever else it does
    page.evaluate("n => window.bench.write(n)", steps + WARM)
    taken: list[float] = []
    for _ in range(steps + WARM):
        before = spent(cdp, "ScriptDuration")
        page.evaluate("() => window.bench.take()")
        taken.append(spent(cdp, "ScriptDuration") - before)
    taken = taken[WARM:]
    cost: dict[str, list[float]] = {"Table": [], "Empty": []}
    for _ in range(MOVES):
        for where, found in cost.items():
            page.evaluate(
                "empty => { document.querySelector('#empty').style.display = empty ? 'block' : 'none';"
                " document.querySelector('#table').style.display = empty ? 'none' : ''; }",
                where == "Empty",
            )
            page.evaluate(f"() => window.bench.move{where}()")  # what the change of pages costs is done then
            before = spent(cdp, *MOTION)
            page.evaluate(f"() => window.bench.move{where}()")
            found.append(spent(cdp, *MOTION) - before)
    page.close()
    return {
        "step_ms": {"median": median(taken), "p95": percentile(taken, 0.95)},
        "move_ms": {where.lower(): median(found) for where, found in cost.items()},
        "move_ratio": median(a / max(b, 0.01) for a, b in zip(cost["Table"], cost["Empty"], strict=True)),
    }


def first_load(browser: Browser, url: str) -> dict[str, Any]:
    """Measure the first visit of a real game."""
    context = browser.new_context(base_url=url, viewport={"width": 1440, "height": 900})
    context.set_default_timeout(30_000)
    page = context.new_page()
    table = Lobby(page).open().set_up("The Forgotten King").take_all().start()
    table.calm()
    where, cookies = page.url, context.storage_state()
    context.close()
    times: list[float] = []
    sizes: list[int] = []
    for _ in range(MOVES):
        fresh = browser.new_context(storage_state=cookies, viewport={"width": 1440, "height": 900})
        page = fresh.new_page()
        page.add_init_script(f"({DRAWN})()")
        cdp = fresh.new_cdp_session(page)
        cdp.send("Network.enable")
        bytes_: list[int] = []
        cdp.on("Network.loadingFinished", lambda e, bytes_=bytes_: bytes_.append(int(e["encodedDataLength"])))
        cdp.on(
            "Network.webSocketFrameReceived",
            lambda e, bytes_=bytes_: bytes_.append(len(zlib.compress(e["response"]["payloadData"].encode()))),
        )
        page.goto(where)
        page.wait_for_function("() => window.drawn")
        times.append(page.evaluate("() => window.drawn"))
        page.wait_for_load_state("networkidle")
        sizes.append(sum(bytes_))
        fresh.close()
    return {"board_ms": median(times), "first_load_bytes": max(sizes)}


def main() -> None:
    """Read the arguments, measure, print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--steps", type=int, default=40, help="steps that are measured")
    parser.add_argument("--json", action="store_true", help="print one JSON object and nothing else")
    args = parser.parse_args()
    with server() as running, chromium() as browser:
        found = {**harness(browser, args.steps), **first_load(browser, running.url)}
        found["browser"] = browser.version
    if args.json:
        print(json.dumps(found))
        return
    step, move = found["step_ms"], found["move_ms"]
    print(f"Chromium {found['browser']}; {machine()}")
    print(f"a step, 1,000 squares, 80 figures: {step['median']:.1f} ms, p95 {step['p95']:.1f} ms (aim: < 8)")
    print(
        f"ten figures move: {move['table']:.1f} ms of script, style and layout; "
        f"{found['move_ratio']:.2f} times that in an empty SVG ({move['empty']:.1f} ms)"
    )
    print(f"the board is drawn after {found['board_ms']:.0f} ms (aim: < 1000)")
    print(f"first load: {found['first_load_bytes'] / 1024:.0f} KB over the wire (aim: < 250)")


if __name__ == "__main__":
    main()
