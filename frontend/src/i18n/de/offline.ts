import type { offline as English } from "../en/offline";

export const offline: typeof English = {
  offline: {
    title: "Der Tisch ist nicht erreichbar",
    why: "Der Server antwortet nicht. Diese Seite kommt von deinem Gerät und fragt alle paar Sekunden wieder nach.",
    here: "Geht ohne den Server",
    there: "Braucht den Server",
    needs: "Spielen, an einem Tisch zusehen und die Statistik",
    retry: "Noch einmal fragen",
    newer: "Eine neue Version ist bereit.",
    later: "Später",
  },
};
