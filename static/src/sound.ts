/** Short sounds made on the spot; no files. */

import { audible, prefs } from "./prefs";

let audio: AudioContext | null = null;

/** Whether the page was touched or a key pressed: browsers allow no sound before. */
function touched(): boolean {
  return navigator.userActivation?.hasBeenActive ?? true;
}

function context(): AudioContext | null {
  if (!audible() || !touched() || typeof AudioContext === "undefined") return null;
  audio ??= new AudioContext();
  if (audio.state === "suspended") void audio.resume();
  return audio;
}

function tone(pitch: number, at: number, length: number, type: OscillatorType, volume: number): void {
  const ctx = context();
  if (!ctx) return;
  const start = ctx.currentTime + at;
  const gain = ctx.createGain();
  gain.gain.setValueAtTime(Math.max(0.0006, (volume * prefs.volume) / 60), start);
  gain.gain.exponentialRampToValueAtTime(0.0005, start + length);
  const wave = ctx.createOscillator();
  wave.type = type;
  wave.frequency.value = pitch;
  wave.connect(gain).connect(ctx.destination);
  wave.start(start);
  wave.stop(start + length);
}

export const sound = {
  turn(): void {
    [392, 523, 659].forEach((pitch, i) => tone(pitch, i * 0.09, 0.35, "triangle", 0.08));
  },
  time(): void {
    [523, 415].forEach((pitch, i) => tone(pitch, i * 0.22, 0.5, "sine", 0.05));
  },
  dice(): void {
    for (let i = 0; i < 6; i++) tone(180 + Math.random() * 260, i * 0.07 + Math.random() * 0.03, 0.05, "square", 0.03);
  },
  hit(): void {
    tone(110, 0, 0.18, "sawtooth", 0.06);
  },
  heal(): void {
    tone(660, 0, 0.25, "sine", 0.05);
  },
  step(): void {
    tone(150, 0, 0.05, "sine", 0.04);
  },
};

/** Shake the device a little, where it can. */
export function buzz(): void {
  if (prefs.buzz && touched() && "vibrate" in navigator) navigator.vibrate(60);
}
