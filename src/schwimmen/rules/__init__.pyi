from .actions import ACTION_KINDS, action_name, number_of_actions, parse_action
from .cards import (
    PACKS,
    Card,
    bits_of,
    card_name,
    card_names,
    cards_of,
    mask_of,
    parse_card,
    parse_cards,
)
from .core.legal import ILLEGAL_REASONS
from .errors import (
    CardError,
    IllegalAction,
    MissingShuffle,
    PositionError,
    RuleSetError,
    SchwimmenError,
    suggest,
)
from .hands import hand_rank, hand_value
from .match import Match
from .options import OPTIONS, PRESETS, OptionSpec, OptionValue
from .position import HandPosition, Position
from .round import Round
from .ruleset import RULES_VERSION, RuleSet
from .schema import Points
from .view import Choice, Loss, RoundEvent, RoundResult, SeatView, View

__all__ = [
    "ACTION_KINDS",
    "ILLEGAL_REASONS",
    "OPTIONS",
    "PACKS",
    "PRESETS",
    "RULES_VERSION",
    "Card",
    "CardError",
    "Choice",
    "HandPosition",
    "IllegalAction",
    "Loss",
    "Match",
    "MissingShuffle",
    "OptionSpec",
    "OptionValue",
    "Points",
    "Position",
    "PositionError",
    "Round",
    "RoundEvent",
    "RoundResult",
    "RuleSet",
    "RuleSetError",
    "SchwimmenError",
    "SeatView",
    "View",
    "action_name",
    "bits_of",
    "card_name",
    "card_names",
    "cards_of",
    "hand_rank",
    "hand_value",
    "mask_of",
    "number_of_actions",
    "parse_action",
    "parse_card",
    "parse_cards",
    "suggest",
]
