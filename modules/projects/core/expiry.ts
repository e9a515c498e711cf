import { wallDay } from '#kit/core/text/wall-clock.ts';

const DAY_MS = 86_400_000;

/** 有效, 即将到期, 已过期, 已注销 (dictionary prj_cert_status). */
export type ExpiryStatus = '1' | '2' | '3' | '4';

/** The calendar day of a moment where the records are kept (Asia/Shanghai, no summer time since 1992): `2026-11-20`. */
export const dayAt = (moment: Date): string => wallDay(moment);

/** The day so many days later (earlier when negative): `addDays('2026-11-20', 30)`. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** Days that remain until the last valid day: 0 on that day, negative afterwards. */
export const daysLeft = (validTo: string, today: string): number =>
  Math.round((Date.parse(`${validTo}T00:00:00Z`) - Date.parse(`${today}T00:00:00Z`)) / DAY_MS);

interface Validity {
  /** last valid day; null = without end */
  validTo: string | null;
  today: string;
  /** so many days before the end it is said to end soon */
  warnDays: number;
  isCancelled: boolean;
}

/** State of something that is valid until a day; the last day itself still counts. */
export function expiryStatus({ validTo, today, warnDays, isCancelled }: Validity): ExpiryStatus {
  if (isCancelled) return '4';
  if (validTo === null) return '1';
  const left = daysLeft(validTo, today);
  if (left < 0) return '3';
  return left <= warnDays ? '2' : '1';
}

/** Days before the end when people hear of it, farthest first; 0 = it has ended. */
export const REMINDER_STAGES = [90, 30, 7, 0] as const;
export type ReminderStage = (typeof REMINDER_STAGES)[number];

/** The nearest stage that a record has reached; null while it is farther away than the first. */
export function stageOf(validTo: string, today: string): ReminderStage | null {
  const left = daysLeft(validTo, today);
  if (left < 0) return 0;
  return REMINDER_STAGES.findLast((stage) => stage > 0 && left <= stage) ?? null;
}
