from .actions import action_name, number_of_actions, parse_action
from .cards import PACKS, Card, card_name, card_names, cards_of, mask_of, parse_card, parse_cards
from .core.legal import KINDS, REASONS
from .errors import (
    CardError,
    IllegalAction,
    MissingShuffle,
    RuleSetError,
    SchwimmenError,
    nearest,
)
from .hands import hand_rank, hand_value
from .jit_warmup import warm
from .match import Match
from .options import OPTIONS, PRESETS, OptionSpec, Value
from .round import Round
from .ruleset import RULES_VERSION, RuleSet
from .view import Choice, Happening, Loss, OwnView, Points, RoundResult, SeatView, View

__all__ = [
    "KINDS",
    "OPTIONS",
    "PACKS",
    "PRESETS",
    "REASONS",
    "RULES_VERSION",
    "Card",
    "CardError",
    "Choice",
    "Happening",
    "IllegalAction",
    "Loss",
    "Match",
    "MissingShuffle",
    "OptionSpec",
    "OwnView",
    "Points",
    "Round",
    "RoundResult",
    "RuleSet",
    "RuleSetError",
    "SchwimmenError",
    "SeatView",
    "Value",
    "View",
    "action_name",
    "card_name",
    "card_names",
    "cards_of",
    "hand_rank",
    "hand_value",
    "mask_of",
    "nearest",
    "number_of_actions",
    "parse_action",
    "parse_card",
    "parse_cards",
    "warm",
]
