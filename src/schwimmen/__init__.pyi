from .rules import (
    IllegalAction,
    Match,
    Round,
    RoundResult,
    RuleSet,
    RuleSetError,
    SchwimmenError,
    View,
)

__all__ = [
    "IllegalAction",
    "Match",
    "Round",
    "RoundResult",
    "RuleSet",
    "RuleSetError",
    "SchwimmenError",
    "View",
]
