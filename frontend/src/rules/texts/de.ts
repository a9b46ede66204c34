import type { RuleTexts } from "./en";

const NUMBERS = [
  "kein",
  "ein",
  "zwei",
  "drei",
  "vier",
  "fünf",
  "sechs",
  "sieben",
  "acht",
  "neun",
  "zehn",
];
const word = (n: number) => NUMBERS[n] ?? String(n);
const list = (parts: (string | false)[], last = "oder") => {
  const there = parts.filter((part) => part !== false);
  if (there.length < 2) return there.join("");
  return `${there.slice(0, -1).join(", ")} ${last} ${there.at(-1)}`;
};
const ranks: Record<string, string> = { "2": "Zwei", "5": "Fünf", "7": "Sieben", "9": "Neun" };

const sections: RuleTexts["sections"] = {
  aim: "Das Ziel",
  pack: "Blatt und Spieler",
  deal: "Das Geben",
  turn: "Dein Zug",
  closing: "Zumachen",
  special: "Besondere Hände",
  value: "Was eine Hand wert ist",
  ties: "Gleiche Hände",
  losing: "Wer die Runde verliert",
  lives: (f) => (f.dutch ? "Leben und das Huhn" : "Leben und Schwimmen"),
  match: "Wer die Partie gewinnt",
  score: "Punkte",
};

const rules: RuleTexts["rules"] = {
  R1: "Karten",
  R2: "Spieler",
  R3: "Plätze",
  R4: "Geben",
  R5: "Die zweite Hand",
  R6: "Wer anfängt",
  R7: "Wer gibt",
  R8: "Eines je Zug",
  R9: "Wenn alle schieben",
  R10: "Wann man zumachen darf",
  R11: "Was Zumachen bewirkt",
  R12: "Hände, die die Runde beenden",
  R13: "Keine Runde ist endlos",
  R14: "Die beste Farbe zählt",
  R15: "Karten eines Ranges",
  R16: "Gleiche Hände unterscheiden",
  R17: "Die schlechteste Hand verliert",
  R18: "Nach Feuer",
  R19: "Gegebene besondere Hände",
  R20: "Der Preis des Zumachens",
  R21: "Leben",
  R22: "Die letzte Chance",
  R23: "Der Sieger",
  R24: "Alle zugleich raus",
  R25: "Kein Schieben",
  R26: "Für sich zumachen",
  R27: "Der letzte Offene",
  R28: "Ein Gnadenzug nach 31",
  R29: "Nur eine letzte Chance",
  R30: "Die Mitte erneuern",
  R31: "Wertung",
  R32: "Der Talon von vorn",
  R33: "Was alle sehen",
  R34: "Sieben, Acht, Neun",
};

