"""What can be chosen for a new table."""

from __future__ import annotations

from importlib.metadata import version

from fastapi import APIRouter

from schwimmen.players import DESCRIPTIONS
from schwimmen.rules.options import OPTIONS, PRESETS, SAME_PRESETS
from schwimmen.rules.ruleset import RuleSet
from schwimmen.tables import CAST

from ..services import Here
from ..wire.setup import Level, OptionInfo, Preset, RulesAnswer, RulesAsked, Setup

router = APIRouter(prefix="/api")


@router.get("/setup")
async def setup(here: Here) -> Setup:
    """Presets, options, levels."""
    return Setup(
        version=version("schwimmen"),
        presets=[
            Preset(name=name, options=dict(options))
            for name, options in PRESETS.items()
            if name not in SAME_PRESETS
        ],
        options=[
            OptionInfo(
                name=spec.name,
                kind=spec.kind,
                choices=list(spec.choices) if spec.kind == "choice" else None,
                low=spec.low if spec.kind == "int" else None,
                high=here.limits.longest.get(spec.name, spec.high) if spec.kind == "int" else None,
                nullable=spec.nullable,
                when=[{name: list(values) for name, values in case.items()} for case in spec.when],
            )
            for spec in OPTIONS.values()
        ],
        levels=[Level(name=level, line=line) for level, line in DESCRIPTIONS.items()],
        cast=list(CAST),
    )


@router.post("/rules")
async def rules(asked: RulesAsked, here: Here) -> RulesAnswer:
    """The whole set of options of a preset with changes, or why there is none.

    An error ``contradiction`` names all ``pairs`` that contradict, and has the ``rules`` with them.
    """
    here.hub.check_length(asked.options)
    rules = RuleSet(asked.preset, asked.options)
    listed = SAME_PRESETS.get(rules.preset, rules.preset)
    return RulesAnswer(preset=listed, rules=dict(rules.options))
