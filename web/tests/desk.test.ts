import { expect, test, vi } from "vitest";
import { bearing, extent, inside, toLocal, toWorld, turnBetween } from "../src/lib/geometry";
import { clauseName, dated, mark } from "../src/lib/ink";
import { brief, clear, misread, place, stacked } from "../src/map/labels";
import { worded } from "../src/lib/touch";
import { rounding } from "../src/map/grip.svelte";
import { foremost } from "../src/panel/chances";
import { Desk } from "../src/panel/desk.svelte";
import { chits, lone } from "../src/panel/draft";
import { ending } from "../src/panel/ending";
import { needed } from "../src/panel/needed";
import type { Play } from "../src/wire/play.svelte";
import type { Forecast, Form, Piece, Slot, Stakes, Told } from "../src/wire/types";

function line(id: string, x: number, y: number, facing = 0): Piece {
  const pose = { x, y, facing };
  const parts = [-1, 0, 1].map((right) => {
    const [px, py] = toWorld(pose, right, 0);
    return { pose: { x: px, y: py, facing }, width: 1, depth: 1, glyph: "infantry" };
  });
  return { id, side: "union", name: `Regiment ${id}`, group: "", glyph: "infantry", pose, width: 3, depth: 1, parts, ghosts: [], badges: [], card: [], stars: 0, strength: "" };
}

test("a point seen from a pose and put back is the same point", () => {
  const pose = { x: 12, y: 7, facing: 12345 };
  const [right, ahead] = toLocal(pose, 3, -4);
  const [x, y] = toWorld(pose, right, ahead);
  expect([x, y].map((value) => Math.round(value * 1e6) / 1e6)).toEqual([3, -4]);
});

test("bearings go clockwise from north", () => {
  expect(bearing([0, 0], [0, 1])).toBe(0);
  expect(bearing([0, 0], [1, 0])).toBe(9000);
  expect(turnBetween(35000, 1000)).toBe(2000);
});

test("the extent of a turned line is its own size", () => {
  const box = extent(line("a", 10, 10, 4500));
  expect(box.width).toBeCloseTo(3);
  expect(box.depth).toBeCloseTo(1);
});

test("inside tells a zone from the ground beside it", () => {
  const zone: [number, number][] = [[0, 0], [10, 0], [10, 5], [0, 5]];
  expect(inside(zone, [5, 2])).toBe(true);
  expect(inside(zone, [5, 6])).toBe(false);
});

test("names keep clear of each other and of the troops", () => {
  const pieces = [line("a", 10, 10), line("b", 10, 11.5), line("c", 14, 10), line("d", 14, 11.5)];
  const labels = place(pieces, [], 40, 30, 20, []);
  expect(labels).toHaveLength(4);
  for (const one of labels) {
    for (const other of labels) {
      if (one !== other) expect(Math.abs(one.x - other.x) > 30 || Math.abs(one.y - other.y) > 12).toBe(true);
    }
  }
});

test("the names of rings stand clear of each other", () => {
  expect(brief("pistol, long to 10 cm: target throws d10")).toEqual(["pistol, ", "long to 10 cm", ": target throws d10"]);
  expect(brief("effective range")).toEqual(["", "effective range", ""]);
  expect(stacked([100, 95, 60], 14)).toEqual([100, 86, 60]);
  expect(stacked([90, 100, 88], 14)).toEqual([86, 100, 72]);
});

test("the name of a ring crosses no squad's name, nor is a squad's name read as another's", () => {
  const name = { x: 50, y: 50, size: 13.5, text: "2nd squad" };
  expect(clear([[52, 51], [50, 90]], 60, [name])).toEqual([50, 90]);
  expect(clear([[50, 20], [50, 90]], 60, [name])).toEqual([50, 20]);
  const box = (x: number, y: number) => ({ key: "", x0: x, x1: x + 10, y0: y, y1: y + 10 });
  const [own, other] = [box(40, 0), box(0, 0)];
  expect(misread([own], [own, other], box(5, 12))).toBe(true);
  expect(misread([own], [own, other], box(38, 12))).toBe(false);
});

test("a chit shows what its art says, anything else its label", () => {
  expect(mark({ art: "chit:FA", label: "Fast advance" })).toBe("FA");
  expect(mark({ art: "", label: "Left wing" })).toBe("Left wing");
});

