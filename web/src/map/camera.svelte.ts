import type { Point } from "../wire/types";

export const LONGEST = 1120;
const NEAREST = 7;
const FARTHEST = 0.16;

/** Where the map lies in its window: the corner of the field and how much a sheet unit is magnified. */
export class Camera {
  x = $state(0);
  y = $state(0);
  k = $state(1);
  /** The magnification that lettering and badges are set for; follows once the hand rests. */
  settled = $state(1);
  moving = $state(false);
  /** Whether the whole field is shown as it was fitted, untouched by hand. */
  whole = true;
  private timer = 0;

  constructor(
    public width: number,
    public depth: number,
  ) {}

  get base(): number {
    return LONGEST / Math.max(this.width, this.depth);
  }
  toScreen([x, y]: Point): Point {
    const s = this.base * this.k;
    return [this.x + x * s, this.y + (this.depth - y) * s];
  }
  toTable(sx: number, sy: number): Point {
    const s = this.base * this.k;
    return [(sx - this.x) / s, this.depth - (sy - this.y) / s];
  }
  /** The whole field within what is free of panels; `high`: at its upper edge, so that a sheet that grows moves nothing. */
  fit(width: number, height: number, pad: { left: number; right: number; top: number; bottom: number }, high = false): void {
    const room = [Math.max(80, width - pad.left - pad.right), Math.max(80, height - pad.top - pad.bottom)] as const;
    const w = this.width * this.base, h = this.depth * this.base;
    this.k = Math.min(room[0] / w, room[1] / h);
    this.x = pad.left + (room[0] - w * this.k) / 2;
    this.y = pad.top + (high ? 0 : (room[1] - h * this.k) / 2);
    this.settled = this.k;
    this.whole = true;
  }
  pan(dx: number, dy: number): void {
    this.x += dx;
    this.y += dy;
    this.stir();
  }
  zoom(by: number, sx: number, sy: number): void {
    const k = Math.max(FARTHEST, Math.min(NEAREST, this.k * by));
    const real = k / this.k;
    this.x = sx - (sx - this.x) * real;
    this.y = sy - (sy - this.y) * real;
    this.k = k;
    this.stir();
  }
  /** Bring a place to the middle of what is free of panels, unless it is well in sight. */
  reveal(at: Point, width: number, height: number, pad: { left: number; right: number; top: number; bottom: number }): void {
    const [sx, sy] = this.toScreen(at);
    const x0 = pad.left + 40, x1 = width - pad.right - 40, y0 = pad.top + 40, y1 = height - pad.bottom - 40;
    if (sx > x0 && sx < x1 && sy > y0 && sy < y1) return;
    this.pan((x0 + x1) / 2 - sx, (y0 + y1) / 2 - sy);
  }
  private stir(): void {
    this.moving = true;
    this.whole = false;
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => {
      this.moving = false;
      this.settled = this.k;
    }, 150);
  }
}
