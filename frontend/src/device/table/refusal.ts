/** Errors with which the device refuses commands and requests. */
import type { EngineError } from "schwimmen";
import type { ErrorDetails } from "../../api/wire";

/** Refusal of a command or request, which has changed nothing. */
export class Refusal extends Error {
  readonly code: string;
  readonly reason: string | null;
  readonly legal: string[] | null;
  readonly details: ErrorDetails;

  constructor(
    code: string,
    message: string,
    reason: string | null = null,
    legal: string[] | null = null,
    details: ErrorDetails = {},
  ) {
    super(message);
    this.code = code;
    this.reason = reason;
    this.legal = legal;
    this.details = details;
  }
}

/** Return an error of the engine as a refusal; any other error as it is. */
export function refusalOf(error: unknown): unknown {
  if (!isEngineError(error)) return error;
  const { reason, legal, ...details } = error.details as ErrorDetails & {
    reason?: string;
    legal?: string[];
  };
  return new Refusal(error.code, error.message, reason, legal, details);
}

const isEngineError = (error: unknown): error is EngineError =>
  error instanceof Error && error.name === "EngineError";
