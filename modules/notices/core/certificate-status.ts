import { wallDay } from '#kit/core/text/wall-clock.ts';

/** 1 有效, 2 即将到期, 3 已过期, 4 已注销 (dictionary prj_cert_status). */
export type CertStatus = '1' | '2' | '3' | '4';

/** Days before the end from which a certificate counts as 即将到期. */
export const SOON_DAYS = 90;

const DAY_MS = 86_400_000;

/** The calendar day in Shanghai, `2026-11-22`. */
export const dayOf = (time: Date): string => wallDay(time);

/** Days from one calendar day to another; negative when it has passed. */
export const daysBetween = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);

/** `days` later. */
export const dayAfter = (day: string, days: number): string => new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

/** Status on a day: the last day of validity still counts as valid, and no end means valid for good. */
export function certStatus(certificate: { validTo: string | null; isCancelled: '0' | '1' }, today: string): CertStatus {
  if (certificate.isCancelled === '1') return '4';
  if (certificate.validTo === null) return '1';
  const left = daysBetween(today, certificate.validTo);
  return left < 0 ? '3' : left <= SOON_DAYS ? '2' : '1';
}

/** The reminder that is due: the smallest of `stages` (days before the end) that has been reached, null before the first and after the end. */
export function reminderStage(daysLeft: number, stages: readonly number[]): number | null {
  const reached = stages.filter((stage) => daysLeft <= stage);
  return daysLeft < 0 || reached.length === 0 ? null : Math.min(...reached);
}
