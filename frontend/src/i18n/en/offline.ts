/** When the server cannot be reached, and when it has a newer page. */
export const offline = {
  offline: {
    title: "The table is out of reach",
    why: "The server does not answer. This page comes from your device and asks again every few seconds.",
    here: "Works without the server",
    there: "Needs the server",
    needs: "Playing, looking on at a table, and the statistics",
    retry: "Ask again",
    newer: "A new version is ready.",
    later: "Later",
  },
};
