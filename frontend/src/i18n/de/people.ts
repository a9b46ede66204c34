import { count } from "../grammar";
import type { people as English } from "../en/people";
import { does, list } from "./grammar";

export const people: typeof English = {
  people: {
    came: (name) => `${name} ist da.`,
    went: (name) => `${name} ist gerade nicht verbunden.`,
    says: (name, text) => `${name}: ${text}`,
    joined: (who) => `${does(who, "setzt dich", "setzt sich")}.`,
    left: (who) => `${does(who, "stehst", "steht")} auf.`,
    freed: (who) =>
      who.you ? "Dein Platz wurde freigegeben." : `Der Platz von ${who.name} ist wieder frei.`,
    away: {
      left: (who) => `${does(who, "bist", "ist")} gegangen: Ein Bot spielt.`,
      clock: (who) =>
        `${does(who, "warst", "war")} zu oft zu spät: Ein Bot spielt ${who.you ? "für dich" : "weiter"}.`,
      host: (who) =>
        who.you
          ? "Ein Bot spielt für dich, der Gastgeber wollte es so."
          : `Für ${who.name} spielt ein Bot.`,
    },
    back: (who) => `${does(who, "spielst", "spielt")} wieder selbst.`,
    isReady: (who) => `${does(who, "bist", "ist")} bereit für die nächste Runde.`,
    rematch: (who) => `${does(who, "willst", "will")} eine Revanche.`,
    changed: (who) => `${does(who, "änderst", "ändert")}, was ausgemacht ist.`,
    started: "Die Partie beginnt.",
    resumed: "Der Server war weg; niemand hat dadurch Zeit verloren.",
    hurry: (seconds) => `Noch ${seconds} Sekunden.`,

    reactions: {
      hello: "Hallo!",
      good_luck: "Viel Glück!",
      well_played: "Gut gespielt!",
      thanks: "Danke!",
      oops: "Hoppla!",
      wow: "Wow!",
      laugh: "Haha!",
      cry: "O nein!",
      hurry: "Na, wird’s?",
    },
    react: "Etwas zeigen",
    reactTo: "Was alle am Tisch sehen sollen",

    refused: {
      name_taken: "So heißt an diesem Tisch schon jemand.",
      name_alike: "Ein anderer Name an diesem Tisch sieht genauso aus. Nimm bitte einen anderen.",
      bad_name: "Dieser Name geht nicht: bitte nur sichtbare Zeichen, höchstens 40.",
      link_name:
        "Hier sehen Fremde deinen Namen, darum darf er nicht wie eine Internetadresse aussehen: schreib ihn ohne den Punkt.",
      table_full: "An diesem Tisch sind alle Plätze besetzt.",
      seat_taken: "Jemand war schneller: Dieser Platz ist besetzt.",
      no_such_seat: "Diesen Platz gibt es hier nicht.",
      already_seated: "Du hast hier schon einen Platz.",
      not_seated: "Du hast hier keinen Platz.",
      not_host: "Das kann nur, wer Gastgeber ist.",
      not_absent: "Da ist wieder jemand.",
      seat_empty: "Da sitzt niemand mehr.",
      too_many_people: "Hier sitzen schon mehr.",
      too_few: "Es braucht mindestens zwei: Warte auf andere, oder lass Bots mitspielen.",
      already_started: "Die Partie hat schon begonnen.",
      not_started: "Die Partie hat noch nicht begonnen.",
      away: "Ein Bot spielt für dich: Übernimm erst wieder.",
      is_away: "Da spielt schon ein Bot.",
      match_over: "Die Partie ist zu Ende.",
      not_over: "Die Partie ist noch nicht zu Ende.",
      rematch_made: "Für die nächste Partie gibt es schon einen Tisch.",
      others_looking: "Andere sehen sich die Hände noch an.",
      not_playing: "Das entscheiden die, die in der nächsten Runde spielen.",
      chat_off: "An diesem Tisch ist der Chat ausgeschaltet.",
      bad_text: "Diese Zeile geht nicht: bitte nur sichtbare Zeichen, höchstens 200.",
      too_many: "Bitte etwas langsamer.",
      no_spectators: "An diesem Tisch darf niemand zusehen.",
      too_few_players: "Dieses Spiel braucht mehr Spieler.",
      too_many_players: "Für so viele hat dieses Spiel nicht genug Plätze.",
      unknown_level: "Solche Bots gibt es nicht.",
      bad_seconds: "Diese Uhr ist zu kurz oder zu lang.",
      contradiction: "Diese Regeln passen nicht zusammen.",
      bad_option: "Diese Regeln gehen auf diesem Server nicht.",
      busy: "Jemand war schneller: Versuch es noch einmal.",
      too_many_changes:
        "Hier wurde zu viel geändert: Beginnt die Partie, oder eröffnet einen neuen Tisch.",
      bad_order: "Inzwischen ist jemand gekommen oder gegangen: Versuch es noch einmal.",
      table_closed: "Dieser Tisch ist geschlossen.",
      one_person: "Dieser Tisch ist nur für eine Person.",
      round_running: "Die Runde ist noch nicht zu Ende.",
      not_dealt: "Die Karten sind noch nicht gegeben.",
      not_away: "Du spielst schon selbst.",
      is_bot: "Da sitzt ein Bot.",
    },

    talk: "Gespräch",
    table: "Leute",
    more: (unread) =>
      unread === 0
        ? "Gespräch, Leute, Verlauf"
        : `${count(unread, "neue Zeile", "neue Zeilen")}: Gespräch, Leute, Verlauf`,
    closeSide: "Schließen",
    lines: "Was gesagt wurde",
    silence: "Noch hat niemand etwas gesagt.",
    say: "Etwas sagen",
    send: "Abschicken",
    chatOff: "Der Chat ist an diesem Tisch ausgeschaltet.",
    watchersSay: "Hier redet, wer am Tisch sitzt.",

    you: "du",
    host: "Gastgeber",
    bot: (level) => `Bot, ${level}`,
    program: "Programm",
    here: "da",
    notHere: "nicht da",
    botPlays: "Bot spielt",
    kept: "Platz freigehalten",
    watching: (n) => (n === 1 ? "1 Person sieht zu" : `${n} Leute sehen zu`),
    mute: (name) => `${name} nicht mehr hören`,
    unmute: (name) => `${name} wieder hören`,
    muted: "stumm",
    replace: "Bot spielen lassen",
    missing: (name) => `${name} ist nicht da.`,
    reserveOf: (time) => `${time} Reserve`,
    link: "Link zu diesem Tisch",
    copy: "Kopieren",
    copied: "Kopiert",
    share: "Teilen",
    shareText: (variant) => `${variant} an meinem Tisch: Komm und setz dich.`,

    timeLeft: "Zeit",
    reserve: (time) => `Reserve ${time}`,

    awayTitle: "Ein Bot spielt für dich",
    awayWhy: {
      left: "Du bist vom Tisch gegangen. Dein Platz gehört weiter dir.",
      clock: "Deine Zeit war zweimal hintereinander um.",
      host: "Du warst nicht da, und die anderen wollten weiterspielen.",
    },
    takeOver: "Wieder selbst spielen",

    leaveTitle: "Den Tisch verlassen?",
    leaveLine: "Dein Platz bleibt deiner: Über den Link kommst du jederzeit zurück.",
    leaveBot: "Ein Bot spielt für mich",
    leaveBotLine: "Die anderen spielen weiter, ohne zu warten.",
    leaveOpen: "Nur kurz weg, mein Zug wartet",
    leaveOpenLine: "Die anderen warten auf dich, solange die Uhr es zulässt.",
    stay: "Bleiben",

    waitingFor: (names) => `Noch beim Ansehen: ${list(names)}`,
    asked: "Du bist bereit.",
    goesOn: (time) => `geht in ${time} von selbst weiter`,

    rematchAsk: "Revanche",
    rematchWanted: (who) =>
      who.you ? "Der nächste Tisch steht bereit." : `${who.name} will eine Revanche.`,
    comeAlong: "Mitkommen",
    watchNext: "Der nächsten Partie zusehen",
    fairness: "Wurde ehrlich gemischt?",
    fairnessLine:
      "Prüf es hier in deinem Browser, mit dem, was er vor der ersten Karte gesehen hat.",
    recordMissing: "Die Aufzeichnung ließ sich nicht laden.",

    shuffling: "Es wird gemeinsam gemischt",
    shufflingLine:
      "Jeder Browser am Tisch gibt seinen eigenen Zufall dazu, damit niemand eine Karte bestimmen kann.",
    shufflingWaits: (names) => `Es ${names.length === 1 ? "fehlt" : "fehlen"} noch: ${list(names)}`,
    shufflingBroken:
      "Der Server wollte etwas, das er nicht wollen darf. Dein Browser hat an diesem Mischen keinen Anteil.",
    shufflingElsewhere:
      "Ein anderes Fenster oder Gerät von dir mischt mit; dieses hier sieht nur zu. Hast du kein anderes, sitzt hier jemand in deinem Namen: Trau diesen Karten nicht.",
    seal: "Siegel des Mischens",
    sealLine: "Dieses Gerät hat es vor der ersten Karte gesehen. Alle am Tisch haben dasselbe.",
    sealUnseen: "Dieses Gerät war vor der ersten Karte nicht dabei.",

    shut: "An diesem Tisch darf niemand zusehen.",
    shutLine: "Ihn sieht nur, wer dort mitspielt.",
  },
};
