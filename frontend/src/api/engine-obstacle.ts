/** What the server says while its rules engine is being built, or after the build has failed. */

/** Why the server cannot play now: it takes some more seconds, or a reason in English. */
export type EngineObstacle = { seconds: number } | { reason: string };

/** Seconds until the server is asked again at the latest, as the time left is an estimate. */
const RETRY_S = 3;

/** Return what an error or a refusal of the server says about its engine, null if nothing. */
export function obstacleOf(error: unknown): EngineObstacle | null {
  if (typeof error !== "object" || error === null || !("code" in error)) return null;
  const { code, details = {} } = error as { code: unknown; details?: Record<string, unknown> };
  if (code === "engine_preparing") return { seconds: Number(details["seconds"]) || 1 };
  if (code === "engine_failed") return { reason: String(details["reason"]) };
  return null;
}

/** Return the time in milliseconds after which the server is to be asked again. */
export const retryDelay = (obstacle: EngineObstacle): number =>
  1000 * ("seconds" in obstacle ? Math.max(1, Math.min(obstacle.seconds, RETRY_S)) : RETRY_S);
