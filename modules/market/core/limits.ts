/*
 * Windows of limits: when they begin, what is left of them, how much of it a node takes at once. Pure; the row of a window is kept elsewhere.
 */

/** limit: of the API, its window begins with its first call; rate: calls a second; the others go by the calendar. */
export type LimitKind = 'limit' | 'rate' | 'day' | 'month' | 'monthBytes';
export interface Limit {
  readonly kind: LimitKind;
  /** calls, or bytes, of one window; for a rate what may come at once */
  readonly most: number;
  /** limit: length of a window */
  readonly seconds?: number;
  /** rate: calls a second in the long run */
  readonly perSecond?: number;
}
/** The row of a window. */
export interface Counted {
  readonly start: number;
  readonly used: number;
}
export interface Room extends Counted {
  /** what the asking node takes */
  readonly share: number;
  /** what is left for others */
  readonly rest: number;
  /** when the share ends, or when there may be more */
  readonly ends: number;
}

/** Parts of a limit that nodes take at once: the smaller, the less is left unused on other nodes near the end of a window. */
const SHARES = 200;
/** A window that begins later than now by more than this began before the clock was set back. */
const CLOCK_MS = 5_000;
/** A share of a rate is of no use later. */
const RATE_SHARE_MS = 1_000;
const RATE_SHARES = 10;
const SECOND_MS = 1_000;
const DAY_MS = 86_400_000;
/** Asia/Shanghai has had no daylight saving time since 1991. */
const ZONE_MS = 8 * 3_600_000;

/** The day of Asia/Shanghai that a moment lies in. */
function dayOf(now: number): { start: number; ends: number } {
  const start = Math.floor((now + ZONE_MS) / DAY_MS) * DAY_MS - ZONE_MS;
  return { start, ends: start + DAY_MS };
}
/** Its month. */
function monthOf(now: number): { start: number; ends: number } {
  const local = new Date(now + ZONE_MS);
  const first = (months: number) => Date.UTC(local.getUTCFullYear(), local.getUTCMonth() + months, 1) - ZONE_MS;
  return { start: first(0), ends: first(1) };
}

/** The window that holds now. One by the calendar never begins again: a clock that was set back goes on counting in the later one. */
function windowOf({ kind, seconds = 1 }: Limit, before: Counted, now: number): { start: number; ends: number; isNew: boolean } {
  if (kind === 'limit') {
    const length = seconds * SECOND_MS;
    const isNew = before.start + length <= now || before.start > now + CLOCK_MS;
    const start = isNew ? now : before.start;
    return { start, ends: start + length, isNew };
  }
  const spanOf = kind === 'day' ? dayOf : monthOf;
  const current = spanOf(now);
  return current.start > before.start ? { ...current, isNew: true } : { ...spanOf(before.start), isNew: false };
}

/** Calls fill a bucket that runs dry at the rate; counted in thousandths, so that no time is lost between two looks. */
function rateRoom({ most, perSecond = 1 }: Limit, before: Counted, now: number): Room {
  // nodes read their clocks before they wait for each other: one that comes late sets no time back that was counted already
  const since = before.start > now + CLOCK_MS ? now : Math.max(now, before.start);
  const elapsed = Math.max(0, since - before.start);
  const level = Math.max(0, before.used - elapsed * perSecond);
  const free = Math.max(0, Math.floor((most * SECOND_MS - level) / SECOND_MS));
  const share = Math.min(free, Math.max(1, Math.floor(Math.min(most, perSecond) / RATE_SHARES)));
  const wait = Math.max(1, Math.ceil((level + SECOND_MS - most * SECOND_MS) / perSecond));
  return {
    start: since,
    used: Math.round(level + share * SECOND_MS),
    share,
    rest: free - share,
    ends: since + (share > 0 ? RATE_SHARE_MS : wait),
  };
}

/** What a node may take of a window. `debt` is what it let through beyond its last share. */
export function roomOf(limit: Limit, before: Counted, now: number, debt = 0): Room {
  if (limit.kind === 'rate') return rateRoom(limit, before, now);
  const { start, ends, isNew } = windowOf(limit, before, now);
  const used = (isNew ? 0 : before.used) + debt;
  const free = Math.max(0, limit.most - used);
  const share = Math.min(free, Math.max(1, Math.floor(limit.most / SHARES)));
  return { start, used: used + share, share, rest: free - share, ends };
}
