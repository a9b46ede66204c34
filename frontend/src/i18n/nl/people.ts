import { count } from "../grammar";
import type { people as English } from "../en/people";
import { does, list } from "./grammar";

export const people: typeof English = {
  people: {
    came: (name) => `${name} is er.`,
    went: (name) => `${name} is de verbinding kwijt.`,
    says: (name, text) => `${name}: ${text}`,
    joined: (who) => `${does(who, "gaat", "gaat")} zitten.`,
    left: (who) => `${does(who, "staat", "staat")} op.`,
    freed: (who) =>
      who.you ? "Je plaats is vrijgegeven." : `De plaats van ${who.name} is weer vrij.`,
    away: {
      left: (who) => `${does(who, "bent", "is")} weg: een bot speelt.`,
      clock: (who) =>
        `${does(who, "was", "was")} te vaak te laat: een bot speelt ${who.you ? "voor je" : "verder"}.`,
      host: (who) =>
        who.you
          ? "Een bot speelt voor je, de gastheer wilde het zo."
          : `Voor ${who.name} speelt een bot.`,
    },
    back: (who) => `${does(who, "speelt", "speelt")} weer zelf.`,
    isReady: (who) => `${does(who, "bent", "is")} klaar voor de volgende ronde.`,
    rematch: (who) => `${does(who, "wilt", "wil")} een revanche.`,
    changed: (who) => `${does(who, "verandert", "verandert")} wat is afgesproken.`,
    started: "De partij begint.",
    resumed: "De server was weg; niemand heeft daardoor tijd verloren.",
    hurry: (seconds) => `Nog ${seconds} seconden.`,

    reactions: {
      hello: "Hallo!",
      good_luck: "Veel geluk!",
      well_played: "Goed gespeeld!",
      thanks: "Dank je!",
      oops: "Oeps!",
      wow: "Wauw!",
      laugh: "Haha!",
      cry: "O nee!",
      hurry: "Nou, komt er wat?",
    },
    react: "Iets laten zien",
    reactTo: "Wat iedereen aan tafel moet zien",

    refused: {
      name_taken: "Zo heet er al iemand aan deze tafel.",
      name_alike: "Een andere naam aan deze tafel ziet er precies zo uit. Kies een andere.",
      bad_name: "Deze naam kan niet: alleen zichtbare tekens, graag, hoogstens 40.",
      link_name:
        "Onbekenden zien hier je naam, dus die mag niet op een webadres lijken: schrijf hem zonder de punt.",
      table_full: "Alle plaatsen aan deze tafel zijn bezet.",
      seat_taken: "Iemand was sneller: die plaats is bezet.",
      no_such_seat: "Die plaats is er hier niet.",
      already_seated: "Je hebt hier al een plaats.",
      not_seated: "Je hebt hier geen plaats.",
      not_host: "Dat kan alleen de gastheer.",
      not_absent: "Er is weer iemand.",
      seat_empty: "Daar zit niemand meer.",
      too_many_people: "Hier zitten er al meer.",
      too_few: "Het moeten er minstens twee zijn: wacht op anderen, of laat bots meespelen.",
      already_started: "De partij is al begonnen.",
      not_started: "De partij is nog niet begonnen.",
      away: "Een bot speelt voor je: neem het eerst weer over.",
      is_away: "Daar speelt al een bot.",
      match_over: "De partij is afgelopen.",
      not_over: "De partij is nog niet afgelopen.",
      rematch_made: "Er is al een tafel voor de volgende partij.",
      others_looking: "Anderen bekijken de handen nog.",
      not_playing: "Dat beslissen degenen die in de volgende ronde spelen.",
      chat_off: "Aan deze tafel staat de chat uit.",
      bad_text: "Deze regel kan niet: alleen zichtbare tekens, graag, hoogstens 200.",
      too_many: "Iets langzamer, graag.",
      no_spectators: "Aan deze tafel mag niemand toekijken.",
      too_few_players: "Voor dit spel zijn meer spelers nodig.",
      too_many_players: "Dit spel heeft niet genoeg plaatsen voor zoveel spelers.",
      unknown_level: "Zulke bots zijn er niet.",
      bad_seconds: "Die klok is te kort of te lang.",
      contradiction: "Deze regels gaan niet samen.",
      bad_option: "Deze regels kunnen niet op deze server.",
      busy: "Iemand was sneller: probeer het nog eens.",
      too_many_changes: "Hier is te veel veranderd: begin de partij, of open een nieuwe tafel.",
      bad_order: "Intussen is er iemand gekomen of gegaan: probeer het nog eens.",
      table_closed: "Deze tafel is gesloten.",
      one_person: "Deze tafel is voor één persoon.",
      round_running: "De ronde is nog niet afgelopen.",
      not_dealt: "De kaarten zijn nog niet gedeeld.",
      not_away: "Je speelt al zelf.",
      is_bot: "Daar zit een bot.",
    },

    talk: "Gesprek",
    table: "Mensen",
    more: (unread) =>
      unread === 0
        ? "Gesprek, mensen, verloop"
        : `${count(unread, "nieuwe regel", "nieuwe regels")}: gesprek, mensen, verloop`,
    closeSide: "Sluiten",
    lines: "Wat er is gezegd",
    silence: "Er heeft nog niemand iets gezegd.",
    say: "Iets zeggen",
    send: "Versturen",
    chatOff: "Aan deze tafel staat de chat uit.",
    watchersSay: "Hier praat wie aan tafel zit.",

    you: "jij",
    host: "Gastheer",
    bot: (level) => `Bot, ${level}`,
    program: "Programma",
    here: "aanwezig",
    notHere: "niet aanwezig",
    botPlays: "bot speelt",
    kept: "plaats vrijgehouden",
    watching: (n) => (n === 1 ? "1 persoon kijkt toe" : `${n} mensen kijken toe`),
    mute: (name) => `${name} niet meer horen`,
    unmute: (name) => `${name} weer horen`,
    muted: "gedempt",
    replace: "Bot laten spelen",
    missing: (name) => `${name} is er niet.`,
    reserveOf: (time) => `${time} reserve`,
    link: "Link naar deze tafel",
    copy: "Kopiëren",
    copied: "Gekopieerd",
    share: "Delen",
    shareText: (variant) => `${variant} aan mijn tafel: kom erbij zitten.`,

    timeLeft: "Tijd",
    reserve: (time) => `reserve ${time}`,

    awayTitle: "Een bot speelt voor je",
    awayWhy: {
      left: "Je bent van tafel gegaan. Je plaats blijft van jou.",
      clock: "Je tijd was twee keer achter elkaar om.",
      host: "Je was er niet, en de anderen wilden verder spelen.",
    },
    takeOver: "Weer zelf spelen",

    leaveTitle: "De tafel verlaten?",
    leaveLine: "Je plaats blijft van jou: via de link kun je altijd terugkomen.",
    leaveBot: "Een bot speelt voor mij",
    leaveBotLine: "De anderen gaan verder zonder te wachten.",
    leaveOpen: "Even weg, mijn beurt wacht",
    leaveOpenLine: "De anderen wachten op je, zolang de klok het toelaat.",
    stay: "Blijven",

    waitingFor: (names) => `${names.length === 1 ? "Kijkt" : "Kijken"} nog: ${list(names)}`,
    asked: "Je bent klaar.",
    goesOn: (time) => `gaat over ${time} vanzelf verder`,

    rematchAsk: "Revanche",
    rematchWanted: (who) =>
      who.you ? "De volgende tafel staat klaar." : `${who.name} wil een revanche.`,
    comeAlong: "Meekomen",
    watchNext: "De volgende partij bekijken",
    fairness: "Is er eerlijk geschud?",
    fairnessLine:
      "Controleer het hier in je browser, met wat hij voor de eerste kaart heeft gezien.",
    recordMissing: "De opname kon niet worden geladen.",

    shuffling: "Er wordt samen geschud",
    shufflingLine:
      "Elke browser aan tafel voegt zijn eigen toeval toe, zodat niemand een kaart kan kiezen.",
    shufflingWaits: (names) => `Wachten op ${list(names)}`,
    shufflingBroken:
      "De server vroeg iets wat hij niet mag vragen. Je browser heeft geen aandeel in dit schudden.",
    shufflingElsewhere:
      "Een ander venster of apparaat van je schudt mee; dit hier kijkt alleen toe. Heb je geen ander, dan zit hier iemand in jouw naam: vertrouw deze kaarten niet.",
    seal: "Zegel van het schudden",
    sealLine:
      "Dit apparaat heeft het voor de eerste kaart gezien. Iedereen aan tafel heeft hetzelfde.",
    sealUnseen: "Dit apparaat was er voor de eerste kaart niet bij.",

    shut: "Aan deze tafel mag niemand toekijken.",
    shutLine: "Alleen wie er meespeelt, ziet hem.",
  },
};
