"""What every server of the tests finds in memory when it is forked."""

import schwimmen.server.run  # noqa: F401
from schwimmen.server.kernel import load

load()
