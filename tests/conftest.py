"""For all tests: property tests try the same examples everywhere and have no clock; fixtures of services."""

import uuid
from collections.abc import Iterator

import pytest
import sqlalchemy as sa
from hypothesis import settings

from tests import services

settings.register_profile("house", deadline=None, derandomize=True)
settings.load_profile("house")


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """A PostgreSQL of the tests; see `postgres_url` for a database in it."""
    with services.postgres() as url:
        yield url


@pytest.fixture
def postgres_url(postgres_server: str) -> Iterator[str]:
    """The SQLAlchemy URL of a new, empty database."""
    name = f"t{uuid.uuid4().hex[:12]}"
    engine = sa.create_engine(postgres_server, isolation_level="AUTOCOMMIT")
    with engine.connect() as db:
        db.exec_driver_sql(f"CREATE DATABASE {name}")
    yield postgres_server.replace("/template1", f"/{name}")
    with engine.connect() as db:
        db.exec_driver_sql(f"DROP DATABASE {name} WITH (FORCE)")
    engine.dispose()


@pytest.fixture(scope="session")
def redis_url() -> Iterator[str]:
    """The URL of a Redis of the tests."""
    with services.redis() as url:
        yield url
