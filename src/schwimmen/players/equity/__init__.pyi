from .frequencies import Frequencies as Frequencies
from .outlook import Outlook as Outlook
from .outlook import equity_after as equity_after
from .outlook import outlook_of as outlook_of
from .outlook import row_after as row_after
from .standing import equity as equity
from .standing import standing as standing

__all__ = [
    "Frequencies",
    "Outlook",
    "equity",
    "equity_after",
    "outlook_of",
    "row_after",
    "standing",
]
