"""What every server of the tests finds in memory when it is forked."""

import schwimmen.server.operation.startup  # noqa: F401
from schwimmen.server.operation.rules_loader import load_rules

load_rules()
