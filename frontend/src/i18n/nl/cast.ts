import type { cast as English } from "../en/cast";

export const cast: typeof English = {
  cast: {
    Berta: { line: "Telt zachtjes mee en laat een paar niet meer los." },
    Karl: { line: "Draagt al veertig jaar dezelfde hoed en sluit zonder haast." },
    Emma: { line: "Lacht om haar eigen slechte kaarten en spaart één kleur." },
    Fritz: { line: "Kan niet stilzitten en sluit voor jij je kaarten hebt geschikt." },
    Frieda: { line: "Kijkt je over haar bril heen aan en sluit laat." },
    Otto: { line: "Zegt weinig en legt elke kaart neer alsof die van glas is." },
    Ida: { line: "Vernoemt haar kaarten naar de buren en spaart drie gelijke." },
    Paul: { line: "Legt iedereen de kansen uit en blijft bij één kleur." },
    Hanna: { line: "Neuriet bij elke hand hetzelfde wijsje, zodat het niets verraadt." },
    Max: { line: "Zweert bij zijn geluksmuts, en bij azen." },
    Lotte: { line: "Gaf dertig jaar wiskunde en speelt, zegt ze, puur op gevoel." },
    Emil: { line: "Brengt zijn eigen bierviltje mee en ruilt graag alle kaarten." },
    Greta: { line: "Vertrekt geen spier en wacht met sluiten." },
    Hugo: { line: "Is blij met ieders goede kaarten, het meest met azen." },
    Wim: { line: "Voer dertig jaar op zee en ruilt graag alle kaarten." },
    Saskia: { line: "Noemt elke verloren ronde een comeback en sluit vroeg." },
  },
};