test("the score that counted is read off the tally", () => {
  const told = { tally: [{ label: "5 dice", value: "4+", clause: "", score: 4 }, { label: "1 die", value: "5+", clause: "", score: 5 }, { label: "hits", value: "6+", clause: "", score: 0 }] } as Told;
  expect(needed(told)).toEqual([4, 5]);
});

test("clauses and days are written for people", () => {
  expect(clauseName("book.movement.wood-cost")).toBe("Movement: wood cost");
  expect(dated("1863-07-02")).toBe("2 July 1863");
});

test("of two outcomes that tie none is called likelier", () => {
  const forecast = (chances: [string, number][]): Forecast => ({ title: "", chances, exact: true, note: "" }) as unknown as Forecast;
  expect(foremost(forecast([["No loss", 0.5], ["1 lost", 0.3], ["2 lost", 0.2]]))).toBe("Most likely no loss (50%).");
  expect(foremost(forecast([["Holds", 0.4166], ["Falls back", 0.4166], ["Runs", 0.1668]]))).toBe("As likely holds as falls back (42% each).");
});

function asked(slots: Slot[]): Desk {
  const decision = { kind: "orders", about: "b", sentence: "", clauses: [], form: { is: "Assign", slots } };
  const table = { scene: { pieces: [line("b", 10, 10)] }, you: ["union"], decision };
  return new Desk({ table, stage: {}, forecast: async () => [], preview: async () => null } as unknown as Play);
}
const slot = (key: string, label: string, ...keys: string[]): Slot => ({ key, label, optional: false, items: keys.map((one) => ({ key: one, label: one, clause: "", at: "", art: "" })) }) as unknown as Slot;

test("a gun is where the stand stands that it is called by", () => {
  const desk = asked([slot("0", "Gun 1", "x"), slot("1", "Gun 2", "x")]);
  const form = desk.decision!.form as { slots: Slot[] };
  expect(form.slots.map((one) => desk.slotSpot(one)?.at[0])).toEqual([9, 10]);
  expect(asked([slot("3", "stand 3", "x")]).slotSpot(slot("3", "stand 3", "x"))?.at[0]).toBe(11);
});

test("the same chit goes to all, and once some have theirs to the rest", () => {
  const desk = asked([slot("u", "U", "move", "charge"), slot("v", "V", "move", "charge"), slot("w", "W", "move")]);
  vi.stubGlobal("window", globalThis);
  desk.assign("u", "charge");
  desk.alike("move");
  expect(desk.draft.pairs).toEqual({ u: "charge", v: "move", w: "move" });
  desk.alike("charge");
  expect(desk.draft.pairs).toEqual({ u: "charge", v: "charge", w: "move" });
  desk.close();
});

test("the hint to give chits is for units, not for the terms of a charge", () => {
  expect(asked([slot("b", "B", "move", "charge")]).task).toBe("Assign");
  expect(asked([slot("wheel", "Wheel", "left", "right")]).task).toBe("Settle");
});

/** A desk before which a march of `b` lies; `refused`: it may not stand. */
function marching(refused: boolean, more: Partial<Play> = {}): Desk {
  vi.stubGlobal("window", globalThis);
  const way = { key: "ahead", label: "ahead", manoeuvres: [{ kind: "charge" }], end: { x: 10, y: 15, facing: 0 } };
  const decision = { kind: "strike", about: "b", sentence: "", clauses: [], form: { is: "March", piece: "b", start: { x: 10, y: 10, facing: 0 }, kinds: [], ways: [way] } };
  const table = { scene: { pieces: [line("b", 10, 10), line("c", 20, 10)] }, you: ["union"], decision };
  const reasons = refused ? [{ text: "It must go.", clause: "" }] : [];
  const still = (what: { answer?: { manoeuvres?: unknown[] } }) => what.answer?.manoeuvres?.length === 0;
  const preview = async (what: object) => ({ reasons: still(what) ? reasons : [], stakes: "free", costs: [], crosses: [] });
  return new Desk({ table, line: "live", stage: {}, forecast: async () => [], reach: async () => [], preview, ...more } as unknown as Play);
}

