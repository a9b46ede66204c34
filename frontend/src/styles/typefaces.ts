/** Typefaces, which on a first visit wait for the files that Play needs. */
const { dataset } = document.documentElement;

/** Show all text in the device's own typefaces for now, unless an earlier visit has cached ours. */
export function delayTypefaces(): void {
  if (!navigator.serviceWorker?.controller) dataset["typefaces"] = "later";
}

/** Load the typefaces as far as they are used. */
export function loadTypefaces(): void {
  delete dataset["typefaces"];
}
