import { minute } from '#kit/web/format.ts';
import type { Point } from './points.ts';
import { WATCHED, type Machine, type Watched } from './limits.ts';

/** A call that took long, as the history tells it. */
export interface SlowCall {
  readonly time: string | Date;
  readonly method: string;
  readonly path: string;
  readonly ms: number;
}
export interface Peak {
  /** 18:51 */
  readonly at: string;
  /** figures beyond their alarm line at that time with their values; none = the highest of all, below its line */
  readonly over: readonly string[];
  readonly highest: string;
  /** how long without a break something was beyond its line */
  readonly minutes: number;
  /** the slowest call of that time */
  readonly slowest: SlowCall | null;
}

const list: readonly Watched[] = Object.values(WATCHED);
const STEP_MS = 60_000;
const timeOf = (value: string | Date): number => new Date(value).getTime();

/**
 * The time that stands out: when most figures were beyond their alarm lines, and of those the one that went furthest; where none was, when a
 * figure came nearest to its line. Null without points.
 */
export function peakOf(points: readonly Point[], slow: readonly SlowCall[], machine: Machine): Peak | null {
  const reached = points.map((point) =>
    list.map((one) => {
      const value = one.pick(point, machine) ?? 0;
      return { one, value, share: value / one.limit(machine, points) };
    }),
  );
  const overAt = (index: number) => reached[index]?.filter(({ share }) => share >= 1) ?? [];
  const worstAt = (index: number) => Math.max(...reached[index]!.map(({ share }) => share));
  let best = -1;
  for (let index = 0; index < points.length; index++) {
    const more = best < 0 ? 1 : overAt(index).length - overAt(best).length || worstAt(index) - worstAt(best);
    if (more > 0) best = index;
  }
  if (best < 0) return null;
  let [first, last] = [best, best];
  while (overAt(first - 1).length > 0) first -= 1;
  while (overAt(last + 1).length > 0) last += 1;
  const told = ({ one, value }: { one: Watched; value: number }) => `${one.name} ${one.text(value)}`;
  const highest = reached[best]!.toSorted((a, b) => b.share - a.share)[0]!;
  const from = timeOf(points[first]!.minute);
  const until = timeOf(points[last]!.minute) + machine.stepMinutes * STEP_MS;
  const calls = slow.filter(({ time }) => timeOf(time) >= from && timeOf(time) < until);
  const over = overAt(best).map(told);
  return {
    at: minute(points[best]!.minute)?.slice(-5) ?? '',
    over,
    highest: told(highest),
    minutes: over.length === 0 ? 0 : (last - first + 1) * machine.stepMinutes,
    slowest: calls.toSorted((a, b) => b.ms - a.ms)[0] ?? null,
  };
}
