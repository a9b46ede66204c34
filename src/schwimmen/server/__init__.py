"""Game server: HTTP, WebSocket, live tables, storage, people, rate limits and operation.

Importing it raises ``MissingExtra`` unless the packages of the extra ``table`` are installed.
"""

from schwimmen.extras import require_extra

require_extra("table", __name__)
