"""Modules and compiled rules that forked test processes inherit."""

import gc

import aiosqlite  # noqa: F401
import alembic.command
import alembic.config  # noqa: F401
import asyncpg  # noqa: F401
import uvicorn.lifespan.off  # noqa: F401

from schwimmen.server.runtime.rules_loader import load_rules

load_rules()
# Otherwise each process would collect, and so copy, all that it has inherited.
gc.collect()
gc.freeze()
