"""Layout checks: clipped text, small touch targets, horizontal scrolling, overlaps, contrast."""

from __future__ import annotations

import base64

from playwright.sync_api import Page

MIN_TARGET = 44  # CSS pixels

HELPERS = """
  const name = (element) => {
    const tested = element.closest("[data-testid]");
    return `${element.tagName.toLowerCase()}.${[...element.classList].slice(0, 2).join(".")}`
      + `${tested ? ` in ${tested.dataset.testid}` : ""}`
      + ` "${element.textContent.trim().slice(0, 30)}"`;
  };
  const visible = (element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    && !element.closest("[inert]") && element.getClientRects().length > 0;
  // Visually hidden text, which only screen readers present.
  const hidden = (element) => {
    for (let at = element; at; at = at.parentElement)
      if (getComputedStyle(at).clipPath.startsWith("inset(50%")) return true;
    return false;
  };
"""

CLIPPED = (
    """() => {"""
    + HELPERS
    + """
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || !visible(element) || hidden(element)) continue;
    if (element.closest("svg, script, style")) continue;
    const range = document.createRange();
    range.selectNodeContents(walker.currentNode);
    const text = range.getBoundingClientRect();
    let scrolls = false;
    for (let at = element; at && !scrolls; at = at.parentElement) {
      const style = getComputedStyle(at);
      scrolls = /auto|scroll/.test(style.overflowX + style.overflowY);
      const box = at.getBoundingClientRect();
      const wide = text.left < box.left - 1 || text.right > box.right + 1;
      // A line box is higher than its glyphs.
      const high = Math.max(box.top - text.top, text.bottom - box.bottom) > text.height * 0.2;
      const cut = (/hidden|clip/.test(style.overflowX) && wide)
        || (/hidden|clip/.test(style.overflowY) && high);
      if (cut) { found.push(`clipped by ${name(at)}: ${name(element)}`); break; }
    }
    if (!scrolls && (text.left < -1 || text.right > innerWidth + 1))
      found.push(`beyond the edge: ${name(element)}`);
  }
  const wide = document.documentElement.scrollWidth - innerWidth;
  if (wide > 0) found.push(`the page scrolls sideways by ${wide}`);
  for (const element of document.querySelectorAll("body *"))
    if (/auto|scroll/.test(getComputedStyle(element).overflowX)
        && element.scrollWidth > element.clientWidth + 1 && visible(element))
      found.push(
        `scrolls sideways by ${element.scrollWidth - element.clientWidth}: ${name(element)}`);
  return [...new Set(found)];
}"""
)

SMALL = (
    """(least) => {"""
    + HELPERS
    + """
  const found = [];
  const controls = "a[href], button, input, select, textarea, summary, [tabindex='0']";
  for (const control of document.querySelectorAll(controls)) {
    const target = control.closest("label") ?? control;
    if (!visible(target) || hidden(target) || control.matches("[role=region]")) continue;
    const style = getComputedStyle(control);
    // A link within a sentence is as high as its line.
    if (control.matches("a") && style.display === "inline") continue;
    const size = target.getBoundingClientRect();
    if (size.width >= least && size.height >= least) continue;
    target.scrollIntoView({ block: "center", inline: "center" });
    const box = target.getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const labels = [...(control.labels ?? [])];
    const hits = (dx, dy) => {
      const hit = document.elementFromPoint(x + dx, y + dy);
      return hit !== null && (target.contains(hit) || labels.some((label) => label.contains(hit)));
    };
    // The touch target may be larger than the visible box.
    const reach = (dx, dy) => {
      let n = 0;
      while (n < least && hits(dx * n, dy * n)) n += 1;
      return n;
    };
    const wide = Math.max(box.width, reach(-1, 0) + reach(1, 0) - 1);
    const high = Math.max(box.height, reach(0, -1) + reach(0, 1) - 1);
    if (wide < least - 0.5 || high < least - 0.5)
      found.push(`${Math.round(wide)} x ${Math.round(high)}: ${name(control)}`);
  }
  return [...new Set(found)];
}"""
)

COVERED = (
    """() => {"""
    + HELPERS
    + """
  const found = [];
  const boxes = (selector) => [...document.querySelectorAll(selector)].filter(visible)
    .map((element) => [element, element.getBoundingClientRect()]);
  for (const [mark, a] of boxes(".mark, .count"))
    for (const [face, b] of boxes(":is(.seat, .me) > .face, .worth")) {
      const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (wide > 0 && high > 0 && wide * high > 0.05 * b.width * b.height)
        found.push(`${name(mark)} lies on ${name(face)}`);
    }
  for (const [tag, box] of boxes(".prospect"))
    for (const x of [box.left + box.width / 4, box.right - box.width / 4])
      for (const y of [box.top + 2, box.bottom - 2]) {
        const above = document.elementFromPoint(x, y);
        if (above?.closest("main") && !tag.contains(above) && !tag.parentElement.contains(above))
          found.push(`${name(above)} lies on ${name(tag)}`);
      }
  return [...new Set(found)];
}"""
)


