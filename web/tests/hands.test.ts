import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { toWorld } from "../src/lib/geometry";
import { Desk } from "../src/panel/desk.svelte";
import type { Play } from "../src/wire/play.svelte";
import type { Form, Item, Piece } from "../src/wire/types";

beforeEach(() => void vi.stubGlobal("window", globalThis));
const desks: Desk[] = [];
afterEach(() => desks.splice(0).forEach((desk) => desk.close()));

function line(id: string, x: number, side = "union"): Piece {
  const pose = { x, y: 10, facing: 0 };
  const parts = [-1, 0, 1].map((right) => {
    const [px, py] = toWorld(pose, right, 0);
    return { pose: { x: px, y: py, facing: 0 }, width: 1, depth: 1, glyph: "infantry" };
  });
  return { id, side, name: `Regiment ${id}`, group: "", glyph: "infantry", pose, width: 3, depth: 1, parts, ghosts: [], badges: [], card: [], stars: 0, strength: "" };
}
const item = (key: string, more: Partial<Item> = {}): Item => ({ key, label: key.toUpperCase(), clause: "", at: "", art: "", ...more }) as Item;
const march = (piece: string): Form => ({ is: "March", piece, start: { x: 10, y: 10, facing: 0 }, kinds: [], ways: [] }) as unknown as Form;
const NO = [{ text: "Out of sight.", clause: "" }];

/** A desk before which units b and c and other things may be chosen, with an enemy f in sight. */
function choosing(items: Item[], more: Partial<Play> = {}): Desk {
  const decision = { kind: "activate", about: "", sentence: "", clauses: [], form: { is: "Choose", items, least: 1, most: 1 } };
  const table = { scene: { moment: "Turn 1", pieces: [line("b", 10), line("c", 20), line("f", 30, "confederate")] }, you: ["union"], decision };
  const stage = { on: false, told: null, skip: () => undefined };
  const preview = vi.fn(async () => ({ reasons: [], stakes: "shown", costs: [], crosses: [] }));
  const play = { table, line: "live", stage, walks: new Map(), arrive: () => undefined, note: () => undefined, forecast: async () => [], reach: async () => [], preview, command: vi.fn(async () => []), ...more };
  const desk = new Desk(play as unknown as Play);
  desks.push(desk);
  desk.refresh();
  return desk;
}
const sent = (desk: Desk): number => vi.mocked(desk.play.command).mock.calls.length;

test("ending what others could still act in is asked once, and what is left idle is said", async () => {
  const desk = choosing([item("b"), item("c"), item("end")]);
  await desk.leave.end();
  expect([sent(desk), desk.leave.asked]).toEqual([0, true]);
  expect(desk.remark).toContain("Regiment b and Regiment c could still act");
  desk.back();
  expect(desk.leave.asked).toBe(false);
  await desk.leave.end();
  await desk.leave.end();
  expect(sent(desk)).toBe(1);
});

test("ending that can be taken back, in which nobody could act, or after which they act later, is not asked about", async () => {
  const free = choosing([item("b"), item("end")], { preview: (async () => ({ reasons: [], stakes: "free", costs: [], crosses: [] })) as never });
  await free.leave.end();
  const none = choosing([item("b", { art: "aside" }), item("end")]);
  await none.leave.end();
  const later = choosing([item("b"), item("end-go")]);
  await later.leave.end();
  expect([sent(free), sent(none), sent(later)]).toEqual([1, 1, 1]);
});

test("what a unit may do besides is offered last, and neither armed, lit nor counted", () => {
  const desk = choosing([item("b", { art: "aside" }), item("c"), item("end")]);
  expect([desk.primary, desk.leave.idle, [...desk.offered]]).toEqual(["Next: C", ["Regiment c"], ["c"]]);
  const rest = choosing([item("b", { art: "aside" }), item("end")]);
  expect([rest.primary, rest.able, rest.ending?.key]).toEqual(["All have acted", false, "end"]);
});

test("what keeps things as they are is drafted where the book says so", () => {
  const desk = choosing([item("stay", { art: "default" }), item("leave"), item("squad")]);
  expect([desk.primary, desk.ending]).toEqual(["STAY", null]);
});

test("a squad that is offered at one of its men is named, not the man", () => {
  const desk = choosing([item("squad", { at: "b", label: "1st squad" }), item("c"), item("end")]);
  desk.pieces.get("b")!.glyph = "man";
  expect(desk.leave.idle).toEqual(["1st squad", "Regiment c"]);
});

