/** A few sounds made here and now: a drum, a volley, a gun, a cheer. Nothing lasts longer than two seconds. */
import { memory } from "../lib/memory.svelte";
import type { Told } from "../wire/types";

export type Sound = "drum" | "volley" | "gun" | "cheer";

let audio: AudioContext | null = null;
let noise: AudioBuffer | null = null;

/** What is heard of a moment; "" nothing. */
export function heard(told: Told): Sound | "" {
  if (told.hint === "turn" || told.hint === "charge") return "drum";
  if (told.hint === "volley") return /gun|battery|artillery|limber/i.test(told.text) ? "gun" : "volley";
  if (told.hint === "melee" && told.rolls.length) return "cheer";
  return told.hint === "end" ? "cheer" : "";
}

export function sound(told: Told): void {
  const found = memory.volume > 0 ? heard(told) : "";
  if (found) play(found);
}

export function play(name: Sound): void {
  try {
    audio ??= new AudioContext();
    noise ??= hiss(audio);
    const level = audio.createGain();
    level.gain.value = memory.volume;
    level.connect(audio.destination);
    SOUNDS[name](audio, level, audio.currentTime);
  } catch {
    // No sound on this machine: everything is to be seen as well.
  }
}

function hiss(on: AudioContext): AudioBuffer {
  const found = on.createBuffer(1, 2 * on.sampleRate, on.sampleRate);
  const data = found.getChannelData(0);
  for (let n = 0; n < data.length; n++) data[n] = 2 * Math.random() - 1;
  return found;
}

interface Burst {
  at: number;
  lasts: number;
  loud: number;
  kind: BiquadFilterType;
  pitch: number;
}

/** Noise through a filter, dying away. */
function burst(on: AudioContext, into: AudioNode, { at, lasts, loud, kind, pitch }: Burst): void {
  const source = on.createBufferSource();
  source.buffer = noise;
  const filter = on.createBiquadFilter();
  filter.type = kind;
  filter.frequency.value = pitch;
  const level = on.createGain();
  level.gain.setValueAtTime(loud, at);
  level.gain.exponentialRampToValueAtTime(0.0001, at + lasts);
  source.connect(filter).connect(level).connect(into);
  source.start(at, Math.random());
  source.stop(at + lasts);
}

/** A tone that falls, dying away. */
function thud(on: AudioContext, into: AudioNode, at: number, from: number, to: number, lasts: number, loud: number): void {
  const tone = on.createOscillator();
  tone.frequency.setValueAtTime(from, at);
  tone.frequency.exponentialRampToValueAtTime(to, at + lasts);
  const level = on.createGain();
  level.gain.setValueAtTime(loud, at);
  level.gain.exponentialRampToValueAtTime(0.0001, at + lasts);
  tone.connect(level).connect(into);
  tone.start(at);
  tone.stop(at + lasts);
}

const SOUNDS: Record<Sound, (on: AudioContext, into: AudioNode, at: number) => void> = {
  drum: (on, into, at) => {
    for (const [n, beat] of [0, 0.16, 0.32, 0.4, 0.48, 0.64].entries()) {
      burst(on, into, { at: at + beat, lasts: 0.12, loud: n % 3 ? 0.25 : 0.4, kind: "bandpass", pitch: 1900 });
      thud(on, into, at + beat, 190, 120, 0.1, 0.3);
    }
  },
  volley: (on, into, at) => {
    for (let n = 0; n < 14; n++) burst(on, into, { at: at + 0.5 * Math.random() ** 2, lasts: 0.18, loud: 0.22, kind: "bandpass", pitch: 900 + 1500 * Math.random() });
    burst(on, into, { at: at + 0.05, lasts: 0.9, loud: 0.12, kind: "lowpass", pitch: 500 });
  },
  gun: (on, into, at) => {
    thud(on, into, at, 110, 32, 0.7, 0.9);
    burst(on, into, { at, lasts: 0.25, loud: 0.6, kind: "lowpass", pitch: 1400 });
    burst(on, into, { at: at + 0.1, lasts: 1.5, loud: 0.14, kind: "lowpass", pitch: 260 });
  },
  cheer: (on, into, at) => {
    for (let n = 0; n < 6; n++) {
      const voice = on.createOscillator();
      const level = on.createGain();
      const pitch = 260 + 50 * n + 30 * Math.random();
      voice.type = "sawtooth";
      voice.frequency.setValueAtTime(pitch, at);
      voice.frequency.linearRampToValueAtTime(pitch * 1.35, at + 0.5);
      voice.frequency.linearRampToValueAtTime(pitch * 1.1, at + 1.3);
      level.gain.setValueAtTime(0.0001, at);
      level.gain.linearRampToValueAtTime(0.035, at + 0.25 + 0.05 * n);
      level.gain.exponentialRampToValueAtTime(0.0001, at + 1.5);
      const mouth = on.createBiquadFilter();
      mouth.type = "bandpass";
      mouth.frequency.value = 950;
      voice.connect(mouth).connect(level).connect(into);
      voice.start(at);
      voice.stop(at + 1.5);
    }
    burst(on, into, { at, lasts: 1.4, loud: 0.05, kind: "bandpass", pitch: 1200 });
  },
};