def covered(page: Page) -> list[str]:
    """Return badges that cover portraits or values, and card values that are covered."""
    found: list[str] = page.evaluate(COVERED)
    return found


def clipped(page: Page) -> list[str]:
    """Return text that is clipped, and elements that scroll horizontally."""
    found: list[str] = page.evaluate(CLIPPED)
    return found


def too_small(page: Page) -> list[str]:
    """Return controls whose touch target is too small."""
    found: list[str] = page.evaluate(SMALL, MIN_TARGET)
    return found


def enlarge(page: Page, percent: int) -> None:
    """Set the browser's text size in percent of the default."""
    page.evaluate("(size) => { document.documentElement.style.fontSize = size; }", f"{percent}%")


FAINT = (
    """async ([picture, ratio]) => {"""
    + HELPERS
    + """
  const image = new Image();
  image.src = `data:image/png;base64,${picture}`;
  await image.decode();
  const canvas = new OffscreenCanvas(image.width, image.height);
  const pen = canvas.getContext("2d", { willReadFrequently: true });
  pen.drawImage(image, 0, 0);
  const dot = new OffscreenCanvas(1, 1).getContext("2d");
  const channels = (colour) => {
    dot.clearRect(0, 0, 1, 1);
    dot.fillStyle = colour;
    dot.fillRect(0, 0, 1, 1);
    return [...dot.getImageData(0, 0, 1, 1).data];
  };
  const light = (rgb) => {
    const [r, g, b] = rgb.map((n) => n / 255)
      .map((n) => (n <= 0.04045 ? n / 12.92 : ((n + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (a, b) => {
    const [dark, bright] = [light(a), light(b)].sort((x, y) => x - y);
    return (bright + 0.05) / (dark + 0.05);
  };
  const found = [];
  const check = (element, box, colour, minimum) => {
    // Glyphs do not fill the height of their line box.
    const edge = element.tagName === "svg" ? 0 : box.height * 0.15;
    const [left, top] = [Math.max(0, box.left), Math.max(0, box.top + edge)];
    const width = Math.min(innerWidth, box.right) - left;
    const height = Math.min(innerHeight, box.bottom - edge) - top;
    if (width < 1 || height < 1) return;
    const onTop = (y) => {
      const hit = document.elementFromPoint(left + width / 2, y);
      return hit !== null && (element.contains(hit) || hit === element.parentElement);
    };
    if (!onTop(top + height / 2)) return;
    // The part of a line below a bar at the edge of the window is out of sight.
    let [first, last] = [top, top + height];
    while (first < last && !onTop(first + 0.5)) first += 1;
    while (last > first && !onTop(last - 0.5)) last -= 1;
    if (last - first < 1) return;
    let opacity = 1;
    for (let at = element; at; at = at.parentElement) opacity *= getComputedStyle(at).opacity;
    const [r, g, b, a] = channels(colour);
    const alpha = (a / 255) * opacity;
    const { data } = pen.getImageData(
      ...[left, first, width, last - first].map((n) => n * ratio));
    const ratios = [];
    for (let at = 0; at < data.length; at += 4) {
      const ground = [data[at], data[at + 1], data[at + 2]];
      const ink = [r, g, b].map((n, i) => n * alpha + ground[i] * (1 - alpha));
      ratios.push(contrast(ink, ground));
    }
    ratios.sort((x, y) => x - y);
    const worst = ratios[Math.floor(ratios.length * 0.02)];
    if (worst < minimum) found.push(`${worst.toFixed(2)} of ${minimum}: ${name(element)}`);
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || !visible(element) || hidden(element)) continue;
    if (element.closest("svg, script, style, [aria-disabled=true]")) continue;
    const range = document.createRange();
    range.selectNodeContents(walker.currentNode);
    const style = getComputedStyle(element);
    const [size, weight] = [parseFloat(style.fontSize), Number(style.fontWeight)];
    const large = size >= 24 || (size >= 18.66 && weight >= 700);
    for (const box of range.getClientRects()) check(element, box, style.color, large ? 3 : 4.5);
  }
  for (const path of document.querySelectorAll("svg[aria-hidden=true] path")) {
    const { fill, stroke } = getComputedStyle(path);
    const svg = path.closest("svg");
    if (!visible(svg) || svg.closest("[aria-disabled=true], [data-face]")) continue;
    if (svg.viewBox.baseVal.width !== 24) continue; // not an icon
    check(svg, svg.getBoundingClientRect(), fill === "none" ? stroke : fill, 3);
  }
  return [...new Set(found)];
}"""
)

NO_INK = "*, ::before, ::after { color: transparent !important } svg path { visibility: hidden }"


def too_faint(page: Page) -> list[str]:
    """Return text and icons with too little contrast to the pixels behind them.

    The background is a screenshot of the page without text and icons, so it includes textures and
    shadows.
    """
    style = page.add_style_tag(content=NO_INK)
    picture = base64.b64encode(page.screenshot(animations="disabled")).decode()
    style.evaluate("(style) => style.remove()")
    found: list[str] = page.evaluate(FAINT, [picture, page.evaluate("devicePixelRatio")])
    return found
