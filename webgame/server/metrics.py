"""What the server counts and times, for Prometheus; each server has figures of its own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.registry import Collector

if TYPE_CHECKING:
    from webgame.server.house import House

SECONDS = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 5)


class Metrics:
    """Counters and histograms of one server."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        r = self.registry
        self.entries = Counter("webgame_entries", "Log entries stored, by kind.", ["kind"], registry=r)
        self.taken = Counter("webgame_entries_taken", "Entries that another process was before.", registry=r)
        self.stored = Histogram(
            "webgame_store_seconds", "Storing an entry durably.", buckets=SECONDS, registry=r
        )
        self.shown = Histogram(
            "webgame_step_seconds", "Running an entry and sending its step.", buckets=SECONDS, registry=r
        )
        self.messages = Counter(
            "webgame_messages", "Socket messages by name and outcome.", ["name", "outcome"], registry=r
        )
        self.requests = Counter("webgame_requests", "HTTP requests.", ["endpoint", "status"], registry=r)

    def watch(self, house: House) -> None:
        """Show what a server has in memory, too."""
        self.registry.register(_Now(house))

    def text(self) -> bytes:
        """Return all in Prometheus's text format."""
        return generate_latest(self.registry)


class _Now(Collector):
    """What is read at the moment somebody asks."""

    def __init__(self, house: House) -> None:
        self.house = house

    def collect(self) -> Iterator[GaugeMetricFamily | CounterMetricFamily]:
        house = self.house
        yield GaugeMetricFamily("webgame_games", "Games in memory.", len(house.tables.open_ids()))
        yield GaugeMetricFamily("webgame_sockets", "Open sockets.", len(house.sockets))
        counts = CounterMetricFamily("webgame_events", "Things counted by name.", labels=["event"])
        for name, count in sorted(house.counts.items()):
            counts.add_metric([name], count)
        yield counts
