"""What can be chosen for a new table."""

from __future__ import annotations

from importlib.metadata import version

from fastapi import APIRouter

from schwimmen.players import DESCRIPTIONS, available_levels
from schwimmen.rules.options import OPTIONS, PRESETS
from schwimmen.rules.ruleset import RuleSet

from ..cast import CAST
from ..wire import Level, OptionInfo, Preset, RulesAnswer, RulesAsked, Setup

router = APIRouter(prefix="/api")


@router.get("/setup")
async def setup() -> Setup:
    """Presets, options, levels."""
    available = available_levels()
    return Setup(
        version=version("schwimmen"),
        presets=[
            # `app` is another name of `app-a7`: one of them is enough to choose from.
            Preset(name=name, options=dict(options))
            for name, options in PRESETS.items()
            if name != "app"
        ],
        options=[
            OptionInfo(
                name=spec.name,
                kind=spec.kind,
                choices=list(spec.choices) if spec.kind == "choice" else None,
                low=spec.low if spec.kind == "int" else None,
                high=spec.high if spec.kind == "int" else None,
                nullable=spec.nullable,
            )
            for spec in OPTIONS.values()
        ],
        levels=[
            Level(name=level, available=level in available, line=line)
            for level, line in DESCRIPTIONS.items()
        ],
        cast=list(CAST),
    )


@router.post("/rules")
async def rules(asked: RulesAsked) -> RulesAnswer:
    """The whole set of options of a preset with changes, or why there is none.

    An error ``contradiction`` names all ``pairs`` that contradict, and has the ``rules`` with them.
    """
    return RulesAnswer(rules=dict(RuleSet(asked.preset, asked.options).options))