test("who may not stand is not offered to, and begins with the book's first way", async () => {
  const desk = marching(true);
  desk.reset();
  expect(desk.able).toBe(false);
  await vi.waitFor(() => expect(desk.primary).toBe("Charge"));
  desk.hand.typed([]);
  await vi.waitFor(() => expect(desk.primary).toBe("It has to go: choose a way"));
  expect(desk.able).toBe(false);
  desk.close();
  const free = marching(false);
  free.reset();
  await new Promise((done) => setTimeout(done, 200));
  expect(free.primary).toBe("Leave it as it is");
  free.close();
});

test("a drafted move is made when another unit is picked up, unless that one may not act", async () => {
  for (const can of [true, false]) {
    const command = vi.fn(async () => (setTimeout(() => Object.assign(desk.play.table!, { version: 2 }), 60), []));
    const carry = async () => ({ decision: {}, reasons: can ? [] : [{ text: "no", clause: "" }] });
    const desk = marching(false, { command, carry } as unknown as Partial<Play>);
    desk.reset();
    desk.draft = { ...desk.draft, manoeuvres: [{ kind: "ahead" }] as never };
    await desk.hand.settle("c", false);
    expect([command.mock.calls.length, desk.play.table?.version]).toEqual(can ? [1, 2] : [0, undefined]);
    desk.close();
  }
});

test("one taking back undoes one gesture, and the next the one before it", async () => {
  const undo = vi.fn(async () => []);
  const desk = marching(false, { undo, command: async () => [], carry: async () => null } as unknown as Partial<Play>);
  for (const steps of [1, 2]) {
    desk.ahead = { first: Array(steps).fill({}), said: [], decision: desk.play.table!.decision! };
    await vi.waitFor(() => expect(desk.seeking).toBe(false));
    await desk.commit({ is: "Marched", manoeuvres: [] });
  }
  for (const taken of [3, 5]) {
    await desk.undo();
    expect(undo).toHaveBeenCalledTimes(taken);
  }
  desk.close();
});

test("the end says whose army broke, and what parted the level", () => {
  const end = (reason: string, winner: string): Parameters<typeof ending>[0] => ({ reason, winner, text: "", points: [["union", 0], ["confederate", 0]] }) as never;
  const stakes = { tides: [{ side: "union", lost: 1, breaks: 2, what: "units" }, { side: "confederate", lost: 2, breaks: 2, what: "units" }] } as unknown as Stakes;
  expect(ending(end("losses", "union"), stakes)).toContain("smaller losses");
  expect(ending(end("army-break", "union"), stakes)).toMatch(/^The Confederate/);
  const past = { tides: [{ ...stakes.tides[0]!, lost: 3 }] } as Stakes;
  expect(ending(end("army-break", "confederate"), past)).toBe("The Union army is broken: 3 units, and 2 break it.");
  expect(ending(end("objectives", "union"), stakes)).toBe("");
});

/** A desk before which units and other things can be chosen. */
function choosing(...keys: string[]): Desk {
  vi.stubGlobal("window", globalThis);
  const items = keys.map((key) => ({ key, label: key.toUpperCase(), clause: "", at: "", art: "" }));
  const decision = { kind: "activate", about: "", sentence: "", clauses: [], form: { is: "Choose", items, least: 1, most: 1 } };
  const table = { scene: { pieces: [line("b", 10, 10), line("c", 20, 10)] }, you: ["union"], decision };
  const stage = { on: false, told: null, skip: () => undefined };
  return new Desk({ table, line: "live", stage, walks: new Map(), arrive: () => undefined, forecast: async () => [], preview: async () => null, command: vi.fn(async () => []) } as unknown as Play);
}

test("the large button goes on to the next unit or to the first thing that can be done, never to ending it", () => {
  const desk = choosing("end", "b", "c");
  desk.reset();
  expect([desk.primary, desk.able, desk.ending?.key, desk.leave.idle.length]).toEqual(["Next: B", true, "end", 2]);
  void desk.commit();
  expect([desk.primary, desk.selected, desk.ending]).toEqual(["Activate: B", "b", null]);
  desk.close();
  const other = choosing("hold", "volley", "b");
  other.reset();
  expect([other.primary, other.ending?.key]).toEqual(["VOLLEY", "hold"]);
  other.close();
});

