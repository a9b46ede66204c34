"""Provably fair shuffles: how a table agrees on seeds, what follows from them, and the check.

docs/fairness.md tells the whole in words. Nothing here draws a random number.
"""

from .agreement import Agreement, FairnessRefusal, Phase, RefusalCode
from .algorithm import VERSION, Draws, FairChance, Terms, player_commitment, server_commitment
from .verification import Fair, Unfair, UnfairCode, verify

__all__ = [
    "VERSION",
    "Agreement",
    "Draws",
    "Fair",
    "FairChance",
    "FairnessRefusal",
    "Phase",
    "RefusalCode",
    "Terms",
    "Unfair",
    "UnfairCode",
    "player_commitment",
    "server_commitment",
    "verify",
]