const paragraphs: RuleTexts["paragraphs"] = {
  aimLives: (f) =>
    `Du hast ${word(f.handSize)} Karten und verbesserst sie, indem du mit den Karten in der Mitte tauschst. Es zählen die Punkte deiner besten Farbe${f.trips ? " oder drei Karten eines Ranges" : ""}. Wer am Ende der Runde die schlechteste Hand hat, verliert ein Leben. Wer zuletzt übrig ist, gewinnt.`,
  aimPoints: (f) =>
    `Du hast ${word(f.handSize)} Karten und verbesserst sie, indem du mit den Karten in der Mitte tauschst. Es zählen die Punkte deiner besten Farbe${f.trips ? " oder drei Karten eines Ranges" : ""}. Die beste Hand einer Runde bringt ein, was sie wert ist, alle anderen verlieren, was ihnen dazu fehlt. Die meisten Punkte gewinnen.`,

  pack: (f) =>
    `Gespielt wird mit ${f.cards} Karten: ${ranks[f.lowest] ?? f.lowest} bis Ass in Kreuz, Pik, Herz und Karo.`,
  suitsRank: "Die Farben haben eine Rangfolge, von hoch nach niedrig: Kreuz, Pik, Herz, Karo.",
  points:
    "Das Ass zählt 11; König, Dame, Bube und Zehn zählen je 10; jede andere Karte zählt ihre Zahl.",
  players: (f) => `2 bis ${f.maxPlayers} Leute können mitspielen.`,
  seats: (f) =>
    f.forPoints
      ? "Gespielt und gegeben wird im Uhrzeigersinn. „Links von“ heißt: der nächste Spieler im Uhrzeigersinn."
      : "Gespielt und gegeben wird im Uhrzeigersinn. „Links von“ heißt: der nächste Spieler im Uhrzeigersinn, der noch dabei ist.",

  deal: (f) =>
    `Der Geber gibt jedem Spieler${f.forPoints ? "" : ", der noch dabei ist,"} ${word(f.handSize)} Karten und dazu ${word(f.handSize)} als zweite Hand. Die übrigen Karten sind der Talon.`,
  dealOrder:
    "Jede Hand wird auf einmal gegeben: zuerst dem Spieler links vom Geber, dem Geber zuletzt, dann die zweite Hand.",
  dealerChoice:
    "Der Geber sieht nur die eigene Hand an und behält sie oder nimmt stattdessen die verdeckte zweite Hand. Die nicht gewählte Hand wird aufgedeckt: Sie ist die Mitte.",
  extraIsTable: "Die zweite Hand wird aufgedeckt: Sie ist die Mitte.",
  leads: "Der Spieler links vom Geber fängt an.",
  leadsPoints:
    "In der ersten Runde fängt der Spieler links vom Geber an, später, wen R31 bestimmt.",
  dealPasses: "Der erste Geber wird ausgelost. Nach jeder Runde geht das Geben nach links weiter.",
  dealPassesOut: (f) =>
    `Das gilt auch, wenn der letzte Geber ausgeschieden ist${f.replay ? ", und nach einer Runde, die nicht zählt (R24)" : ""}.`,
  faceDown: (f) =>
    `Hände und Talon sind verdeckt. Alles andere ist offen: die Mitte, jeder Zug mit den Karten, die gingen und kamen${f.dealerChoice ? ", ob der Geber behielt oder nahm" : ""}, und wie alle stehen.`,
  known: (f) =>
    `Eine Karte, die du aus der Mitte nimmst, kennen also alle, bis du sie wieder ablegst${f.exchangeAll ? ", und wer alle getauscht hat, dessen ganze Hand kennen alle" : ""}. Am Ende der Runde werden alle Hände gezeigt.`,

  turn: "Wenn du dran bist, tust du genau eines davon:",
  exchangeOne: "eine Karte deiner Hand gegen eine der Mitte tauschen",
  exchangeAll: "deine ganze Hand gegen die ganze Mitte tauschen",
  pass: "schieben, also nichts tun",
  renewItem: "die Mitte erneuern (R30)",
  closeItem: (f) =>
    f.endOfTurn
      ? "zumachen (R10), nach einem Tausch oder ohne"
      : "zumachen (R10), und sonst nichts",
  neverTwo: (f) =>
    f.handSize === 3
      ? "Zwei Karten auf einmal werden nie getauscht."
      : "Zwei oder drei Karten auf einmal werden nie getauscht.",
  noExchangeAll: "Die ganze Hand zu tauschen ist nicht erlaubt.",
  noPass: "Geschoben wird nicht, außer im letzten Zug, nachdem jemand zugemacht hat (R11).",
  noPassAtAll: "Geschoben wird nicht.",
  open: "Jeder Tausch ist offen: Alle sehen, welche Karte genommen und welche abgelegt wurde.",
  dutchTurn: (f) =>
    `Niemand schiebt: Du tauschst eine Karte${f.exchangeAll ? ", tauschst alle" : ""} oder machst zu (niederländisch „pas“).`,
  allPass: (f) =>
    `Haben alle Spieler der Runde nacheinander geschoben, wird die Mitte beiseitegelegt, und ${word(f.handSize)} neue Karten werden vom Talon aufgedeckt. Dann geht es mit dem nächsten Spieler weiter, und das Zählen beginnt von vorn.`,
  closeIsNoPass:
    "Zumachen ist kein Schieben, auch wenn vorher alle geschoben haben. Nach dem Zumachen kommt nie mehr eine neue Mitte.",
  talonShowdown:
    "Hat der Talon dafür zu wenige Karten, endet die Runde, und die Hände werden verglichen wie nach dem Zumachen.",
  talonKeep:
    "Hat der Talon dafür zu wenige Karten, bleibt die Mitte liegen, und das Zählen beginnt von vorn.",
  talonRecycle: "Hat der Talon dafür zu wenige Karten, hilft R32.",
  renew: (f) =>
    `Zum Erneuern legst du die Mitte beiseite, deckst ${word(f.handSize)} neue Karten vom Talon auf und tauschst dann genau eine Karte${f.endOfTurn ? ", mit oder ohne Zumachen" : ""}.${f.lastTurns ? " In den letzten Zügen erneuert niemand." : ""}`,
  recycle: (f) =>
    `Hat der Talon zu wenige Karten für eine neue Mitte, werden zuerst die restlichen aufgedeckt. Dann werden die früher abgelegten Karten zum Talon und ergänzen sie, ${f.inOrder ? "so wie sie liegen: die zuerst abgelegte Gruppe obenauf; in einer Gruppe Kreuz vor Pik, Herz und Karo, hohe Karten vor niedrigen" : "gemischt"}. Die gerade abgelegte Mitte kommt erst danach dazu.`,
  recycleShort: (f) =>
    `Reicht auch das nicht, bleibt alles, wie es ist: ${list([f.pass && "die Mitte bleibt liegen, und das Zählen des Schiebens beginnt von vorn", f.renew && "erneuern darf niemand"], "und")}.`,
  sevenEightNine: (f) =>
    `Beginnt ein Zug und liegen in der Mitte eine Sieben, eine Acht und eine Neun, gleich welcher Farben, werden sie beiseitegelegt und drei Karten vom Talon aufgedeckt; noch einmal, wenn es wieder solche sind. Mit weniger als drei Karten im Talon bleiben sie liegen${f.dutch || f.lastTurns ? ", ebenso in den letzten Zügen" : ""}.`,

  closeWith:
    "Zugemacht wird am Ende des eigenen Zuges: nach einem Tausch oder statt eines Tausches. Jeder Tausch geht also mit und ohne Zumachen.",
  closeInstead:
    "Zumachen ist ein eigener Zug, anstelle von allem anderen. Wer tauscht, kann nicht im selben Zug zumachen.",
  closeFrom: (f) =>
    `Zumachen darf man frühestens im eigenen ${f.closeFrom}. Zug der Runde.${f.dutch ? ` Im letzten Zug (R27) geht es immer: Dort bewirkt es nichts.${f.exchangeAll ? " Alle tauschen darf man auch früher." : ""}` : ""}`,
  closeAnyTime: "Zumachen darf man schon im ersten Zug.",
  oneTurnEach: (f) =>
    `Nach dem Zumachen haben alle anderen noch einen Zug, dann endet die Runde. In diesen letzten Zügen tauscht man eine Karte${f.exchangeAll ? ", tauscht alle" : ""} oder schiebt. Niemand macht noch einmal zu.`,
  endsAtOnce: "Die Runde endet sofort. Niemand kommt noch dran.",
  forYourself: "Zumachen beendet die Runde nicht: Man macht für sich zu (R26, R27).",
  closedForRound: (f) =>
    `Wer zumacht${f.exchangeAll ? " oder alle tauscht" : ""}, tauscht in dieser Runde nicht mehr. Wer eine Karte getauscht hat, darf frühestens im nächsten Zug zumachen.`,
  noNewCards: "Neue Karten kommen nie in die Mitte.",
  lastOpen: (f) =>
    `Die anderen spielen weiter. Sind nur noch zwei offen und einer von ihnen macht zu${f.exchangeAll ? " oder tauscht alle" : ""}, hat der andere einen letzten Zug, dann endet die Runde. Zu zweit bewirkt das schon das erste Zumachen.`,
  lastOpenTurn: (f) =>
    `Im letzten Zug tauscht man eine Karte, ${f.exchangeAll ? "tauscht alle " : ""}oder macht zu: Das heißt dort nur, nichts zu tun.`,
  cap: (f) =>
    `Nach ${f.turnCap === 1 ? "einem Zug" : `${f.turnCap} Zügen`} für jeden Spieler, der Karten bekam, alle Züge zusammengezählt, endet die Runde, und die Hände werden verglichen.${f.dutch || f.lastTurns ? " Das schneidet auch letzte Züge ab." : ""}${f.closerPays && !f.forPoints ? " Wer zugemacht hatte, zahlt auch dann nach R20." : ""}`,
  endOrder: (f) =>
    `Könnte ein Zug die Runde auf mehrere Arten beenden, gilt die erste davon: ${[f.special && "eine besondere Hand", f.dutch || f.lastTurns ? "das Zumachen oder das Ende der letzten Züge" : "das Zumachen", f.pass && "dass alle geschoben haben", "die Höchstzahl der Züge"].filter((part) => part !== false).join("; ")}.`,

  specialEnds: (f) =>
    `Wer ${f.fire ? `Feuer (drei Asse) oder ` : ""}${f.best} in einer Farbe hat, gegeben oder ertauscht, zeigt es sofort. Damit ist die Runde aus: Niemand kommt noch dran${f.dutch || f.lastTurns ? ", auch nicht in den letzten Zügen nach dem Zumachen" : ""}.`,
  specialDealt: (f) =>
    f.dealerChoice
      ? "Auf alle gegebenen Hände wird gesehen, ehe der Geber wählt. Ist eine besondere darunter, gibt es keine Wahl, und die erste Hand des Gebers zählt. Auf die zweite Hand wird gesehen, sobald der Geber sie genommen hat. Eine besondere Hand in der Mitte gehört niemandem."
      : "Auf alle gegebenen Hände wird vor dem ersten Zug gesehen. Eine besondere Hand in der Mitte gehört niemandem.",
  specialSeveral: (f) =>
    f.fire
      ? `Es können mehrere zugleich gegeben werden. Ist Feuer darunter, endet die Runde damit, sonst mit ${f.best}.`
      : `Es können mehrere zugleich gegeben werden: Die Runde endet dann ebenso mit ${f.best}.`,
  nothingEnds: (f) => `Keine Hand beendet die Runde von selbst, auch ${f.best} nicht.`,
  grace: (f) =>
    `${f.best} beendet die Runde sofort, mit einer Ausnahme: In der ersten Reihe der Züge ist jeder, der noch nicht dran war, noch einmal dran, während ${f.best} offen liegt. Wer schon dran war, ist es nicht mehr.`,
  graceDealt: (f) =>
    `Gegebene ${f.best}${f.dealerChoice ? ", auch in einer zweiten Hand, die der Geber nimmt," : ""} werden sofort gezeigt. Alle, die keine haben, sind dann der Reihe nach noch einmal dran, beginnend mit dem, der anfängt; das sind letzte Züge wie in R27.${f.dealerChoice ? ` Der Geber wählt vorher noch seine Hand, doch wer als Geber ${f.best} bekommen hat, behält sie.` : ""} Weitere ${f.best} in diesen Zügen ändern nichts.`,
  graceLate: (f) =>
    `${f.best} im letzten Zug nach R27, oder durch den Tausch, nach dem nur noch einer offen ist, beenden die Runde im Namen dessen, der sie hat; wer noch dran ist, steht hier.`,

  bestSuit:
    "Eine Hand ist so viel wert wie die meisten Punkte, die sie in einer Farbe hat. Karten der anderen Farben bringen nichts dazu.",
  twoSuits: "Erreichen zwei Farben diesen Wert, zählt die höhere Farbe.",
  trips: (f) =>
    f.fire
      ? "Drei Karten eines Ranges, ein Drilling, sind 30½ wert, gleich welchen Ranges; nur drei Asse sind mehr wert."
      : "Drei Karten eines Ranges, ein Drilling, sind 30½ wert, gleich welchen Ranges.",
  fire: "Drei Asse sind Feuer und 32 wert, mehr als alles andere.",
  noFire: "Drei Asse sind ein gewöhnlicher Drilling: Feuer gibt es nicht.",
  onlyFire: "Andere Drillinge zählen nichts.",
  noTrips: (f) =>
    f.handSize === 4
      ? "Drei oder vier Karten eines Ranges bedeuten nichts."
      : "Drei Karten eines Ranges bedeuten nichts; drei Asse sind 11 wert.",

  tripsRank:
    "Von zwei Drillingen ist der mit dem höheren Rang besser, obwohl alle 30½ wert sind: Damen schlagen Buben.",
  tripsTied: "Drillinge werden nicht unterschieden: Sie sind gleich.",
  suitDecides: "Von Händen gleichen Wertes ist die in der höheren Farbe besser.",
  suitDoesNot: "Hände gleichen Wertes sind gleich, welche Farben und Karten sie auch haben.",
  topCard:
    "In derselben Farbe ist die Hand mit der höheren Karte dieser Farbe besser. Hände, die dann noch gleich sind, bleiben gleich.",
  topCardNot: "In derselben Farbe sind sie gleich: Auf die Karten selbst kommt es nicht an.",

  worstLoses: (f) =>
    `Nach dem Zumachen, ${list([f.talonShowdown && "einem zu kurzen Talon", "der Höchstzahl der Züge", f.special && f.best])} verliert die schlechteste Hand ein Leben. Sind mehrere gleich schlecht, verliert jede eines.`,
  fireAllOthers: (f) =>
    `Hat Feuer die Runde beendet, verlieren alle außer dem, der es hat, ein Leben, auch wer ${f.best} hat.`,
  fireLowest:
    "Hat Feuer die Runde beendet, verliert nur die schlechteste Hand ein Leben, wie in R17.",
  dealtHarsh: (f) =>
    `Besondere Hände, die gegeben wurden${f.dealerChoice ? " oder mit der zweiten Hand kamen" : ""}, kosten mehr. ${f.best}: alle ohne ${f.best} verlieren ein Leben.${f.fire ? ` Feuer: Alle anderen verlieren zwei Leben, doch wer ${f.best} hat, nur eines.` : ""}`,
  dealtNormal:
    "Eine gegebene besondere Hand kostet die anderen nicht mehr als eine, die ertauscht wurde.",
  closerPays: (f) =>
    `Wie die Runde auch endet: Wer zugemacht hat und weder die beste Hand noch eine ebenso gute hat, verliert ein Leben mehr.${f.dutch ? ` ${f.exchangeAll ? "Alle zu tauschen gilt dabei nicht als Zumachen, ebenso wenig" : "Nicht als Zumachen gilt dabei"} das Zumachen in einem letzten Zug.` : ""}`,

  lives: (f) =>
    f.lives === 1
      ? "Jeder beginnt mit einem Leben."
      : `Jeder beginnt mit ${word(f.lives)} Leben, als Chips gezählt.`,
  swims: (f) =>
    `Wer ${f.lives === 1 ? "es" : "das letzte"} abgibt, spielt ohne weiter und ${f.dutch ? "hat das Huhn" : "schwimmt"}. Wer dann noch einmal verliert, ist raus.`,
  lossOfTwo:
    "Zwei Leben auf einmal zu verlieren, wenn man nur noch eines hat, ist nicht schlimmer, als dieses eine zu verlieren. Wer keines mehr hat, ist raus.",
  allSwim: (f) => (f.dutch ? "Diese Chance haben alle." : "Schwimmen dürfen alle."),
  firstSwims: (f) =>
    f.dutch
      ? "Für die ganze Partie gibt es ein einziges Huhn: R29."
      : "Nur einer darf schwimmen: R29.",
  nobodySwims: "Niemand schwimmt: Wer das letzte Leben verliert, ist raus.",
  die: "Die Leben zeigt ein Würfel, von der Sechs abwärts.",
  oneChance: (f) =>
    f.dutch
      ? "Das Huhn gehört zur ersten Runde, in der jemandem die Leben ausgehen. Ist es nur einer, nimmt er es und darf noch einmal verlieren, ehe er raus ist. Sind es mehrere zugleich, sind alle raus, und das Huhn ist weg. Wem die Leben später ausgehen, der ist sofort raus."
      : "Das Schwimmen gehört zur ersten Runde, in der jemandem die Leben ausgehen. Ist es nur einer, schwimmt er und darf noch einmal verlieren, ehe er raus ist. Sind es mehrere zugleich, sind alle raus, und in dieser Partie schwimmt niemand mehr. Wem die Leben später ausgehen, der ist sofort raus.",

  lastWins:
    "Wer zuletzt übrig ist, gewinnt die Partie und den Einsatz: die Chips, die abgegeben wurden.",
  share:
    "Würden alle, die noch dabei sind, in derselben Runde ausscheiden, gewinnen sie gemeinsam.",
  replay: (f) =>
    `Würden alle, die noch dabei sind, in derselben Runde ausscheiden, zählt sie nicht: Leben ${f.dutch ? "und Huhn " : ""}bleiben, wie sie waren, das Geben geht weiter, und eine neue Runde wird gespielt.`,

  score:
    "Der Gewinner der Runde bekommt so viele Punkte, wie die beste Hand wert ist. Jeder Verlierer verliert den Unterschied zwischen dieser und der eigenen Hand; der Stand darf unter null fallen. Wer dem Gewinner gleich ist, gewinnt auch. Wer nicht gewinnt, ist Verlierer, auch wenn der Unterschied null ist.",
  biggestLoser:
    "Wer am meisten verliert, fängt die nächste Runde an: von mehreren, wer in dieser Runde früher dran war. Hat niemand verloren, ist es der Spieler links von dem, der anfing.",
  rounds: (f) =>
    f.rounds === 1
      ? "Die Partie ist eine Runde lang."
      : `Die Partie endet nach ${word(f.rounds)} Runden.`,
  target: (f) => `Sie endet früher mit der ersten Runde, nach der jemand ${f.target} Punkte hat.`,
  noTarget: "Keine Punktzahl beendet sie früher.",
  mostPoints: "Die meisten Punkte gewinnen. Wer gleich viele hat, teilt den Sieg.",
};

