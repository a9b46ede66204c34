/** The colours and basic strokes of all German faces. */

export const INK = "#2b1b12";
export const PAPER = "#fdf6e6";
export const RED = "#b3271e";
export const DEEP_RED = "#8a1c18";
export const GREEN = "#3f7a3a";
export const DEEP_GREEN = "#2a5a2c";
export const PALE_GREEN = "#c9dc9a";
export const YELLOW = "#f3c648";
export const OCHRE = "#d8952b";
export const BROWN = "#7a4a22";
export const DEEP_BROWN = "#57341a";
export const BLUE = "#33549c";
export const SKIN = "#f4d0a8";
export const CHEEK = "#e59c7c";

/** Draw a shape with an ink outline (which the card's root element sets). */
export const shape = (d: string, fill: string) => `<path d="${d}" fill="${fill}"/>`;

/** Draw a shape without an outline, for shading and ornaments. */
export const patch = (d: string, fill: string) => `<path d="${d}" fill="${fill}" stroke="none"/>`;

/** Draw a line, by default in ink. */
export const line = (d: string, width: number, colour = INK) =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}"/>`;

export const dot = (x: number, y: number, r: number, fill: string) =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"/>`;

export const spot = (x: number, y: number, r: number, fill: string) =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}" stroke="none"/>`;

export const group = (transform: string, inner: string) =>
  `<g transform="${transform}">${inner}</g>`;
