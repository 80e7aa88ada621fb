"""For all tests: property tests try the same examples everywhere and have no clock."""

from hypothesis import settings

settings.register_profile("house", deadline=None, derandomize=True)
settings.load_profile("house")
