"""What everything on the wire is made of.

Cards are names, ``TC``; times are ISO texts in UTC. The page's types are generated from these
models, so a field that changes here changes there.
"""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    StrictBool,
    StrictInt,
    StrictStr,
    ValidationError,
    ValidatorFunctionWrapHandler,
    WrapValidator,
)
from pydantic_core import PydanticCustomError

Number = int | float


def _plain(value: Any, check: ValidatorFunctionWrapHandler) -> Any:
    """One fault for a value that is none of the kinds there are, not one for each kind."""
    try:
        return check(value)
    except ValidationError:
        raise PydanticCustomError(
            "option", "a value is true, false, a whole number, a text or null"
        ) from None


OptionValue = StrictBool | StrictInt | StrictStr | None
Options = dict[str, Annotated[OptionValue, WrapValidator(_plain)]]


class Wire(BaseModel):
    """Base of everything on the wire."""

    model_config = ConfigDict(
        frozen=True, extra="forbid", json_schema_serialization_defaults_required=True
    )


Details = dict[str, OptionValue | list[OptionValue] | list[list[str]] | dict[str, OptionValue]]


class ErrorBody(Wire):
    """What went wrong, in one line, and what it was about, for a text of one's own."""

    code: str
    message: str
    details: Details = Field(default={})


class ErrorResponse(Wire):
    """The body of every answer that is not a success."""

    error: ErrorBody
