"""Does a test notice if the rules leave out one effect of one card? See `python -m tests.mutate --help`."""
