from .statistics.facts import FACTS_VERSION as FACTS_VERSION
from .statistics.facts import HOUSE_RULES as HOUSE_RULES
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
from .statistics.ratings import RATING_FAMILIES as RATING_FAMILIES
from .statistics.ratings import Rating as Rating
from .statistics.ratings import family_of as family_of
from .statistics.ratings import placings as placings
from .statistics.ratings import updated_ratings as updated_ratings

__all__ = [
    "FACTS_VERSION",
    "HOUSE_RULES",
    "RATING_FAMILIES",
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
    "placings",
    "statistics_of",
    "updated_ratings",
    "variant_of",
]
