/** Hand over finished matches to the server; a failure is retried later. */
export async function handOver(): Promise<void> {
  try {
    await (await import("./occasions")).handOverMatches();
  } catch {
    // The module could not be loaded; the next page tries again.
  }
}
