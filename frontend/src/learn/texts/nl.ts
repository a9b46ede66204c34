import type { LessonTexts } from "./en";

export const texts: LessonTexts = {
  suit: {
    title: "Eén kleur telt",
    say: "Een hand is zoveel waard als haar beste kleur. Tik op de hand die meer waard is.",
    done: "Harten 7 en harten 9 zijn samen 16. De andere hand heeft geen twee kaarten van één kleur, dus telt alleen de beste kaart: 10.",
  },
  points: {
    title: "Wat kaarten tellen",
    say: "Aas 11. Heer, vrouw, boer en tien elk 10. De andere tellen hun getal. Welke hand is meer waard?",
    done: "Harten aas en harten 8 zijn samen 19. De drie plaatjes hebben drie kleuren: maar één ervan telt, 10.",
  },
  exchange: {
    title: "Eén kaart ruilen",
    say: "De drie kaarten in het midden zijn de pot, voor iedereen. Tik op een kaart van jezelf en een uit de pot: je ziet wat je hand waard zou zijn. Druk dan op Ruilen.",
    done: "Van 9 naar 19 in één beurt, en je hebt nog beide negens.",
    same: "Dat geeft ook 19, maar kost een negen. Twee negens kunnen er drie worden: ruil liever de zeven.",
  },
  watch: {
    title: "Kijk naar de anderen",
    say: "Nu Ida en Max. Elke ruil is open: wat ze pakken, verraadt wat ze sparen.",
  },
  pass: {
    title: "Overslaan",
    say: "Niets in de pot brengt je boven 19. Je hoeft niet te ruilen: druk op Overslaan.",
    done: "Je houdt je hand. Slaat iedereen na elkaar over, dan komen er drie nieuwe kaarten in de pot.",
    same: "Je hand zou 19 waard blijven. Houd liever wat je hebt en sla over.",
    less: (value) => `Dan heb je nog maar ${value}. Houd je hand en sla over.`,
  },
  lay: {
    title: "Wat ze afleggen",
    say: "Let op wat de anderen afleggen. Misschien zit er iets voor jou bij.",
  },
  three: {
    title: "Drie gelijke",
    say: "Max heeft een negen afgelegd! Drie kaarten van gelijke waarde tellen 30½. Kies de twee kaarten om te ruilen.",
    done: "30½: alleen 31 en drie azen zijn beter. Druk nog nergens op.",
  },
  close: {
    title: "Passen",
    say: "Met zo'n hand wil je dat de ronde eindigt. Je mag tegelijk ruilen en passen: ruil [TH] voor [9C] en druk op ‘Ruilen en passen’.",
    done: "Je hebt gepast. Alle anderen krijgen nog één beurt.",
    same: "De juiste ruil. Maar pas er meteen bij, voordat de anderen iets beters vinden.",
  },
  lastTurns: {
    title: "De laatste beurten",
    say: "Ida en Max hebben elk nog één beurt. Ze mogen ruilen of overslaan. Jij kijkt alleen nog toe.",
  },
  showdown: {
    title: "Kaarten op tafel",
    say: "Iedereen toont zijn hand. De laagste verliest een punt: Max had er drie, nu twee.",
  },
  dealer: {
    title: "Jij deelt",
    say: "Iedereen deelt om de beurt. De deler houdt zijn hand of neemt een tweede die niemand kent; de andere wordt de pot. Die van jou is 21 waard: houd die.",
    done: "De tweede hand gaat open: dat is nu de pot.",
    unseen:
      "Dat mag, maar niemand weet wat erin zit. Schoppen aas en heer zijn een mooi begin: houd je hand.",
  },
  all: {
    title: "Alles ruilen",
    say: "Je mag ook je hele hand voor de hele pot ruilen. Eén kaart of alle drie, nooit twee. Kijk naar Ida.",
  },
  thirtyOne: {
    title: "31",
    say: "Een aas en twee kaarten die tien tellen, allemaal van één kleur: dat is 31. Ida heeft precies afgelegd wat je mist.",
    done: "31! Je toont ze meteen en de ronde is voorbij. Niemand krijgt nog een beurt, en de laagste hand verliest een punt: weer Max.",
    same: "Dan blijf je op 21. Eén kaart uit de pot maakt er 31 van.",
  },
  fire: {
    title: "Vuur",
    say: "Drie azen zijn vuur en 32 waard: beter bestaat niet. Zie je het?",
    done: "Vuur! De ronde eindigt meteen, en deze keer verliezen alle anderen een punt.",
    same: "In de pot ligt iets veel beters: zoek een aas.",
  },
  swim: {
    title: "Zwemmen",
    say: "Max heeft zijn laatste punt ingeleverd. Hij is niet uit: hij zwemt. Verliest hij nog een keer, dan wel. Wie als laatste overblijft, wint de partij.",
  },
  end: {
    title: "Nu kun je spelen",
    say: "Eén kleur, kaart voor kaart, en op het goede moment passen. De rest komt vanzelf.",
  },
  less: (value, best) =>
    `Dat zou ${value} zijn. Iets in de pot geeft ${best}: kies een kaart en kijk naar de getallen.`,
  unseen: "Dat mag, maar probeer nu waar het in deze stap om gaat.",
  wrongHand: "Deze niet.",
  rightHand: "Goed zo!",
};
