/** The bots as a person chooses them: who he is, and how long he may think where he thinks at all. */

export const BOTS: Record<string, string> = {
  recruit: "the recruit (does anything lawful)",
  captain: "the captain (plays to win)",
  general: "the general (thinks ahead)",
};

/** The general by the time he has to think. */
export const TIMES: Record<string, string> = {
  "general-quick": "quick: half a second",
  general: "steady: up to two seconds",
  "general-long": "long: up to five seconds",
};

const GENERAL = "general";

/** The bots to choose among, one general for all his times to think. */
export const choices = (bots: string[]): string[] => bots.filter((bot) => bot === GENERAL || !(bot in TIMES));

/** The times to think that a bot can be given. */
export const times = (bot: string, bots: string[]): string[] => (bot in TIMES ? Object.keys(TIMES).filter((one) => bots.includes(one)) : []);

/** Who a bot is, whatever time he has. */
export const who = (bot: string): string => (bot in TIMES ? GENERAL : bot);

/** A bot in words, after "against". */
export function named(bot: string): string {
  const words: Record<string, string> = { captain: "the captain, who plays to win", recruit: "the recruit, who does anything lawful: easy to beat", general: "the general, who thinks ahead" };
  return words[who(bot)] ?? bot;
}
