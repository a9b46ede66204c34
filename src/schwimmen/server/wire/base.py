"""Base of all models on the wire.

Cards are names such as ``TC``; times are ISO texts in UTC. The page's types are generated from
these models.
"""

from __future__ import annotations

from typing import Any, Final, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

from schwimmen.tables.settings import StrictOptionValue

VERSION: Final = 1
"""Version of the wire (docs/wire.md)."""

Number = int | float

Fields: TypeAlias = dict[str, Any]
"""Fields of a model on the wire, which go to JSON without the model: that is much faster."""


class WireModel(BaseModel):
    """Base of all models on the wire."""

    model_config = ConfigDict(
        frozen=True, extra="forbid", json_schema_serialization_defaults_required=True
    )


class CompactModel(WireModel):
    """Base of models whose fields are left out of messages if they have their default.

    HTTP responses contain all fields.
    """

    model_config = ConfigDict(json_schema_serialization_defaults_required=False)


Details = dict[
    str,
    StrictOptionValue | list[StrictOptionValue] | list[list[str]] | dict[str, StrictOptionValue],
]


class ErrorBody(WireModel):
    """Error in one line, with its code and details for a translation."""

    code: str
    message: str
    details: Details = Field(default={})


class ErrorResponse(WireModel):
    """Body of every response that is not a success."""

    error: ErrorBody
