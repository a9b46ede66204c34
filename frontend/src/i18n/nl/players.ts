import type { players as English } from "../en/players";
import { count } from "../grammar";

const matches = (n: number) => count(n, "partij", "partijen");

export const players: typeof English = {
  players: {
    loading: "Een ogenblik",
    problems: {
      bad_recovery: "Deze link is beschadigd of van een andere server.",
      recovery_forgotten: "Van wie deze link was, is hier niets meer bekend.",
      recovery_outdated:
        "Deze link werkt niet meer: er is een nieuwere, of de andere apparaten zijn afgemeld.",
      unknown_player: "Van jou is hier nog niets bekend: speel eerst een partij.",
      bad_name: "Een naam van 1 tot 40 zichtbare tekens, alsjeblieft.",
      link_name:
        "Onbekenden zien hier je naam, dus die mag niet op een webadres lijken: schrijf hem zonder de punt.",
      not_over: "Deze partij wordt nog gespeeld. De kaarten zie je als ze voorbij is.",
      table_closed:
        "Deze partij is volgens regels van een andere versie gespeeld en kan niet worden getoond.",
      unknown_table: "Deze partij is er niet. Misschien is ze gewist, of ontbreekt er een letter.",
      no_such_round: "Deze ronde heeft de partij niet.",
    },

    since: (date) => `Hier bekend sinds ${date}`,
    nobody: "Van jou is hier nog niets bekend. Dat verandert met je eerste partij.",
    play: "Een partij spelen",
    name: "Naam",
    nameLine: "Zo heet je aan de volgende tafel. Aan tafels waar je zit, houd je je naam.",
    save: "Bewaren",
    saved: "Bewaard",
    ratings: "Je ratings",
    ratingsNone:
      "Nog geen rating. Partijen aan tafels die onder “Met vrienden” zijn geopend tellen, ook alleen tegen bots. “Spelen” is om te oefenen en verandert geen rating.",
    ratingLine:
      "Een rating zegt wat iemand minstens kan, voor zover de partijen het laten zien. Ze begint bij 1000. In de eerste partijen wordt ze snel zekerder, dus zelfs bij een derde plaats van vier kan ze stijgen.",
    rating: "Rating",
    matches,
    wins: (n) => count(n, "zege", "zeges"),
    missing: (n) => `voorlopig: nog ${matches(n)} tot de ranglijst`,
    placeOf: (place) => `plaats ${place} op de ranglijst`,
    links: "Verder",
    device: "Naar een ander apparaat",
    deviceLine:
      "Wie deze link opent, ben jij: met je naam, je partijen en je plaats aan een lopende tafel. Bewaar hem als een wachtwoord. Alleen de nieuwste link werkt: een nieuwe maakt alle eerdere waardeloos.",
    showLink: "Link maken",
    link: "Je link",
    scan: "QR-code van je link, om met het andere apparaat te scannen",
    signOutTitle: "Andere apparaten",
    signOutLine:
      "Een apparaat kwijt, of een link in verkeerde handen? Op alle apparaten behalve dit ben je binnen twee seconden afgemeld, en eerdere links werken niet meer.",
    signOut: "Mijn andere apparaten afmelden",
    othersOut: "Al je andere apparaten zijn afgemeld.",
    signedOut: "Dit apparaat is vanaf een ander apparaat van jou afgemeld.",
    signedOutLine:
      "Wil je hier weer jezelf zijn, maak dan op het andere apparaat op de pagina “Jij” een link en open die hier. Of begin opnieuw.",
    startNew: "Als nieuwe gast beginnen",
    forget: "Alles wissen",
    forgetLine:
      "De server vergeet je naam, je ratings en je partijen. Aan tafels met anderen blijft wat gespeeld is, zonder je naam. Dit kan niet ongedaan worden gemaakt, en de link naar een ander apparaat werkt niet meer.",
    forgetAsk: "Alles wissen wat van mij bekend is",
    forgetSure: "Ja, alles voorgoed wissen",
    forgetKeep: "Bewaren",
    forgotten: (removed, left) =>
      `Alles is gewist. ${count(removed, "tafel", "tafels")} verwijderd${left ? `, ${left} met anderen gebleven zonder je naam` : ""}.`,

    recoverTitle: "Welkom terug",
    recovering: "De link wordt bekeken",
    recovered: (name, n) => `Deze browser is nu ${name}, met ${matches(n)}.`,
    recoverAsk: (name, n) => `Als je doorgaat, wordt deze browser ${name}, met ${matches(n)}.`,
    recoverOwn:
      "Ga alleen door als het je eigen link is: wie hem nog meer heeft, is dezelfde speler en ziet je kaarten.",
    recoverOther: (other, n) =>
      `Tot nu toe is hij ${other}, met ${matches(n)}. Daarheen kom je alleen terug met een eigen link: maak er eerst een als je het wilt houden.`,
    recoverSure: (name) => `Hier ${name} zijn`,
    recoverKeep: "Alles laten zoals het is",
    recoverNone:
      "Een link naar een ander apparaat eindigt op een lange reeks tekens. Bij deze ontbreekt die.",
    toMe: "Naar je pagina",

    matchesNone: "Je hebt hier nog niet gespeeld.",
    place: (place, of) => `Plaats ${place} van ${of}`,
    won: "Gewonnen",
    shared: "Gewonnen, gedeeld",
    running: "Loopt nog",
    gathering: "Nog niet begonnen",
    closed: "Gesloten",
    over: "Voorbij",
    with: (names) => `Met ${names.join(", ")}`,
    goOn: "Verder",
    watch: "Terugkijken",
    watchOf: (variant, date) => `Terugkijken: ${variant} van ${date}`,
    goOnOf: (variant, date) => `Verder met ${variant} van ${date}`,
    record: "Verslag",
    recordOf: (variant, date) => `Verslag van ${variant}, ${date}`,
    more: "Meer tonen",
    listed: (n) => `${matches(n)} getoond`,

    variant: "Variant",
    board: (variant) => `De sterksten: ${variant}`,
    rank: "Plaats",
    who: "Naam",
    played: "Partijen",
    won2: "Zeges",
    bot: "Bot",
    program: "Programma",
    you: "Jij",
    boardNone: (minimum) =>
      `Hier staat nog niemand. Na ${minimum} uitgespeelde partijen sta je er.`,
    boardLine: (minimum) =>
      `Partijen aan tafels die onder “Met vrienden” zijn geopend tellen. Tot ${minimum} partijen is een rating voorlopig en staat ze niet in de lijst.`,
    ownMissing: (rating, n) =>
      `Jij: ${rating}, voorlopig; er ${n === 1 ? "ontbreekt" : "ontbreken"} nog ${matches(n)}.`,
    ownPlace: (place, rating) => `Jij: plaats ${place} met ${rating}.`,

    replay: "Terugkijken",
    replayOf: (variant) => `Terugkijken: ${variant}`,
    replayLabel: "De tafel bij deze stap, alle handen open",
    step: (step, of) => `Stap ${step} van ${of}`,
    position: (round, rounds, step, steps) =>
      `Ronde ${round} van ${rounds}, stap ${step} van ${steps}`,
    previous: "Stap terug",
    next: "Stap verder",
    previousRound: "Ronde terug",
    nextRound: "Volgende ronde",
    autoplay: "Laten lopen",
    pause: "Stoppen",
    told: "De ronde tot nu toe",
    share: "Delen",
    shareLine: "Wie deze link heeft, ziet de partij met alle handen.",
    shareLink: "Link naar deze partij",
    fair: "Is er eerlijk geschud?",
    keys: "Met de pijltjestoetsen ga je stap voor stap, met Page Up en Page Down per ronde, met P gaat het vanzelf.",
    byBot: (name) => `Dit speelde een bot voor ${name}.`,
    byClock: (name) => `Dit speelde de klok voor ${name}.`,
    toTable: "Naar de tafel",
  },
};
