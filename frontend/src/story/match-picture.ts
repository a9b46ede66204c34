/** Picture of a match's result to share, drawn on this device in the pub's materials. */
import wood from "../table/wood.webp";
import { breakLines, fitText, type PictureContent } from "./picture-layout";

const WIDTH = 1080;
const HEIGHT = 1350;
const MARGIN = 70;
const PAPER = { x: MARGIN, y: 190, width: WIDTH - 2 * MARGIN, height: HEIGHT - 190 - MARGIN };
const INSIDE = PAPER.width - 120;
const CENTRE = WIDTH / 2;
const DISPLAY = '"Young Serif", Georgia, serif';
const PLAIN = '"Figtree Variable", system-ui, sans-serif';

type Context = CanvasRenderingContext2D;

/** Return the value of a colour token in the page's present theme. */
function themeColours(): (token: string) => string {
  const probe = document.createElement("span");
  document.body.append(probe);
  const style = getComputedStyle(probe);
  const colours = new Map<string, string>();
  const names = ["wood", "leather", "on-leather", "on-leather-2", "sheet", "sheet-line"];
  for (const name of [...names, "sheet-ink-2", "ink", "chip", "chip-2", "turn"]) {
    probe.style.color = `var(--${name})`;
    colours.set(name, style.color);
  }
  probe.remove();
  return (token) => colours.get(token) ?? "";
}

function loadImage(source: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = source;
  return image.decode().then(() => image);
}

const PAINT = ["fill", "stroke", "stroke-width", "opacity", "fill-rule"] as const;
const PAINT_OF_ROOT = ["stroke-linecap", "stroke-linejoin"] as const;

/** Return a portrait of the page as an image: a copy of its drawing with resolved colours. */
function portraitImage(drawing: SVGElement): Promise<HTMLImageElement> {
  const copy = drawing.cloneNode(true) as SVGElement;
  const copies = [...copy.querySelectorAll("*")];
  [...drawing.querySelectorAll("*")].forEach((element, i) => {
    const style = getComputedStyle(element);
    for (const property of PAINT)
      copies[i]?.setAttribute(property, style.getPropertyValue(property));
  });
  copy.removeAttribute("style");
  const style = getComputedStyle(drawing);
  for (const property of PAINT_OF_ROOT)
    copy.setAttribute(property, style.getPropertyValue(property));
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", "480");
  copy.setAttribute("height", "480");
  return loadImage(`data:image/svg+xml,${encodeURIComponent(copy.outerHTML)}`);
}

function drawBoards(context: Context, boards: CanvasImageSource, colour: (t: string) => string) {
  context.fillStyle = colour("wood");
  context.fillRect(0, 0, WIDTH, HEIGHT);
  context.globalCompositeOperation = "multiply";
  const pattern = context.createPattern(boards, "repeat");
  if (pattern) context.fillStyle = pattern;
  context.fillRect(0, 0, WIDTH, HEIGHT);
  context.globalCompositeOperation = "source-over";
  const light = context.createRadialGradient(CENTRE, 500, 200, CENTRE, 600, 1000);
  light.addColorStop(0, "rgb(255 240 205 / 28%)");
  light.addColorStop(1, "rgb(50 28 8 / 46%)");
  context.fillStyle = light;
  context.fillRect(0, 0, WIDTH, HEIGHT);
}

/** Draw a leaf torn off a pad along its holes. */
function drawPaper(context: Context, colour: (token: string) => string): void {
  const { x, y, width, height } = PAPER;
  const HOLE = 9;
  const GAP = width / 30;
  context.beginPath();
  context.moveTo(x, y);
  for (let hole = x + GAP / 2; hole < x + width; hole += GAP) {
    context.lineTo(hole - HOLE, y);
    context.arc(hole, y, HOLE, Math.PI, 0, true);
  }
  context.lineTo(x + width, y);
  context.arcTo(x + width, y + height, x, y + height, 18);
  context.arcTo(x, y + height, x, y, 18);
  context.closePath();
  context.shadowColor = "rgb(30 16 4 / 45%)";
  context.shadowBlur = 44;
  context.shadowOffsetY = 18;
  context.fillStyle = colour("sheet");
  context.fill();
  context.shadowColor = "transparent";
}

function drawFace(context: Context, face: CanvasImageSource, x: number, y: number, size: number) {
  context.save();
  context.beginPath();
  context.roundRect(x, y, size, size, size * 0.24);
  context.clip();
  context.drawImage(face, x, y, size, size);
  context.restore();
}

/** Draw chips in a bow above the winners' faces. */
function drawGarland(
  context: Context,
  at: { x: number; y: number; width: number; height: number },
  colour: (token: string) => string,
): void {
  const CHIPS = 11;
  for (let i = 0; i < CHIPS; i++) {
    const angle = (-170 + (160 * i) / (CHIPS - 1)) * (Math.PI / 180);
    const x = at.x + Math.cos(angle) * at.width;
    const y = at.y + Math.sin(angle) * at.height;
    for (const [radius, token] of [
      [17, "chip"],
      [10, "chip-2"],
      [6, "chip"],
    ] as const) {
      context.beginPath();
      context.arc(x, y, radius, 0, 2 * Math.PI);
      context.fillStyle = colour(token);
      context.fill();
    }
  }
}

