/** A place of a curve: periods since the start, and the amount reached by then. */
export interface PacePoint {
  readonly at: number;
  readonly value: number;
}
export interface PaceInput {
  /** cumulative amounts at the end of each period; null = not reached yet */
  readonly actual: readonly (number | null)[];
  /** cumulative target at the end of each period */
  readonly target: readonly (number | null)[];
  /** what should have been reached by now; null = the target at the end of the last known period */
  readonly due: number | null;
}
/** A cumulative figure against its target: where it stands, where it should stand, and where it will end at its present speed. */
export interface Pace {
  readonly actual: readonly PacePoint[];
  readonly target: readonly PacePoint[];
  readonly now: PacePoint;
  readonly due: number;
  readonly goal: number;
  /** negative = behind */
  readonly gap: number;
  /** null once the whole span is over, or before anything was reached */
  readonly forecast: { readonly value: number; readonly low: number; readonly high: number } | null;
}

/** Periods that the present speed is taken from. */
export const SPEED_PERIODS = 3;

/** The value of a curve between its points. */
export function valueAt(curve: readonly PacePoint[], at: number): number {
  const next = curve.findIndex((point) => point.at >= at);
  if (next < 0) return curve.at(-1)?.value ?? 0;
  const to = curve[next]!;
  const from = curve[next - 1];
  return from ? from.value + ((at - from.at) / (to.at - from.at || 1)) * (to.value - from.value) : to.value;
}

/** Where a rising curve reaches an amount. */
function placeOf(curve: readonly PacePoint[], value: number): number {
  const next = curve.findIndex((point) => point.value >= value);
  if (next < 0) return curve.at(-1)?.at ?? 0;
  const to = curve[next]!;
  const from = curve[next - 1];
  return from ? from.at + ((value - from.value) / (to.value - from.value || 1)) * (to.at - from.at) : to.at;
}

/** Null without a known amount or a target. The last known period is unfinished where `due` lies before its end. */
export function paceOf({ actual, target, due }: PaceInput): Pace | null {
  const last = actual.findLastIndex((value) => value !== null);
  const goal = target.findLast((value) => value !== null) ?? null;
  if (last < 0 || goal === null) return null;
  const start: PacePoint = { at: 0, value: 0 };
  const along = (values: readonly (number | null)[]): PacePoint[] =>
    values.flatMap((value, i) => (value === null ? [] : [{ at: i + 1, value }]));
  const targets = [start, ...along(target)];
  const end = last + 1;
  const at = due === null ? end : Math.min(end, Math.max(last + 0.02, placeOf(targets, due)));
  const now: PacePoint = { at, value: actual[last]! };
  const line = [start, ...along(actual.slice(0, last)), now];
  const reached = due ?? valueAt(targets, at);
  return {
    actual: line,
    target: targets,
    now,
    due: reached,
    goal,
    gap: now.value - reached,
    forecast: forecastOf(line, now, target.length),
  };
}

function forecastOf(line: readonly PacePoint[], now: PacePoint, end: number): Pace['forecast'] {
  const left = end - now.at;
  if (left < 0.05 || now.at === 0) return null;
  const speed = (periods: number): number => {
    const from = Math.max(0, now.at - periods);
    return (now.value - valueAt(line, from)) / (now.at - from);
  };
  const value = now.value + speed(SPEED_PERIODS) * left;
  const others = [speed(SPEED_PERIODS - 1), speed(SPEED_PERIODS * 2), speed(now.at)].map((each) => now.value + each * left);
  return { value, low: Math.min(value, ...others), high: Math.max(value, ...others) };
}

/** How far an amount is from what should have been reached: 1 = at or above it, else the house scale from amber to red. */
export function paceSeverity(value: number | null, due: number | null): 1 | 2 | 3 | 4 | null {
  if (value === null || due === null || due <= 0) return null;
  const share = value / due;
  if (share >= 1) return 1;
  if (share >= 0.9) return 2;
  return share >= 0.8 ? 3 : 4;
}
