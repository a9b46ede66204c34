/** Typefaces and textures, which on a first visit wait for what a first deal needs. */
const { dataset } = document.documentElement;

/** Show the device's own typefaces and plain surfaces for now, unless a visit has cached ours. */
export function delayOrnaments(): void {
  if (!navigator.serviceWorker?.controller) dataset["ornaments"] = "later";
}

/** Load typefaces and textures as far as they are used. */
export function loadOrnaments(): void {
  delete dataset["ornaments"];
}
