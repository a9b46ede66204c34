import type { offline as English } from "../en/offline";

export const offline: typeof English = {
  offline: {
    title: "De tafel is niet bereikbaar",
    why: "De server antwoordt niet. Deze pagina komt van je eigen apparaat en vraagt het om de paar seconden opnieuw.",
    here: "Werkt zonder de server",
    there: "Heeft de server nodig",
    needs: "Spelen, aan een tafel meekijken en de statistieken",
    retry: "Opnieuw vragen",
    newer: "Er is een nieuwe versie klaar.",
    later: "Later",
  },
};
