/** How often pages ask for news of friends. */
export const POLL_INTERVAL = 10_000; // ms
