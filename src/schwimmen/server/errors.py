"""Every failure as JSON with one line of text: ``{"error": {"code", "message", "details"}}``."""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus
from types import MappingProxyType
from typing import Any, Final

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response

from schwimmen.rules.errors import Detail, SchwimmenError

from .kernel import KernelFailed
from .live import UnknownTable
from .messages import first_fault
from .storage import StorageError
from .wire import ErrorAnswer, ErrorBody

WENT_WRONG: Final = "something went wrong here; the server's log says what"


def error_answer(
    status: int,
    code: str,
    message: str,
    headers: Any = None,
    details: Mapping[str, Detail] = MappingProxyType({}),
) -> Response:
    """The answer to a request that failed."""
    line = " ".join(message.split())
    error = {"code": code, "message": line, "details": details}
    body = ErrorAnswer(error=ErrorBody.model_validate(error))
    return JSONResponse(body.model_dump(), status_code=status, headers=headers)


def code_of(error: SchwimmenError) -> tuple[int, str]:
    """The status and the code of an error that a user can cause."""
    match error:
        case UnknownTable():
            return 404, "unknown_table"
        case StorageError() | KernelFailed():
            return 503, "unavailable"
        case _:
            return 422, error.code


def add_handlers(app: FastAPI) -> None:
    """Makes every failure of the application answer like that."""

    @app.exception_handler(HTTPException)
    async def on_http(_: Request, error: HTTPException) -> Response:
        code = HTTPStatus(error.status_code).phrase.lower().replace(" ", "_")
        return error_answer(error.status_code, code, str(error.detail), error.headers)

    @app.exception_handler(RequestValidationError)
    async def on_invalid(_: Request, error: RequestValidationError) -> Response:
        faults = error.errors()
        field = ".".join(str(part) for part in faults[0]["loc"][1:])
        return error_answer(422, "invalid", first_fault(faults), details={"field": field})

    @app.exception_handler(SchwimmenError)
    async def on_known(_: Request, error: SchwimmenError) -> Response:
        status, code = code_of(error)
        return error_answer(status, code, str(error), details=error.details)

    @app.exception_handler(Exception)
    async def on_bug(_: Request, __: Exception) -> Response:
        return error_answer(500, "internal", WENT_WRONG)
