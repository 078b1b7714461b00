import { expect, test, vi } from "vitest";
import { foreign, headline, lasts, opens, pairs, together, waited } from "../src/stage/beat";
import { free, over, type Taken } from "../src/stage/free";
import { heard } from "../src/stage/sound";
import { changed, Stage, type House } from "../src/stage/stage.svelte";
import type { Piece, SceneNews, Table, Told } from "../src/wire/types";

const BLANK: Told = { seq: 1, text: "", places: [], rolls: [], tally: [], hint: "none", side: "", back: 0, courses: [] };
const told = (hint: string, side: string, more: Partial<Told> = {}): Told => ({ ...BLANK, hint, side, ...more });
const row = (label: string, value: string) => ({ label, value, clause: "", score: 0 });
const domino = { kind: "domino", faces: ["1-2"], by: "", reason: "", clause: "", seen_by: "" } as unknown as Told["rolls"][number];
const die = { ...domino, kind: "d6", faces: ["5"] } as Told["rolls"][number];
const man = (id: string, group: string): Piece => ({ id, side: "union", name: id, group, glyph: "man", pose: { x: 0, y: 0, facing: 0 }, width: 1, depth: 1, parts: [], ghosts: [], badges: [], card: [], stars: 0, strength: "" });

test("dominoes are read pair by pair, each with what counted", () => {
  const fought = told("melee", "union", { rolls: [domino], tally: [row("blank, d6 5 against 5", "7 : 3"), row("  charging", "+2"), row("2 against 1", "2 : 1"), row("4th Texas", "holds its ground")] });
  expect(pairs(fought)).toEqual([{ faces: ["blank, d6 5", "5"], scores: "7 : 3", rows: [row("charging", "+2")] }, { faces: ["2", "1"], scores: "2 : 1", rows: [] }]);
  expect(lasts(fought)).toBeGreaterThan(lasts(told("melee", "union")));
  expect(pairs(told("melee", "union", { tally: fought.tally }))).toEqual([]);
});

test("a card turned and a charge have a headline, a step to the left has none", () => {
  expect(headline(told("phase", "union", { tally: [row("Advance Firing", "foot 4″, horse 6″")] }))).toBe("Advance Firing");
  expect(headline(told("orders", "union", { tally: [row("chit", "Opportunity fire")] }))).toBe("Opportunity fire");
  expect(headline(told("charge", "union", { text: "4th Texas charges 44th New York." }))).toBe("Charge!");
  expect(headline(told("move", "union", { text: "1st Blue moves." }))).toBe("");
});

test("what the others do is waited for, my own doings and what my fire does are not", () => {
  const [mine, theirs] = ["union", "confederate"];
  expect(foreign([told("move", mine)], [mine])).toBe(false);
  expect(foreign([told("move", theirs)], [mine])).toBe(true);
  expect(foreign([told("volley", mine), told("remove", theirs)], [mine])).toBe(false);
  expect(foreign([told("volley", mine), told("rout", theirs)], [mine])).toBe(true);
  expect(foreign([told("volley", mine), told("volley", theirs, { rolls: [domino] }), told("turn", "")], [mine])).toBe(true);
  expect(foreign([told("phase", ""), told("none", theirs)], [mine])).toBe(false);
  expect(foreign([told("move", mine)], [])).toBe(true);
});

test("men of one squad go together, others one after another", () => {
  const story = ["a", "b", "c", "d"].map((id, n) => ({ ...told("move", "union"), seq: n + 1, text: id }));
  const groups = ["squad 1", "squad 1", "squad 2", "squad 2"];
  const news = (seq: number) => ({ moment: "", pieces: [man(story[seq - 1]!.text, groups[seq - 1]!)], gone: [], whole: false });
  expect([together(story, 0, news), together(story, 2, news), together(story, 3, news)]).toEqual([2, 2, 1]);
});

test("a card stands beside its target, on none of mine and on nothing it is about", () => {
  const room = { x: 0, y: 0, w: 600, h: 400 };
  const line: Taken[] = [{ x: 260, y: 190, w: 80, h: 20, cost: 1e6 }, { x: 0, y: 0, w: 600, h: 150, cost: 1e6 }];
  const found = free([300, 200], [120, 60], room, line);
  expect(found.clear).toBe(true);
  expect(found.at[1]).toBeGreaterThanOrEqual(150);
  expect(Math.hypot(found.at[0] + 60 - 300, found.at[1] + 30 - 200)).toBeLessThan(160);
  expect(free([300, 200], [120, 60], room, [{ ...room, cost: 1e6 }]).clear).toBe(false);
  const foes: Taken[] = [{ x: 0, y: 0, w: 600, h: 170, cost: 400 }, { x: 0, y: 250, w: 600, h: 150, cost: 1e6 }];
  expect([free([300, 210], [120, 130], room, foes).covers, free([300, 210], [120, 40], room, [foes[0]!]).covers]).toEqual([true, false]);
});

