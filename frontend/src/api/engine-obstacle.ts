/** Errors of a server whose rules engine is being built, or could not be built. */

/** Seconds until the engine is expected, or the reason in English why its build failed. */
export type EngineObstacle = { seconds: number } | { reason: string };

/** Longest delay in seconds before the next request, because the time left is an estimate. */
const RETRY_S = 3;

/** Return the obstacle that an error or refusal reports, or null. */
export function obstacleOf(error: unknown): EngineObstacle | null {
  if (typeof error !== "object" || error === null || !("code" in error)) return null;
  const { code, details = {} } = error as { code: unknown; details?: Record<string, unknown> };
  if (code === "engine_preparing") return { seconds: Number(details["seconds"]) || 1 };
  if (code === "engine_failed") return { reason: String(details["reason"]) };
  return null;
}

/** Return the delay in milliseconds before the next request. */
export const retryDelay = (obstacle: EngineObstacle): number =>
  1000 * ("seconds" in obstacle ? Math.max(1, Math.min(obstacle.seconds, RETRY_S)) : RETRY_S);
