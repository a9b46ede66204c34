/**
 * Gives the frame that browser or device draws round the page the colour of its ground, a token;
 * returns what ends that.
 */
export function frame(ground: "--ground" | "--wood"): () => void {
  const frames = document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]');
  const night = matchMedia("(prefers-color-scheme: dark)");
  const paint = () => {
    const probe = document.body.appendChild(document.createElement("i"));
    probe.style.color = `var(${ground})`;
    for (const meta of frames) meta.content = getComputedStyle(probe).color;
    probe.remove();
  };
  paint();
  night.addEventListener("change", paint);
  return () => night.removeEventListener("change", paint);
}