test("no line is drawn from a card to its target over a unit of mine", () => {
  const mine: Taken[] = [{ x: 40, y: 40, w: 20, h: 20, cost: 1e6 }];
  expect([over([50, 0], [50, 100], mine), over([80, 0], [80, 100], mine)]).toEqual([true, false]);
});

test("a scene with its news has what changed in its place and not what is gone", () => {
  const scene = { pieces: [man("a", ""), man("b", ""), man("c", "")], moment: "then" } as unknown as Table["scene"];
  const now = changed(scene, { moment: "now", pieces: [{ ...man("b", ""), name: "B" }, man("d", "")], gone: ["a"], whole: false });
  expect(now.pieces.map((piece) => piece.name)).toEqual(["B", "c", "d"]);
  expect(now.moment).toBe("now");
});

test("guns sound otherwise than muskets, a march is silent", () => {
  expect(heard(told("volley", "", { text: "Gun 1 of Grey battery fires on 2nd Blue" }))).toBe("gun");
  expect(heard(told("volley", "", { text: "2nd Blue fires" }))).toBe("volley");
  expect(heard(told("move", ""))).toBe("");
});

test("who merely falls back does not rout, and dice lie open before it is said how they fell", () => {
  expect(headline(told("rout", "union", { text: "1st Blue runs 8″ south." }))).toBe("Rout!");
  expect(headline(told("rout", "union", { text: "Devin's Brigade falls back 2 BW, facing east." }))).toBe("They fall back");
  expect(headline(told("rout", "union", { text: "1st Blue falls back in disorder 6.0″ south." }))).toBe("In disorder");
  const fought = told("melee", "union", { rolls: [domino], tally: [row("3 against 5", "3 : 5"), row("2 against 1", "2 : 1")] });
  expect(opens(fought)).toBeGreaterThan(0);
  expect(opens(fought)).toBeLessThan(lasts(fought));
  expect(opens(told("move", "union"))).toBe(0);
});

test("my own dice are waited for, a march of mine is not", () => {
  expect(waited([told("move", "union")], ["union"])).toBe(false);
  expect(waited([told("volley", "union", { rolls: [die] })], ["union"])).toBe(true);
  expect(waited([told("move", "confederate")], ["union"])).toBe(true);
});

test("pieces and story stay as they were until the last die lies, and the key that began it is not for it", async () => {
  vi.useFakeTimers();
  vi.stubGlobal("window", globalThis);
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  const [whole, hit] = [man("a", ""), { ...man("a", ""), strength: "3" }];
  const scenes: [string, number][] = [];
  const truth = { you: ["union"], scene: { pieces: [hit], markers: [] } } as unknown as Table;
  const house: House = {
    entries: [told("volley", "union", { rolls: [die] }), told("volley", "union", { seq: 2, rolls: [die] })],
    truth,
    moments: () => Promise.resolve({ moments: [{ seq: 1, scene: { moment: "", pieces: [hit] } as SceneNews }, { seq: 2, scene: { moment: "" } as SceneNews }] }),
    stand: (scene, upto) => scenes.push([(scene ?? truth.scene).pieces[0]!.strength, upto]),
  };
  const stage = new Stage(house);
  Object.assign(stage, { scene: { ...truth.scene, pieces: [whole] } });
  stage.heard(0, false);
  expect(stage.deaf).toBe(true);
  await vi.advanceTimersByTimeAsync(300);
  expect([scenes.at(-1), stage.open, stage.deaf]).toEqual([["", 0], false, false]);
  await vi.advanceTimersByTimeAsync(200);
  expect([scenes.at(-1), stage.open]).toEqual([["3", 1], true]);
  await vi.advanceTimersByTimeAsync(950);
  expect([stage.at, stage.open, stage.on]).toEqual([2, false, true]);
  await vi.advanceTimersByTimeAsync(900);
  expect([scenes.at(-1), stage.on]).toEqual([["3", 2], false]);
  vi.useRealTimers();
});
