import type { LessonTexts } from "./en";

export const texts: LessonTexts = {
  suit: {
    title: "Eine Farbe zählt",
    say: "Eine Hand ist so viel wert wie ihre beste Farbe. Tippe auf die Hand, die mehr wert ist.",
    done: "Herz 7 und Herz 9 ergeben 16. Die andere Hand hat keine zwei Karten einer Farbe, also zählt nur ihre beste Karte: 10.",
  },
  points: {
    title: "Was Karten zählen",
    say: "Ass 11. König, Dame, Bube und Zehn je 10. Die anderen zählen ihre Zahl. Welche Hand ist mehr wert?",
    done: "Herz Ass und Herz 8 ergeben 19. Die drei Bilder haben drei Farben: Nur eines davon zählt, 10.",
  },
  exchange: {
    title: "Eine Karte tauschen",
    say: "Die drei Karten in der Mitte sind für alle da. Tippe auf eine deiner Karten und eine der Mitte: Du siehst, was deine Hand wert wäre. Dann drücke Tauschen.",
    done: "Von 9 auf 19 in einem Zug, und du hast noch beide Neunen.",
    same: "Das ergibt auch 19, gibt aber eine Neun her. Aus zwei Neunen können drei werden: Nimm lieber die Sieben.",
  },
  watch: {
    title: "Den anderen zusehen",
    say: "Jetzt Ida und Max. Jeder Tausch ist offen: Was sie nehmen, verrät, was sie sammeln.",
  },
  pass: {
    title: "Schieben",
    say: "Nichts in der Mitte bringt dich über 19. Du musst nicht tauschen: Drücke Schieben.",
    done: "Du behältst deine Hand. Schieben alle nacheinander, kommen drei neue Karten in die Mitte.",
    same: "Deine Hand wäre weiter 19 wert. Behalte lieber, was du hast, und schiebe.",
    less: (value) => `Damit hättest du nur noch ${value}. Behalte deine Hand und schiebe.`,
  },
  lay: {
    title: "Was sie ablegen",
    say: "Behalte im Auge, was die anderen ablegen. Vielleicht ist etwas für dich dabei.",
  },
  three: {
    title: "Drilling",
    say: "Max hat eine Neun abgelegt! Drei Karten eines Ranges sind 30½ wert. Wähle die beiden Karten zum Tauschen.",
    done: "30½: besser sind nur 31 und drei Asse. Drücke noch nichts.",
  },
  close: {
    title: "Zumachen",
    say: "Mit so einer Hand soll die Runde enden. Du darfst zusammen mit einem Tausch zumachen: Tausche [TH] gegen [9C] und drücke „Tauschen und zumachen“.",
    done: "Du hast zugemacht. Alle anderen haben noch einen Zug.",
    same: "Der richtige Tausch. Aber mach gleich zu, ehe die anderen etwas Besseres finden.",
  },
  lastTurns: {
    title: "Die letzten Züge",
    say: "Ida und Max haben noch je einen Zug. Sie dürfen tauschen oder schieben. Du siehst nur noch zu.",
  },
  showdown: {
    title: "Aufgedeckt",
    say: "Alle zeigen ihre Hand. Die niedrigste verliert ein Leben: Max hatte drei, jetzt hat er zwei.",
  },
  dealer: {
    title: "Du gibst",
    say: "Gegeben wird reihum. Der Geber behält seine Hand oder nimmt eine zweite, die niemand kennt; die andere wird zur Mitte. Deine ist 21 wert: Behalte sie.",
    done: "Die zweite Hand wird aufgedeckt: Sie ist jetzt die Mitte.",
    unseen:
      "Das darfst du, aber niemand weiß, was darin steckt. Ass und König in Pik sind ein schöner Anfang: Behalte sie.",
  },
  all: {
    title: "Alle tauschen",
    say: "Du darfst auch die ganze Hand gegen die ganze Mitte tauschen. Eine Karte oder alle drei, nie zwei. Sieh Ida zu.",
  },
  thirtyOne: {
    title: "31",
    say: "Ein Ass und zwei Karten, die zehn zählen, alle von einer Farbe: Das sind 31. Ida hat genau das abgelegt, was dir fehlt.",
    done: "31! Du zeigst sie sofort, und die Runde ist aus. Niemand ist noch dran, und die niedrigste Hand verliert ein Leben: wieder Max.",
    same: "Damit bleibst du bei 21. Eine Karte in der Mitte macht 31 daraus.",
  },
  fire: {
    title: "Feuer",
    say: "Drei Asse sind Feuer und 32 wert: Besseres gibt es nicht. Siehst du es?",
    done: "Feuer! Die Runde endet sofort, und diesmal verlieren alle anderen ein Leben.",
    same: "In der Mitte liegt etwas viel Besseres: Such ein Ass.",
  },
  swim: {
    title: "Schwimmen",
    say: "Max hat sein letztes Leben abgegeben. Er ist nicht raus: Er schwimmt. Verliert er noch einmal, dann schon. Wer am Ende übrig ist, gewinnt die Partie.",
  },
  end: {
    title: "Jetzt kannst du spielen",
    say: "Eine Farbe, eine Karte nach der anderen, und im richtigen Moment zumachen. Alles andere kommt beim Spielen.",
  },
  less: (value, best) =>
    `Das ergäbe ${value}. Etwas in der Mitte bringt ${best}: wähle eine Karte und sieh dir die Zahlen an.`,
  unseen: "Das ist erlaubt, aber versuche diesmal, worum es hier geht.",
  wrongHand: "Diese nicht.",
  rightHand: "Richtig!",
};