test("Escape goes back one step, and says when there is none", () => {
  const desk = asked([slot("1", "stand 1", "move", "charge"), slot("2", "stand 2", "move", "charge")]);
  Object.assign(desk.play, { walks: new Map(), arrive: () => undefined });
  Object.assign(desk.play.stage, { on: false, told: null, skip: () => undefined });
  desk.reset();
  desk.give("1", "move");
  desk.give("2", "charge");
  desk.back();
  expect(desk.draft.pairs).toEqual({ 1: "move" });
  expect(desk.selected).toBe("2");
  desk.deny([{ text: "no", clause: "" }], false);
  desk.back();
  expect([desk.reasons, desk.draft.pairs]).toEqual([[], { 1: "move" }]);
  desk.back();
  expect(desk.draft.pairs).toEqual({});
  for (let left = 2; left > 0; left--) desk.back();
  expect(desk.remark).toContain("nothing to put back");
  desk.close();
});

test("a chit keeps its number for units that may not have all of them", () => {
  expect(chits([slot("u", "U", "fire", "move"), slot("v", "V", "move", "charge")]).map((one) => one.key)).toEqual(["fire", "move", "charge"]);
});

test("who was named to shoot is not asked again at whom, where there is only one", () => {
  const form = (optional: boolean, ...keys: string[]) => ({ is: "Assign", slots: [{ ...slot("1", "stand 1", ...keys), optional }] }) as unknown as Form;
  expect(lone(form(true, "x"))).toBeNull();
  expect(lone(form(true, "x"), true)?.answer).toEqual({ is: "Assigned", pairs: [["1", "x"]] });
  expect(lone(form(true, "x", "y"), true)).toBeNull();
});

test("a straight lasso is the rectangle between its ends", () => {
  expect(rounding([[0, 0], [2, 1.1], [4, 2]])).toEqual([[0, 0], [4, 0], [4, 2], [0, 2]]);
  expect(rounding([[0, 0], [4, 0], [4, 4], [0, 4]])).toHaveLength(4);
  expect(rounding([[0, 0], [4, 0], [4, 4]])[1]).toEqual([4, 0]);
});

test("who has no mouse is told to tap", () => {
  expect(worded("Click a unit, then press the large button.", true)).toBe("Tap a unit, then tap the large button.");
  expect(worded("Click a unit.", false)).toBe("Click a unit.");
});

test("a drafted charge that another unit's drag puts back is spoken of", async () => {
  const form = { is: "March", piece: "c", start: { x: 20, y: 10, facing: 0 }, kinds: [], ways: [] } as unknown as Form;
  const decision = { kind: "move", about: "c", sentence: "", clauses: [], form };
  const desk = marching(false, { carry: async () => ({ decision, reasons: [], first: [{}], said: [] }) } as unknown as Partial<Play>);
  desk.reset();
  desk.draft = { ...desk.draft, manoeuvres: [{ kind: "charge" }] as never };
  await desk.hand.means("move", "c");
  expect(desk.remark).toContain("its charge is put back");
  expect(desk.hand.pale.size).toBe(0);
  desk.close();
});

test("chits that were given lie there again after the page was loaded anew, and go back one by one", () => {
  const kept = new Map<string, string>();
  vi.stubGlobal("sessionStorage", { setItem: (key: string, text: string) => kept.set(key, text), getItem: (key: string) => kept.get(key) ?? null, removeItem: (key: string) => kept.delete(key) });
  const slots = [slot("1", "stand 1", "move", "charge"), slot("2", "stand 2", "move", "charge")];
  const desks = [asked(slots), asked(slots)];
  for (const desk of desks) Object.assign(desk.play, { game: "g", walks: new Map(), arrive: () => undefined, stage: { on: false, told: null } });
  desks[0]!.refresh();
  desks[0]!.give("1", "move");
  desks[0]!.give("2", "charge");
  desks[1]!.refresh();
  expect(desks[1]!.draft.pairs).toEqual({ 1: "move", 2: "charge" });
  desks[1]!.back();
  expect(desks[1]!.draft.pairs).toEqual({ 1: "move" });
  for (const desk of desks) desk.close();
  vi.unstubAllGlobals();
});
