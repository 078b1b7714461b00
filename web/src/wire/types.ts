export type Point = [number, number];
export interface Pose { is?: "Pose"; x: number; y: number; facing: number }
export interface Reason { text: string; clause: string }
export interface Row { label: string; value: string; clause: string }
export interface Item { key: string; label: string; clause: string }
export interface Slot { key: string; label: string; items: Item[]; optional: boolean }
export interface Manoeuvre { is: "Manoeuvre"; kind: string; amount: number; by: number; on: string; x: number; y: number }
export interface Way { key: string; label: string; manoeuvres: Manoeuvre[]; end: Pose }

export interface Choose { is: "Choose"; items: Item[]; least: number; most: number }
export interface Assign { is: "Assign"; slots: Slot[] }
export interface Arrange { is: "Arrange"; items: Item[]; take: number }
export interface Place { is: "Place"; piece: string; width: number; depth: number; zone: Point[]; candidates: Pose[]; facing: number }
export interface March { is: "March"; piece: string; start: Pose; width: number; depth: number; kinds: string[]; allowance: number; ways: Way[] }
export interface Trace { is: "Trace"; piece: string; start: Point; allowance: number; ways: Point[][] }
export interface NumberForm { is: "Number"; low: number; high: number }
export interface Confirm { is: "Confirm"; yes: string; no: string }
export type Form = Choose | Assign | Arrange | Place | March | Trace | NumberForm | Confirm;

export type Answer =
  | { is: "Chosen"; keys: string[] }
  | { is: "Assigned"; pairs: [string, string][] }
  | { is: "Arranged"; keys: string[] }
  | { is: "Placed"; pose: Pose }
  | { is: "Marched"; manoeuvres: Manoeuvre[] }
  | { is: "Traced"; points: Point[] }
  | { is: "Numbered"; number: number }
  | { is: "Confirmed"; yes: boolean };

export interface Decision { player: string; kind: string; about: string; sentence: string; clauses: string[]; form: Form; measure: string }

export interface Badge { shape: string; text: string; clause: string }
export interface Part { pose: Pose; width: number; depth: number; glyph: string }
export interface Piece {
  id: string; side: string; name: string; group: string; glyph: string; pose: Pose; width: number; depth: number;
  parts: Part[]; ghosts: Part[]; badges: Badge[]; card: Row[];
}
export interface Marker { kind: string; side: string; x: number; y: number; text: string; clause: string }
export interface Overlay { kind: string; side: string; label: string; points: Point[]; clause: string }
export interface Scene {
  title: string; moment: string; unit: string; yards_per_unit: number; ground?: { width: number; depth: number } | null;
  pieces: Piece[]; markers: Marker[]; overlays: Overlay[];
}
export interface Roll { reason: string; clause: string; by: string; seen_by: string; kind: string; faces: string[]; answer: number }
export interface Told { seq: number; text: string; places: Point[]; rolls: Roll[]; tally: Row[]; hint: string; side: string; back: number }
export interface Outcome { winner: string; reason: string; text: string; points: [string, number][] }
export interface Someone { id: string; side: string; name: string; kind: "human" | "bot" | "open" | "invited"; bot: string; here: boolean; used: number }
export interface Offering { number: number; by: string; what: string; seat: string; bot: string }
export interface ChatLine { by: string; text: string; at: number }
export interface Seal { kind: "sealed" | "own"; commitment: string; nonces: string[]; secret: string }
export interface Clock { seconds: number; running: number; now: number }
export interface Wanted { words: string; kind: string; only_the_answer: boolean; reason: string; clause: string; by: string; mine: boolean }
export interface Table {
  game: string; name: string; rules: string; battle: string; seq: number; version: number; player: string; you: string[]; begun: boolean;
  scene: Scene; decision: Decision | null; wanted: Wanted | null; waiting: string[]; outcome: Outcome | null; undo: boolean;
  players: Someone[]; offers: Offering[]; dice: Seal; options: Record<string, unknown>; story_length: number; clock: Clock | null; past: boolean;
}
export interface Forecast { title: string; exact: boolean; chances: [string, number][]; note: string }
export interface Preview {
  answer: Answer | null; end: Pose | null; reached: boolean; parts: Part[]; track: Point[]; costs: Row[]; crosses: Row[];
  reasons: Reason[]; overlays: Overlay[];
}
export interface OptionField { name: string; type: string; default: unknown; values: (string | number)[]; meaning: string; clause: string }
export interface Book { id: string; title: string; line: string; options: OptionField[] }
export interface BattleOnShelf {
  id: string; title: string; date: string; story: string; size: number; men: number; minutes: number; rulebooks: string[];
  sides: { id: string; name: string }[]; thumbnail: string;
}
export interface Shelf { battles: BattleOnShelf[]; rulebooks: Book[]; bots: string[]; version: string }
