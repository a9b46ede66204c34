/** Synthesized sounds of paper, wood, brass and water: short, dry and quiet. */
import type { Sound } from "./event-sounds";

const LOUDNESS = 0.22;

/** An instrument, which plays one sound from a time of the context on. */
type Voice = (context: AudioContext, out: AudioNode, at: number, noise: AudioBuffer) => void;

/** Return a gain with an attack and a decay. */
function envelope(
  context: AudioContext,
  out: AudioNode,
  [at, rise, fall, peak]: readonly [at: number, rise: number, fall: number, peak: number],
): GainNode {
  const gain = context.createGain();
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(peak, at + rise);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + rise + fall);
  gain.connect(out);
  return gain;
}

interface Hiss {
  type: BiquadFilterType;
  from: number; // Hz
  to: number;
  q: number;
}

function hiss(
  context: AudioContext,
  out: AudioNode,
  noise: AudioBuffer,
  { type, from, to, q }: Hiss,
  times: readonly [at: number, rise: number, fall: number, peak: number],
): void {
  const [at, rise, fall] = times;
  const source = context.createBufferSource();
  source.buffer = noise;
  const filter = context.createBiquadFilter();
  filter.type = type;
  filter.Q.value = q;
  filter.frequency.setValueAtTime(from, at);
  filter.frequency.exponentialRampToValueAtTime(to, at + rise + fall);
  source.connect(filter).connect(envelope(context, out, times));
  source.start(at, (at * 0.37) % 0.5);
  source.stop(at + rise + fall);
}

function tone(
  context: AudioContext,
  out: AudioNode,
  type: OscillatorType,
  [from, to]: readonly [from: number, to: number],
  times: readonly [at: number, rise: number, fall: number, peak: number],
): void {
  const [at, rise, fall] = times;
  const source = context.createOscillator();
  source.type = type;
  source.frequency.setValueAtTime(from, at);
  source.frequency.exponentialRampToValueAtTime(to, at + rise + fall);
  source.connect(envelope(context, out, times));
  source.start(at);
  source.stop(at + rise + fall);
}

const paper: Voice = (context, out, at, noise) =>
  hiss(context, out, noise, { type: "bandpass", from: 4600, to: 1900, q: 0.9 }, [
    at,
    0.02,
    0.09,
    0.5,
  ]);

const wood: Voice = (context, out, at, noise) => {
  tone(context, out, "sine", [1250, 900], [at, 0.002, 0.05, 0.5]);
  hiss(context, out, noise, { type: "bandpass", from: 2400, to: 1800, q: 5 }, [
    at,
    0.002,
    0.03,
    0.7,
  ]);
};

const knuckle: Voice = (context, out, at, noise) => {
  tone(context, out, "sine", [170, 85], [at, 0.004, 0.13, 1]);
  hiss(context, out, noise, { type: "lowpass", from: 900, to: 200, q: 0.7 }, [
    at,
    0.002,
    0.06,
    0.8,
  ]);
};

function brass(context: AudioContext, out: AudioNode, at: number, pitch: number, length: number) {
  const filter = context.createBiquadFilter();
  filter.type = "lowpass";
  filter.Q.value = 0.6;
  filter.frequency.setValueAtTime(pitch * 1.2, at);
  filter.frequency.exponentialRampToValueAtTime(pitch * 3.2, at + 0.08);
  filter.frequency.exponentialRampToValueAtTime(pitch * 1.1, at + length);
  filter.connect(out);
  for (const detuned of [0.9985, 1.0015])
    tone(context, filter, "sawtooth", [pitch * detuned, pitch * detuned], [at, 0.06, length, 0.16]);
}

const G4 = 392;
const C5 = 523.25;
const E5 = 659.25;

const VOICES: Record<Sound, Voice> = {
  card: paper,
  cards: (context, out, at, noise) => {
    for (let i = 0; i < 4; i++) paper(context, out, at + i * 0.085, noise);
  },
  chip: (context, out, at, noise) => {
    wood(context, out, at, noise);
    wood(context, out, at + 0.07, noise);
  },
  knock: (context, out, at, noise) => {
    knuckle(context, out, at, noise);
    knuckle(context, out, at + 0.17, noise);
  },
  turn: (context, out, at) => brass(context, out, at, G4, 0.4),
  tick: (context, out, at, noise) => {
    wood(context, out, at, noise);
    wood(context, out, at + 0.3, noise);
  },
  water: (context, out, at, noise) => {
    hiss(context, out, noise, { type: "lowpass", from: 180, to: 520, q: 2 }, [at, 0.25, 0.5, 0.9]);
    for (const [after, pitch] of [
      [0.2, 210],
      [0.34, 260],
      [0.5, 190],
    ] as const)
      tone(context, out, "sine", [pitch, pitch * 1.7], [at + after, 0.02, 0.09, 0.35]);
  },
  fire: (context, out, at, noise) => {
    hiss(context, out, noise, { type: "bandpass", from: 500, to: 1600, q: 0.6 }, [
      at,
      0.2,
      0.7,
      0.8,
    ]);
    for (const after of [0.12, 0.21, 0.37, 0.44, 0.62]) wood(context, out, at + after, noise);
  },
  bell: (context, out, at) => {
    for (const [pitch, peak] of [
      [2 * E5, 0.4],
      [4.2 * E5, 0.12],
    ] as const)
      tone(context, out, "sine", [pitch, pitch * 0.998], [at, 0.004, 0.9, peak]);
  },
  under: (context, out, at, noise) => {
    hiss(context, out, noise, { type: "lowpass", from: 700, to: 120, q: 2 }, [at, 0.06, 0.8, 0.9]);
    for (const [after, pitch] of [
      [0.3, 170],
      [0.42, 220],
      [0.52, 290],
      [0.6, 380],
    ] as const)
      tone(context, out, "sine", [pitch, pitch * 1.5], [at + after, 0.02, 0.08, 0.35]);
  },
  afloat: (context, out, at, noise) => {
    hiss(context, out, noise, { type: "lowpass", from: 400, to: 200, q: 1 }, [at, 0.1, 0.35, 0.5]);
    tone(context, out, "sine", [C5, C5], [at + 0.1, 0.02, 0.2, 0.3]);
    tone(context, out, "sine", [E5, E5], [at + 0.26, 0.02, 0.4, 0.3]);
  },
  win: (context, out, at) => {
    brass(context, out, at, G4, 0.3);
    brass(context, out, at + 0.2, C5, 0.3);
    for (const pitch of [G4, C5, E5]) brass(context, out, at + 0.42, pitch, 0.9);
  },
};

/** Return two seconds of white noise. */
function whiteNoise(context: AudioContext): AudioBuffer {
  const buffer = context.createBuffer(1, 2 * context.sampleRate, context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = 2 * Math.random() - 1;
  return buffer;
}

export class Synth {
  readonly #out: GainNode;
  readonly #noise: AudioBuffer;

  constructor(private readonly context: AudioContext) {
    this.#out = context.createGain();
    this.#out.gain.value = LOUDNESS;
    this.#out.connect(context.destination);
    this.#noise = whiteNoise(context);
  }

  play(sound: Sound, delay: number): void {
    const at = this.context.currentTime + 0.01 + delay / 1000;
    VOICES[sound](this.context, this.#out, at, this.#noise);
  }
}
