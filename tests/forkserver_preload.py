"""Modules and compiled rules that forked test processes inherit."""

import schwimmen.server.operation.startup  # noqa: F401
from schwimmen.server.operation.rules_loader import load_rules

load_rules()