/** Draw a text in lines around the centre; return the y coordinate below it. */
function drawLines(context: Context, text: string, y: number, size: number): number {
  const measure = (line: string) => context.measureText(line).width;
  const lines = breakLines(text, INSIDE, measure);
  lines.forEach((line, i) => {
    context.fillText(fitText(line, INSIDE, measure), CENTRE, y + (i + 0.8) * size * 1.2);
  });
  return y + lines.length * size * 1.2;
}

/**
 * Draw the result of a match; `portraits` are the drawings of the seats on the page.
 *
 * @throws Error if the browser cannot draw it.
 */
export async function drawMatchPicture(
  content: PictureContent,
  portraits: ReadonlyMap<number, SVGElement>,
): Promise<Blob> {
  const [boards] = await Promise.all([
    loadImage(wood),
    ...[`40px ${DISPLAY}`, `40px ${PLAIN}`].map((font) => document.fonts.load(font)),
  ]);
  const faces = new Map(
    await Promise.all(
      [...portraits].map(async ([seat, drawing]) => [seat, await portraitImage(drawing)] as const),
    ),
  );
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  const context = canvas.getContext("2d");
  if (!context) throw new Error("no canvas");
  const colour = themeColours();
  const measure = (text: string) => context.measureText(text).width;

  drawBoards(context, boards, colour);
  context.fillStyle = colour("leather");
  context.fillRect(0, 0, WIDTH, 132);
  context.textAlign = "center";
  context.fillStyle = colour("on-leather");
  context.font = `58px ${DISPLAY}`;
  context.fillText(content.title, CENTRE, 70);
  context.fillStyle = colour("on-leather-2");
  context.font = `500 30px ${PLAIN}`;
  context.fillText(fitText(content.subtitle, WIDTH - 2 * MARGIN, measure), CENTRE, 112);
  drawPaper(context, colour);

  // The winners
  const { winners, rows, facts } = content;
  const size = winners.length > 1 ? 150 : 210;
  const gap = 24;
  const width = winners.length * (size + gap) - gap;
  let y = PAPER.y + 90;
  drawGarland(
    context,
    { x: CENTRE, y: y + size / 2, width: width / 2 + 84, height: size / 2 + 50 },
    colour,
  );
  winners.forEach((seat, i) => {
    const face = faces.get(seat);
    if (face) drawFace(context, face, CENTRE - width / 2 + i * (size + gap), y, size);
  });
  context.fillStyle = colour("ink");
  context.font = `54px ${DISPLAY}`;
  y = drawLines(context, content.headline, y + size + 22, 54) + 22;

  // The standings fill the height that the story leaves.
  const FACT = 30;
  const FOOT = 84;
  context.font = `${FACT}px ${PLAIN}`;
  const factLines = facts.map((fact) => breakLines(fact, INSIDE - 44, measure));
  const story = factLines.reduce((sum, lines) => sum + lines.length * FACT * 1.25 + 16, 0);
  const room = PAPER.y + PAPER.height - FOOT - story - y;
  const row = Math.min(84, room / rows.length);
  const left = CENTRE - INSIDE / 2;
  const right = CENTRE + INSIDE / 2;
  const letter = Math.min(34, row * 0.5);
  for (const { seat, place, name, score } of rows) {
    const middle = y + row / 2 + letter * 0.36;
    const face = faces.get(seat);
    if (face) drawFace(context, face, left + 66, y + row * 0.06, row * 0.88);
    context.textAlign = "left";
    context.fillStyle = colour("sheet-ink-2");
    context.font = `${letter}px ${PLAIN}`;
    context.fillText(`${place}.`, left, middle);
    context.textAlign = "right";
    context.fillText(score, right, middle);
    const scoreWidth = measure(score);
    context.textAlign = "left";
    context.fillStyle = colour("ink");
    context.font = place === 1 ? `${letter}px ${DISPLAY}` : `600 ${letter}px ${PLAIN}`;
    const start = left + 66 + row + 20;
    context.fillText(fitText(name, right - scoreWidth - 24 - start, measure), start, middle);
    y += row;
    context.fillStyle = colour("sheet-line");
    context.fillRect(left, y - 1, INSIDE, 2);
  }

  // The story
  y += (room - row * rows.length) / 2 + 10;
  context.font = `${FACT}px ${PLAIN}`;
  for (const lines of factLines) {
    context.fillStyle = colour("chip");
    context.beginPath();
    context.arc(left + 12, y + FACT * 0.62, 11, 0, 2 * Math.PI);
    context.fill();
    context.fillStyle = colour("chip-2");
    context.beginPath();
    context.arc(left + 12, y + FACT * 0.62, 5, 0, 2 * Math.PI);
    context.fill();
    context.fillStyle = colour("ink");
    for (const line of lines) {
      context.fillText(line, left + 44, y + FACT);
      y += FACT * 1.25;
    }
    y += 16;
  }

  context.textAlign = "center";
  context.fillStyle = colour("sheet-ink-2");
  context.font = `500 28px ${PLAIN}`;
  const address = fitText(content.address, INSIDE, measure);
  context.fillText(address, CENTRE, PAPER.y + PAPER.height - 28);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png");
  });
}
