/** Whether fingers do what a mouse does elsewhere. */
export const fingers = (): boolean => typeof matchMedia === "function" && matchMedia("(pointer: coarse)").matches;

const WORDS: [RegExp, string][] = [[/\bclick/g, "tap"], [/\bClick/g, "Tap"], [/ \(or press its number\)/g, ""], [/\bpress\b/g, "tap"], [/\bPress\b/g, "Tap"], [/ \((U|Esc)\)/g, ""]];

/** A hint in the words of the hand that reads it: who has no mouse taps. */
export function worded(hint: string, touch = fingers()): string {
  return touch ? WORDS.reduce((text, [word, other]) => text.replaceAll(word, other), hint) : hint;
}
