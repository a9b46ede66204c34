from .loss_frequencies import Frequencies as Frequencies
from .match_equity import Outlook as Outlook
from .match_equity import equity as equity
from .match_equity import equity_after as equity_after
from .match_equity import outlook_of as outlook_of
from .match_equity import row_after as row_after
from .match_equity import standing as standing

__all__ = [
    "Frequencies",
    "Outlook",
    "equity",
    "equity_after",
    "outlook_of",
    "row_after",
    "standing",
]
