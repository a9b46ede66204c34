import { describe, expect, it } from "vitest";
import { SOUNDS } from "./event-sounds";
import { Synth } from "./synth";

/** An AudioContext that only writes down when its sources sound. */
function listening() {
  const played: { from: number; to: number }[] = [];
  const parameter = () => ({
    value: 0,
    setValueAtTime: () => {},
    exponentialRampToValueAtTime: (value: number) => {
      if (value <= 0) throw new Error("no exponential way to 0");
    },
  });
  const node = () => ({
    gain: parameter(),
    frequency: parameter(),
    Q: parameter(),
    connect: <T>(to: T) => to,
  });
  const source = () => {
    let from = NaN;
    return {
      ...node(),
      start: (at: number) => (from = at),
      stop: (to: number) => played.push({ from, to }),
    };
  };
  const context = {
    currentTime: 5,
    sampleRate: 100,
    destination: {},
    createGain: node,
    createBiquadFilter: node,
    createOscillator: source,
    createBufferSource: source,
    createBuffer: (_: number, length: number) => ({
      getChannelData: () => new Float32Array(length),
    }),
  };
  return { played, synth: new Synth(context as unknown as AudioContext) };
}

describe("the instruments", () => {
  it.each(SOUNDS)("play %s shortly, when asked to, and stop again", (sound) => {
    const { played, synth } = listening();
    synth.play(sound, 500);
    expect(played.length).toBeGreaterThan(0);
    for (const { from, to } of played) {
      expect(from).toBeGreaterThanOrEqual(5.5);
      expect(to).toBeGreaterThan(from);
      expect(to).toBeLessThan(5.5 + 1.6);
    }
  });
});
