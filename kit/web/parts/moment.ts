import { dateTime, day } from '../format.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** What a moment means where it stands: when something happened, until when it must be done, or a line of a log. */
export type MomentKind = 'moment' | 'due' | 'log';

/** How urgent a date of the kind `due` is. */
export type Urgency = 'late' | 'today' | null;

/** Duration in its largest full unit: 3 分钟, 2 小时, 5 天; at least one minute. */
export function span(ms: number): string {
  if (ms < HOUR_MS) return `${Math.max(1, Math.floor(ms / MINUTE_MS))} 分钟`;
  if (ms < DAY_MS) return `${Math.floor(ms / HOUR_MS)} 小时`;
  return `${Math.floor(ms / DAY_MS)} 天`;
}

/** Calendar days from `now`: -1 yesterday, 0 today, 1 tomorrow. */
const daysBetween = (full: string, today: string): number => Math.round((Date.parse(full.slice(0, 10)) - Date.parse(today)) / DAY_MS);

const NEAR: Readonly<Record<number, string>> = { [-1]: '昨天', 0: '今天', 1: '明天' };

/**
 * A moment as lists write it: 12 分钟前 · 今天 14:32 · 昨天 18:06 · 11-18 09:12 · 2025-12-30. Lines of logs keep their seconds.
 * @returns null when there is no moment
 */
export function momentText(value: unknown, now: number, kind: MomentKind = 'moment'): string | null {
  const full = dateTime(value);
  if (full === null || kind === 'log') return full;
  const at = new Date(value as string | number | Date).getTime();
  if (kind === 'due' && at < now) return `逾期 ${span(now - at)}`;
  const away = Math.abs(now - at);
  if (kind === 'moment' && away < MINUTE_MS) return '刚刚';
  if (kind === 'moment' && away < HOUR_MS) return `${span(away)}${at < now ? '前' : '后'}`;
  const today = day(now) ?? '';
  const near = NEAR[daysBetween(full, today)];
  if (near) return `${near} ${full.slice(11, 16)}`;
  return full.slice(0, 4) === today.slice(0, 4) ? full.slice(5, 16) : full.slice(0, 10);
}

/** Whether something that must be done by then is late or due today. */
export function urgencyOf(value: unknown, now: number): Urgency {
  const full = dateTime(value);
  if (full === null) return null;
  if (new Date(value as string | number | Date).getTime() < now) return 'late';
  return full.slice(0, 10) === day(now) ? 'today' : null;
}
