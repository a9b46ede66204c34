from .outlook import Outlook as Outlook
from .outlook import equity as equity
from .outlook import equity_after as equity_after
from .outlook import outlook_of as outlook_of
from .outlook import row_after as row_after

__all__ = ["Outlook", "equity", "equity_after", "outlook_of", "row_after"]
