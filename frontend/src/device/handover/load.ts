/** Hand over matches that have ended without the server; what fails is tried again later. */
export async function handOver(): Promise<void> {
  try {
    await (await import("./occasions")).handOverMatches();
  } catch {
    // The page could not load this part; the next page that is opened tries again.
  }
}
