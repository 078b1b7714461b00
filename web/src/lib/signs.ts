/** The signs of badges, markers, arms and ranks, from the file that the printed maps are drawn from too. */
import file from "../../../src/roundtop/draw/signs.json";

type Dot = [number, number];

export interface Layer {
  path?: string;
  box?: [number, number, number, number];
  letter?: boolean;
  text?: string;
  spots?: string;
  of?: number;
  at?: Dot;
  spread?: Dot;
  fill?: string;
  stroke?: string;
  weight?: number;
  dashes?: string;
  opacity?: number;
  shade?: number;
  rim?: boolean;
  /** Only for this side, or where a badge of this shape is worn. */
  when?: string;
}
export interface Sign {
  layers: Layer[];
  turned?: boolean;
  ahead?: boolean;
  loud?: boolean;
  round?: boolean;
  /** Shown by how the figure itself is drawn, not as a badge. */
  worn?: boolean;
  largest?: number;
}
export interface Ring {
  ring?: number;
  tick?: number[];
  inset?: number;
  least?: number;
  fill?: string;
  stroke?: string;
  weight?: Dot;
}
export interface Arm {
  lines?: Dot[][];
  round?: boolean;
  stars?: boolean;
  rings?: Ring[];
  /** A man or beast from above, for a base of radius ten; `lone` is the least radius on a screen where he stands by himself. */
  sign?: Layer[];
  lone?: number;
}
interface Signs {
  inks: Record<string, string>;
  sides: Record<string, { colour: string; dark: string; hatch?: string }>;
  compass: string[];
  faces: Record<string, Dot[][]>;
  letter: { size: number; weight: number; y: number };
  rim: number;
  rows: { apart: number; behind: number; ahead: number; tag: number; tag_behind: number };
  torn: { grow: number; step: number; tooth: number; weight: number };
  badges: Record<string, Sign>;
  markers: Record<string, Sign>;
  overlays: Record<string, { dashes: number[]; open?: boolean }>;
  stand: { front: number; front_share: number; hair: number; sign: number; sign_share: number; outline: number; nose: Dot };
  arms: Record<string, Arm>;
  stars: { ring: number; sizes: number[]; apart: number; weight: number; points: Dot[] };
}

export const SIGNS = file as unknown as Signs;
export const badgeSign = (shape: string): Sign => SIGNS.badges[shape] ?? SIGNS.badges["other"]!;
export const markerSign = (kind: string): Sign => SIGNS.markers[kind] ?? SIGNS.markers["other"]!;
export const overlaySign = (kind: string): { dashes: number[]; open?: boolean } => SIGNS.overlays[kind] ?? SIGNS.overlays["other"]!;
export const arm = (glyph: string): Arm => SIGNS.arms[glyph] ?? {};
/** Whether a glyph is of those who stand by themselves. */
export const singly = (glyph: string): boolean => arm(glyph).sign !== undefined;
