from .facts import FACTS_VERSION as FACTS_VERSION
from .facts import OWN_RULES as OWN_RULES
from .facts import MatchFacts as MatchFacts
from .facts import RoundFacts as RoundFacts
from .facts import facts_of as facts_of
from .facts import variant_of as variant_of
from .rating import FAMILIES as FAMILIES
from .rating import Rating as Rating
from .rating import family_of as family_of
from .rating import rated as rated
from .standing import places_of as places_of
from .statistics import WINDOW as WINDOW
from .statistics import BestHand as BestHand
from .statistics import Closings as Closings
from .statistics import CoursePoint as CoursePoint
from .statistics import Hands as Hands
from .statistics import Matches as Matches
from .statistics import PointsGames as PointsGames
from .statistics import Rounds as Rounds
from .statistics import Share as Share
from .statistics import Statistics as Statistics
from .statistics import Streaks as Streaks
from .statistics import Swimming as Swimming
from .statistics import TurnClosings as TurnClosings
from .statistics import ValueCount as ValueCount
from .statistics import statistics_of as statistics_of

__all__ = [
    "FACTS_VERSION",
    "FAMILIES",
    "OWN_RULES",
    "WINDOW",
    "BestHand",
    "Closings",
    "CoursePoint",
    "Hands",
    "MatchFacts",
    "Matches",
    "PointsGames",
    "Rating",
    "RoundFacts",
    "Rounds",
    "Share",
    "Statistics",
    "Streaks",
    "Swimming",
    "TurnClosings",
    "ValueCount",
    "facts_of",
    "family_of",
    "places_of",
    "rated",
    "statistics_of",
    "variant_of",
]