test("those who could act are counted by who acts, not by where he may go", () => {
  const desk = choosing([item("b>c", { at: "c:1" }), item("b>alone", { at: "b:1" }), item("done")]);
  expect(desk.leave.idle).toEqual(["Regiment b"]);
});

test("a click on an enemy leaves nothing else armed, and says why he cannot be fired at", async () => {
  let answer: (found: unknown) => void = () => undefined;
  const carry = vi.fn(() => new Promise((done) => (answer = done)));
  const desk = choosing([item("volley"), item("done")], { carry: carry as never });
  expect([desk.primary, desk.able]).toEqual(["VOLLEY", true]);
  desk.hand.pick("f");
  expect([desk.primary, desk.able]).toEqual(["One moment …", false]);
  const early = desk.commit();
  answer({ decision: null, reasons: NO, first: [], said: [] });
  await early;
  expect([desk.primary, desk.reasons, sent(desk)]).toEqual(["All right: as it was", NO, 0]);
  await desk.commit();
  expect([sent(desk), desk.primary]).toEqual([0, "VOLLEY"]);
});

test("an Enter that comes before the table has answered the hand does what the hand meant", async () => {
  const decision = { kind: "fire", about: "b", sentence: "", clauses: [], form: { is: "Choose", items: [item("f")], least: 1, most: 1 } };
  const meant = { decision, reasons: [], first: [{ kind: "activate", about: "", answer: { is: "Chosen", keys: ["b"] } }], said: ["B"], answer: { is: "Chosen", keys: ["f"] } };
  const desk = choosing([item("b"), item("c"), item("end")], { carry: (async () => meant) as never });
  desk.hand.pick("f");
  await desk.commit();
  expect(vi.mocked(desk.play.command).mock.calls[0]).toEqual([{ is: "Chosen", keys: ["f"] }, meant.first]);
});

test("a unit that may not move leaves another's drafted charge, the column and the selection as they are", async () => {
  const desk = choosing([item("b"), item("c")], { carry: (async () => ({ decision: null, reasons: NO, first: [], said: [] })) as never });
  desk.ahead = { first: [{} as never], said: [], decision: { kind: "charge", about: "b", sentence: "", clauses: [], form: march("b") } as never };
  desk.reset();
  await desk.hand.means("move", "c");
  expect([desk.selected, desk.acting, desk.reasons]).toEqual(["b", "b", NO]);
  expect(desk.remark).toContain("Regiment b: what is drafted still stands");
});

test("the handle of a charge is behind it, by whatever name a book asks where it strikes", () => {
  const kinds = ["move", "strike", "charge"].map((kind) => {
    const desk = choosing([item("b")]);
    desk.ahead = { first: [{} as never], said: [], decision: { kind, about: "b", sentence: "", clauses: [], form: march("b") } as never };
    desk.reset();
    return desk.hand.charging;
  });
  expect(kinds).toEqual([false, true, true]);
});

test("a move that dice must allow first lies there again once they have, and is put back where they have not", async () => {
  for (const allowed of [true, false]) {
    const roll = { decision: { kind: "movement", about: "", sentence: "", clauses: [], form: { is: "Choose", items: [item("force:x"), item("end")], least: 1, most: 1 } }, reasons: [], first: [], said: [], answer: { is: "Chosen", keys: ["force:x"] } };
    const moves = { decision: { kind: "move", about: "b", sentence: "", clauses: [], form: march("b") }, reasons: [], first: [{}], said: [], answer: null };
    const carry = vi.fn().mockResolvedValueOnce(roll).mockResolvedValueOnce(allowed ? moves : { decision: null, reasons: NO, first: [], said: [] });
    const desk = choosing([item("force:x"), item("end")], { carry: carry as never });
    await desk.hand.means("move", "b");
    desk.hand.defer([0, 4]);
    await desk.commit();
    const table = desk.play.table!;
    Object.assign(desk.play, { table: { ...table, decision: { ...table.decision!, sentence: "Which activated unit acts next?" } } });
    desk.refresh();
    await vi.waitFor(() => expect(carry).toHaveBeenCalledTimes(2));
    if (allowed) await vi.waitFor(() => expect(vi.mocked(desk.play.preview).mock.calls).toContainEqual([{ pose: { is: "Pose", x: 10, y: 14, facing: 0 }, by: [] }, [{}]]));
    else await vi.waitFor(() => expect(desk.remark).toContain("its move is put back"));
  }
});
