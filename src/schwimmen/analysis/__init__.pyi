from .statistics.facts import FACTS_VERSION as FACTS_VERSION
from .statistics.facts import OWN_RULES as OWN_RULES
from .statistics.facts import MatchFacts as MatchFacts
from .statistics.facts import RoundFacts as RoundFacts
from .statistics.facts import facts_of as facts_of
from .statistics.facts import variant_of as variant_of
from .statistics.figures import WINDOW as WINDOW
from .statistics.figures import BestHand as BestHand
from .statistics.figures import Closings as Closings
from .statistics.figures import CoursePoint as CoursePoint
from .statistics.figures import Hands as Hands
from .statistics.figures import Matches as Matches
from .statistics.figures import PointsGames as PointsGames
from .statistics.figures import Rounds as Rounds
from .statistics.figures import Share as Share
from .statistics.figures import Statistics as Statistics
from .statistics.figures import Streaks as Streaks
from .statistics.figures import Swimming as Swimming
from .statistics.figures import TurnClosings as TurnClosings
from .statistics.figures import ValueCount as ValueCount
from .statistics.figures import statistics_of as statistics_of
from .statistics.ratings import FAMILIES as FAMILIES
from .statistics.ratings import Rating as Rating
from .statistics.ratings import family_of as family_of
from .statistics.ratings import places_of as places_of
from .statistics.ratings import rated as rated

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
