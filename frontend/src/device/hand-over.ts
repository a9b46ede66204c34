/** Hand over matches that have ended without the server; what fails is tried again later. */
export async function handOver(): Promise<void> {
  try {
    await (await import("./occasions")).handOverMatches();
  } catch {
    // This file of the page cannot be loaded now.
  }
}
