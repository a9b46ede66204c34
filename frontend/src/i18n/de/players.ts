import type { players as English } from "../en/players";
import { count } from "../grammar";

const matches = (n: number) => count(n, "Partie", "Partien");

export const players: typeof English = {
  players: {
    loading: "Einen Augenblick",
    problems: {
      bad_recovery: "Dieser Link ist beschädigt oder von einem anderen Server.",
      recovery_forgotten: "Für wen dieser Link war, von dem ist hier nichts mehr bekannt.",
      recovery_outdated:
        "Dieser Link gilt nicht mehr: Es gibt einen neueren, oder die anderen Geräte wurden abgemeldet.",
      unknown_player: "Von dir ist hier noch nichts bekannt: Spiel erst eine Partie.",
      bad_name: "Bitte einen Namen mit 1 bis 40 sichtbaren Zeichen.",
      link_name:
        "Hier sehen Fremde deinen Namen, darum darf er nicht wie eine Internetadresse aussehen: schreib ihn ohne den Punkt.",
      not_over: "Diese Partie wird noch gespielt. Ihre Karten sieht man, wenn sie vorbei ist.",
      table_closed:
        "Diese Partie wurde nach Regeln einer anderen Version gespielt und lässt sich nicht zeigen.",
      unknown_table:
        "Diese Partie gibt es nicht. Vielleicht ist sie gelöscht, oder es fehlt ein Buchstabe.",
      no_such_round: "Diese Runde hat die Partie nicht.",
    },

    since: (date) => `Hier bekannt seit ${date}`,
    nobody: "Von dir ist hier noch nichts bekannt. Das ändert sich mit deiner ersten Partie.",
    play: "Eine Partie spielen",
    name: "Name",
    nameLine:
      "So heißt du am nächsten Tisch. An Tischen, an denen du sitzt, behältst du deinen Namen.",
    save: "Speichern",
    saved: "Gespeichert",
    ratings: "Deine Wertungen",
    ratingsNone:
      "Noch keine Wertung. Es zählen Partien an Tischen, die unter „Mit Freunden“ geöffnet wurden, auch allein gegen Bots. „Spielen“ ist zum Üben und ändert keine Wertung.",
    ratingLine:
      "Die Wertung sagt, was jemand mindestens kann, soweit es die Partien zeigen. Sie beginnt bei 1000. In den ersten Partien wird sie schnell sicherer, deshalb kann sie sogar bei einem dritten Platz von vieren steigen.",
    rating: "Wertung",
    matches,
    wins: (n) => count(n, "Sieg", "Siege"),
    missing: (n) => `vorläufig: noch ${matches(n)} bis zur Bestenliste`,
    placeOf: (place) => `Platz ${place} der Bestenliste`,
    links: "Weiter",
    device: "Auf ein anderes Gerät",
    deviceLine:
      "Wer diesen Link öffnet, der bist du: mit deinem Namen, deinen Partien und deinem Platz an einem laufenden Tisch. Hüte ihn wie ein Passwort. Nur der neueste Link gilt: Ein neuer macht alle früheren wertlos.",
    showLink: "Link machen",
    link: "Dein Link",
    scan: "QR-Code deines Links, mit dem anderen Gerät zu scannen",
    signOutTitle: "Andere Geräte",
    signOutLine:
      "Ein Gerät verloren, oder ein Link in falschen Händen? Auf allen Geräten außer diesem bist du binnen zwei Sekunden abgemeldet, und frühere Links gelten nicht mehr.",
    signOut: "Meine anderen Geräte abmelden",
    othersOut: "Alle deine anderen Geräte sind abgemeldet.",
    signedOut: "Dieses Gerät wurde von einem anderen deiner Geräte abgemeldet.",
    signedOutLine:
      "Willst du hier wieder du sein, dann mach auf dem anderen Gerät auf der Seite „Du“ einen Link und öffne ihn hier. Oder fang neu an.",
    startNew: "Als neuer Gast anfangen",
    forget: "Alles löschen",
    forgetLine:
      "Der Server vergisst deinen Namen, deine Wertungen und deine Partien. An Tischen mit anderen bleibt, was gespielt wurde, ohne deinen Namen. Das lässt sich nicht rückgängig machen, und der Link auf ein anderes Gerät gilt nicht mehr.",
    forgetAsk: "Alles löschen, was von mir bekannt ist",
    forgetSure: "Ja, alles für immer löschen",
    forgetKeep: "Behalten",
    forgotten: (removed, left) =>
      `Alles ist gelöscht. ${count(removed, "Tisch", "Tische")} entfernt${left ? `, ${left} mit anderen ohne deinen Namen geblieben` : ""}.`,

    recoverTitle: "Willkommen zurück",
    recovering: "Der Link wird geprüft",
    recovered: (name, n) => `Dieser Browser ist jetzt ${name}, mit ${matches(n)}.`,
    recoverAsk: (name, n) =>
      `Wenn du weitermachst, wird dieser Browser ${name}, mit ${matches(n)}.`,
    recoverOwn:
      "Mach nur weiter, wenn es dein eigener Link ist: Wer ihn sonst noch hat, ist derselbe Spieler und sieht deine Karten.",
    recoverOther: (other, n) =>
      `Bisher ist er ${other}, mit ${matches(n)}. Dorthin kommst du nur mit einem eigenen Link zurück: Lass dir erst einen geben, wenn du es behalten willst.`,
    recoverSure: (name) => `Hier ${name} sein`,
    recoverKeep: "Alles lassen, wie es ist",
    recoverNone:
      "Ein Link auf ein anderes Gerät endet mit einer langen Zeichenfolge. Diesem fehlt sie.",
    toMe: "Zu deiner Seite",

    matchesNone: "Du hast hier noch nicht gespielt.",
    place: (place, of) => `Platz ${place} von ${of}`,
    won: "Gewonnen",
    shared: "Gewonnen, geteilt",
    running: "Läuft noch",
    gathering: "Noch nicht begonnen",
    closed: "Geschlossen",
    over: "Vorbei",
    with: (names) => `Mit ${names.join(", ")}`,
    goOn: "Weiter",
    watch: "Ansehen",
    watchOf: (variant, date) => `Ansehen: ${variant} vom ${date}`,
    goOnOf: (variant, date) => `Weiter: ${variant} vom ${date}`,
    record: "Aufzeichnung",
    recordOf: (variant, date) => `Aufzeichnung: ${variant} vom ${date}`,
    more: "Mehr zeigen",
    listed: (n) => `${matches(n)} gezeigt`,

    variant: "Variante",
    board: (variant) => `Die Stärksten: ${variant}`,
    rank: "Platz",
    who: "Name",
    played: "Partien",
    won2: "Siege",
    bot: "Bot",
    program: "Programm",
    you: "Du",
    boardNone: (minimum) =>
      `Hier steht noch niemand. Nach ${minimum} beendeten Partien steht man da.`,
    boardLine: (minimum) =>
      `Es zählen Partien an Tischen, die unter „Mit Freunden“ geöffnet wurden. Bis ${minimum} Partien ist eine Wertung vorläufig und steht nicht in der Liste.`,
    ownMissing: (rating, n) =>
      `Du: ${rating}, vorläufig; es ${n === 1 ? "fehlt" : "fehlen"} noch ${matches(n)}.`,
    ownPlace: (place, rating) => `Du: Platz ${place} mit ${rating}.`,

    replay: "Noch einmal ansehen",
    replayOf: (variant) => `Noch einmal: ${variant}`,
    replayLabel: "Der Tisch bei diesem Schritt, alle Hände offen",
    step: (step, of) => `Schritt ${step} von ${of}`,
    position: (round, rounds, step, steps) =>
      `Runde ${round} von ${rounds}, Schritt ${step} von ${steps}`,
    previous: "Schritt zurück",
    next: "Schritt vor",
    previousRound: "Runde zurück",
    nextRound: "Nächste Runde",
    autoplay: "Laufen lassen",
    pause: "Anhalten",
    told: "Die Runde bisher",
    share: "Teilen",
    shareLine: "Wer diesen Link hat, sieht die Partie mit allen Händen.",
    shareLink: "Link zu dieser Partie",
    fair: "Wurde ehrlich gemischt?",
    keys: "Mit den Pfeiltasten geht es Schritt für Schritt, mit Bild auf und Bild ab von Runde zu Runde, mit P von allein.",
    byBot: (name) => `Das hat ein Bot für ${name} gespielt.`,
    byClock: (name) => `Das hat die Uhr für ${name} gespielt.`,
    toTable: "Zum Tisch",
  },
};
