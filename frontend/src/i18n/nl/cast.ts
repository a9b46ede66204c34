import type { cast as English } from "../en/cast";

export const cast: typeof English = {
  cast: {
    Berta: { line: "Telt zachtjes mee en beweert dat ze alleen maar neuriet." },
    Karl: { line: "Draagt al veertig jaar bij elk spel dezelfde hoed en zegt niet waarom." },
    Emma: { line: "Lacht harder om haar eigen slechte kaarten dan om welke mop ook." },
    Fritz: { line: "Kan niet stilzitten en grijpt naar elke kaart zodra die ligt." },
    Frieda: { line: "Kijkt je over haar bril heen aan, zo lang als het nodig is." },
    Otto: { line: "Zegt weinig en legt elke kaart neer alsof die van glas is." },
    Ida: { line: "Vernoemt haar kaarten naar de buren en verklapt nooit wie wie is." },
    Paul: { line: "Legt de kansen uit aan iedereen die ernaar vraagt, en aan alle anderen ook." },
    Hanna: { line: "Neuriet bij elke hand hetzelfde wijsje, zodat het niets verraadt." },
    Max: { line: "Zweert bij zijn geluksmuts en heeft hem nog nooit gewassen." },
    Lotte: { line: "Gaf dertig jaar wiskunde en speelt, zegt ze, puur op gevoel." },
    Emil: { line: "Brengt zijn eigen bierviltje mee, en bij elke kaart een verhaal." },
    Greta: {
      line: "Vertrekt van de eerste kaart tot de laatste geen spier; dat heeft ze voor de spiegel geoefend.",
    },
    Hugo: { line: "Is blij met ieders goede kaarten, ook met die van hemzelf." },
    Wim: { line: "Voer dertig jaar op zee, kan niet zwemmen en is op allebei trots." },
    Saskia: { line: "Noemt elke verloren ronde het begin van haar comeback." },
  },
};