const tactics: RuleTexts["tactics"] = {
  short:
    "Runden sind kurz. Rechne mit etwa drei eigenen Zügen, bis jemand zumacht, mit weniger, wenn ihr wenige seid.",
  plan: (f) =>
    `Hab einen Plan und einen zweiten${f.trips ? ", etwa drei Neunen oder sonst die Punkte einer Farbe" : ", etwa Herz oder sonst Pik"}. Lass den ersten fallen, wenn ein anderer die Karte nimmt, die er braucht.`,
  watch:
    "Sieh, was die anderen nehmen und ablegen. Es verrät ihre Farbe, ihren Rang und oft die Hand.",
  tookAll:
    "Wer die ganze Mitte genommen hat, dessen Hand kennst du Karte für Karte, bis er tauscht.",
  gone: "Karten, die mit einer alten Mitte gingen, kommen nicht wieder. Nie gesehene können im Talon liegen.",
  next: "Leg nicht ab, was der Nächste sammelt.",
  two: "Zu zweit ist im Vorteil, wer anfängt.",
  endEarly: "Es kann sich lohnen, eine Runde früh zu beenden und wenig zu verlieren.",
  mislead: "Täuschen ist erlaubt: Nimm ab und zu, was du nicht brauchst.",
};

const examples: RuleTexts["examples"] = {
  suitSum: "Die beste Farbe zählt:",
  twoSuits: "Zehn Punkte in zwei Farben: Kreuz zählt.",
  order: "Vom Besten abwärts:",
  nothing: "Ein Rang, drei Farben:",
  tripsBetter: "Beide 30½, doch die erste ist besser:",
  equalSuit: "Nach dem Zumachen: zweimal 20 in Kreuz, also verlieren beide.",
  suitBeats: "Nach dem Zumachen: Herz schlägt Karo, also verliert nur die zweite.",
  topCard: "Nach dem Zumachen: König vor Dame in Kreuz, also verliert nur die zweite.",
  tripsTied: "Nach dem Zumachen: beide Drillinge sind am schlechtesten, also verlieren beide.",
  dealt: "So gegeben: Feuer beendet die Runde sofort.",
  score: "Nach dem Zumachen: zwei Gewinner, und ein Verlierer, dem 12 fehlen.",
};

const notes: RuleTexts["notes"] = {
  names:
    "Das Spiel heißt auch 31, Schnauz, Knack oder Hosen runter. Es gehört zur Familie der Commerce-Spiele.",
  words:
    "Vorsicht: „passen“ sagt man im Deutschen wie im Niederländischen für beides, Zumachen und Schieben. Hier heißt es „zumachen“ und „schieben“; im Niederländischen ist „passen“ hier nur das Zumachen.",
  packs:
    "Mit deutschem Blatt ist Eichel Kreuz, Laub (oder Grün) Pik, Herz Herz und Schellen Karo; der Ober ist die Dame, der Unter der Bube.",
};

export const texts: RuleTexts = { sections, rules, paragraphs, tactics, examples, notes };
