"""Provably fair shuffles: agreement on seeds, the draws from them, and verification.

docs/fairness.md describes the algorithm. The package is deterministic: seeds are inputs.
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
