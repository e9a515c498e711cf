/** A measured amount at a moment. */
export interface Amount {
  readonly at: Date;
  readonly value: number;
}
const DAY_MS = 86_400_000;

/** What comes with a day, by least squares over the amounts; null when they span less than a day. */
export function perDay(amounts: readonly Amount[]): number | null {
  const first = amounts[0];
  const last = amounts.at(-1);
  if (!first || !last || last.at.getTime() - first.at.getTime() < DAY_MS) return null;
  const days = amounts.map(({ at }) => (at.getTime() - first.at.getTime()) / DAY_MS);
  const meanDay = days.reduce((sum, day) => sum + day, 0) / days.length;
  const meanValue = amounts.reduce((sum, { value }) => sum + value, 0) / amounts.length;
  let along = 0;
  let square = 0;
  for (const [i, day] of days.entries()) {
    along += (day - meanDay) * (amounts[i]!.value - meanValue);
    square += (day - meanDay) ** 2;
  }
  return along / square;
}

/** Whole days until a quota is full at this pace; 0 when it is, null without quota or growth. */
export function daysToFull(used: number | null, capacity: number | null, bytesPerDay: number | null): number | null {
  if (used === null || capacity === null) return null;
  if (used >= capacity) return 0;
  if (bytesPerDay === null || bytesPerDay <= 0) return null;
  return Math.floor((capacity - used) / bytesPerDay);
}

/** Part of the quota that is taken, in percent with one decimal. */
export const usedPercent = (used: number | null, capacity: number | null): number | null =>
  used === null || capacity === null ? null : Math.round((used / capacity) * 1000) / 10;

/** How a store stands after a measurement, and why when it is not well: `2` 告警, `3` 异常. */
export function healthOf(measured: {
  readonly problem: string | null;
  readonly usedBytes: number | null;
  readonly capacityBytes: number | null;
  readonly warnPercent: number;
}): { readonly status: '1' | '2' | '3'; readonly reason: string | null } {
  if (measured.problem !== null) return { status: '3', reason: measured.problem };
  const percent = usedPercent(measured.usedBytes, measured.capacityBytes);
  if (percent === null || percent < measured.warnPercent) return { status: '1', reason: null };
  return { status: '2', reason: `已用容量的 ${percent}%，达到告警阈值 ${measured.warnPercent}%` };
}
