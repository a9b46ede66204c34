from .charts import comparison_svg as comparison_svg
from .comparison import Comparison as Comparison
from .comparison import Contender as Contender
from .comparison import Contest as Contest
from .comparison import Interrupted as Interrupted
from .comparison import compare as compare
from .confidence import Interval as Interval
from .confidence import SprtBounds as SprtBounds
from .confidence import SprtResult as SprtResult
from .exploitability import InterruptedResponse as InterruptedResponse
from .exploitability import ResponseResult as ResponseResult
from .exploitability import local_best_response as local_best_response
from .html_report import comparison_html as comparison_html
from .ladder import Ladder as Ladder
from .ladder import freeze_ladder as freeze_ladder
from .ladder import frozen_ladder as frozen_ladder
from .ladder import ladder_bots as ladder_bots
from .ladder import play_digest as play_digest
from .ladder import players_digest as players_digest

__all__ = [
    "Comparison",
    "Contender",
    "Contest",
    "Interrupted",
    "InterruptedResponse",
    "Interval",
    "Ladder",
    "ResponseResult",
    "SprtBounds",
    "SprtResult",
    "compare",
    "comparison_html",
    "comparison_svg",
    "freeze_ladder",
    "frozen_ladder",
    "ladder_bots",
    "local_best_response",
    "play_digest",
    "players_digest",
]
