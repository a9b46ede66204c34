import { describe, expect, it } from "vitest";
import { SOUNDS } from "./event-sounds";
import { Synth } from "./synth";

/** Return a synth on a fake AudioContext that records when its sources play. */
function recordingSynth() {
  const played: { from: number; to: number }[] = [];
  const parameter = () => ({
    value: 0,
    setValueAtTime: () => {},
    exponentialRampToValueAtTime: (value: number) => {
      if (value <= 0) throw new Error("no exponential ramp to 0");
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
  it.each(SOUNDS)("play %s for a short time, after its delay", (sound) => {
    const { played, synth } = recordingSynth();
    synth.play(sound, 500);
    expect(played.length).toBeGreaterThan(0);
    for (const { from, to } of played) {
      expect(from).toBeGreaterThanOrEqual(5.5);
      expect(to).toBeGreaterThan(from);
      expect(to).toBeLessThan(5.5 + 1.6);
    }
  });
});
