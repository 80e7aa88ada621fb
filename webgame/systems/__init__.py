"""Rulebooks, one folder each. They import the engine and nothing else of the house."""
