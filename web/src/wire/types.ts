/** The server's messages under the names this client calls them by; `generated.ts` is made from the server's schema. */
import type * as g from "./generated";

export type {
  Badge, ChatLine, Clock, Course, GameMade as Created, House, InForce, Invited, Listed as MyGame, Manned, Marker, NewGame, Offering, Outcome, Overlay, Part, Piece, Presence, Roll, Row, SceneNews, Seal, Someone, Stakes, Table, TableNews, Told, Wanted,
  WholeTable,
} from "./generated";
export type {
  Chair as NewSeat, CodedAnswer as Answer, CodedDecision as Decision, CodedItem as Item, CodedManoeuvre as Manoeuvre, CodedMarch as March, CodedPlace as Place, CodedSlot as Slot,
  CodedWay as Way, Ghost as Preview, Meant, Step, Odds as Forecast, Pose as PlainPose, Why as Reason,
} from "./generated";

export type Point = [number, number];
export type Pose = g.Pose & { is?: "Pose" };
export type Form = g.CodedDecision["form"];
/** A scene as it is drawn: of the ground only its size. */
export type Scene = Omit<g.Scene, "ground"> & { ground?: { width: number; depth: number } };

export interface OptionField {
  name: string;
  type: string;
  default: unknown;
  values: (string | number)[];
  meaning: string;
  clause: string;
}
export interface Book {
  id: string;
  title: string;
  line: string;
  several: boolean;
  options: OptionField[];
}
export interface BattleOnShelf {
  id: string;
  title: string;
  date: string;
  story: string;
  size: number;
  men: number;
  arms: string[];
  minutes: number;
  rulebooks: string[];
  sides: { id: string; name: string; briefing: string; lost: string; leader: string }[];
  outcome: string;
  seats: { id: string; name: string; side: string }[];
  settled: Record<string, g.Settled[]>;
  pace: Record<string, { turns: number; decisions: number; minutes: number }>;
  thumbnail: string;
}
export interface Shelf {
  battles: BattleOnShelf[];
  rulebooks: Book[];
  bots: string[];
  version: string;
}
