from .decision import AnalysedAction as AnalysedAction
from .decision import DecisionAnalysis as DecisionAnalysis
from .decision import Limit as Limit
from .decision import PossibleHand as PossibleHand
from .decision import analyse as analyse
from .hints import Hint as Hint
from .hints import hint as hint
from .luck import DealLuck as DealLuck
from .luck import deal_luck as deal_luck
from .match_review.course import number_of_moments as number_of_moments
from .match_review.efforts import EFFORTS as EFFORTS
from .match_review.efforts import Effort as Effort
from .match_review.grades import GRADE_LIMITS as GRADE_LIMITS
from .match_review.moments import Change as Change
from .match_review.moments import ReviewedAction as ReviewedAction
from .match_review.moments import ReviewedDecision as ReviewedDecision
from .match_review.moments import ReviewedMoment as ReviewedMoment
from .match_review.moments import Scale as Scale
from .match_review.review import Account as Account
from .match_review.review import LevelRange as LevelRange
from .match_review.review import PlayerReview as PlayerReview
from .match_review.review import Review as Review
from .match_review.review import Swing as Swing
from .match_review.review import level_range as level_range
from .match_review.review import review as review
from .match_review.review import review_moments as review_moments
from .match_review.sentences import Reason as Reason
from .match_review.sentences import sentence as sentence
from .puzzles.maker import find_puzzles as find_puzzles
from .puzzles.maker import pattern_of as pattern_of
from .puzzles.maker import puzzles_in as puzzles_in
from .puzzles.puzzle import SOLVERS as SOLVERS
from .puzzles.puzzle import THEME_LETTERS as THEME_LETTERS
from .puzzles.puzzle import Puzzle as Puzzle
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
    "EFFORTS",
    "FACTS_VERSION",
    "GRADE_LIMITS",
    "HOUSE_RULES",
    "RATING_FAMILIES",
    "SOLVERS",
    "THEME_LETTERS",
    "WINDOW",
    "Account",
    "AnalysedAction",
    "BestHand",
    "Change",
    "Closings",
    "CoursePoint",
    "DealLuck",
    "DecisionAnalysis",
    "Effort",
    "Hands",
    "Hint",
    "LevelRange",
    "Limit",
    "MatchFacts",
    "Matches",
    "PlayerReview",
    "PointsGames",
    "PossibleHand",
    "Puzzle",
    "Rating",
    "Reason",
    "Review",
    "ReviewedAction",
    "ReviewedDecision",
    "ReviewedMoment",
    "RoundFacts",
    "Rounds",
    "Scale",
    "Share",
    "Statistics",
    "Streaks",
    "Swimming",
    "Swing",
    "TurnClosings",
    "ValueCount",
    "analyse",
    "deal_luck",
    "facts_of",
    "family_of",
    "find_puzzles",
    "hint",
    "level_range",
    "number_of_moments",
    "pattern_of",
    "placings",
    "puzzles_in",
    "review",
    "review_moments",
    "sentence",
    "statistics_of",
    "updated_ratings",
    "variant_of",
]
