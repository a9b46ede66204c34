from .estimates import ClosingTurn as ClosingTurn
from .estimates import Limit as Limit
from .estimates import Odds as Odds
from .estimates import ValueOdds as ValueOdds
from .estimates import deals_by_value as deals_by_value
from .estimates import odds_of as odds_of

__all__ = ["ClosingTurn", "Limit", "Odds", "ValueOdds", "deals_by_value", "odds_of"]
