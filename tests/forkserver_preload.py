"""Compiled rules that forked test processes inherit."""

from schwimmen.server.operation.rules_loader import load_rules

load_rules()
