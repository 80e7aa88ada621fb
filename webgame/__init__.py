"""Dungeon crawl board games in the browser: one table engine, several rulebooks, one client."""

__version__ = "0.1.0"
