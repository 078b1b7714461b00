import { memory } from "./memory.svelte";

/** Two soft notes when it is one's turn and one looks elsewhere. */
export function signal(): void {
  if (!memory.sound || !document.hidden) return;
  try {
    const audio = new AudioContext();
    [523, 784].forEach((pitch, n) => {
      const note = audio.createOscillator();
      const level = audio.createGain();
      level.gain.setValueAtTime(0.08, audio.currentTime + n * 0.18);
      level.gain.exponentialRampToValueAtTime(0.0001, audio.currentTime + n * 0.18 + 0.3);
      note.frequency.value = pitch;
      note.connect(level).connect(audio.destination);
      note.start(audio.currentTime + n * 0.18);
      note.stop(audio.currentTime + n * 0.18 + 0.32);
    });
  } catch {
    // No sound on this machine: the title of the page tells it too.
  }
}
