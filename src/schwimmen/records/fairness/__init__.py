"""Provably fair shuffles: how a table agrees on seeds, what follows from them, and the check.

docs/fairness.md tells the whole in words. Nothing here draws a random number.
"""

from .agreement import Agreement, FairnessRefusal, Phase, RefusalCode
from .algorithm import VERSION, Draws, FairChance, Terms, player_commitment, server_commitment
from .verification import Verification, VerificationError, VerificationErrorCode, verify

__all__ = [
    "VERSION",
    "Agreement",
    "Draws",
    "FairChance",
    "FairnessRefusal",
    "Phase",
    "RefusalCode",
    "Terms",
    "Verification",
    "VerificationError",
    "VerificationErrorCode",
    "player_commitment",
    "server_commitment",
    "verify",
]
