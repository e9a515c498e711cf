import type { AlertKind } from '../contract/alert.ts';
import type { ReportState } from '../contract/state.ts';

/*
 * When somebody hears of a result: only when it changed, not in quiet hours, several of a while together.
 */

/** What changed between two results of a rule; null = nothing that anybody needs to hear. A skipped run says nothing. */
export function changeOf(before: ReportState | null, now: ReportState): AlertKind | null {
  if (now === 'skip' || now === before) return null;
  if (now === 'pass') return before === null || before === 'skip' ? null : 'recover';
  return now;
}

const DAY_MINUTES = 1440;
const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));
/** Minutes until the quiet hours that a moment lies in are over; 0 outside of them. `from` after `to` runs over midnight. */
function quietMinutes(minute: number, from: string, to: string): number {
  const [start, end] = [minutesOf(from), minutesOf(to)];
  const isQuiet = start <= end ? minute >= start && minute < end : minute >= start || minute < end;
  return isQuiet ? (end - minute + DAY_MINUTES) % DAY_MINUTES : 0;
}

interface Timing {
  /** times of day in Shanghai, `22:00` */
  readonly quietFrom: string | null;
  readonly quietTo: string | null;
  readonly groupMinutes: number;
}
/** The moment at which a change of now is told. */
export function sendTimeOf(now: Date, { quietFrom, quietTo, groupMinutes }: Timing): Date {
  const grouped = new Date(now.getTime() + groupMinutes * 60_000);
  if (quietFrom === null || quietTo === null) return grouped;
  const local = new Date(grouped.getTime() + 8 * 3_600_000);
  const quiet = quietMinutes(local.getUTCHours() * 60 + local.getUTCMinutes(), quietFrom, quietTo);
  return quiet === 0 ? grouped : new Date(Math.floor(grouped.getTime() / 60_000) * 60_000 + quiet * 60_000);
}

/** One change as it is told. */
export interface AlertLine {
  readonly kind: AlertKind;
  readonly ruleName: string;
  readonly table: string;
  readonly level: string;
  /** what the report says; null where it must not be told */
  readonly text: string | null;
}
export const ALERT_KINDS: Readonly<Record<AlertKind, string>> = { fail: '不通过', warn: '警告', error: '执行失败', recover: '已恢复' };
const MAX_LINES = 20;

/** The message about some changes: a title, and a line for each of the first twenty. */
export function alertText(lines: readonly AlertLine[]): { title: string; lines: string[] } {
  const counts = Object.entries(ALERT_KINDS)
    .map(([kind, label]) => [label, lines.filter((line) => line.kind === kind).length] as const)
    .filter(([, n]) => n > 0);
  const [only] = lines;
  const title =
    lines.length === 1 && only
      ? `数据质量${ALERT_KINDS[only.kind]}：${only.ruleName}`
      : `数据质量告警：${counts.map(([label, n]) => `${label} ${n} 条`).join('，')}`;
  const told = lines
    .slice(0, MAX_LINES)
    .map(({ kind, ruleName, table, level, text }) => `【${ALERT_KINDS[kind]}】${ruleName}（${table}，${level}）${text ? `：${text}` : ''}`);
  return { title, lines: lines.length > MAX_LINES ? [...told, `另有 ${lines.length - MAX_LINES} 条，请到平台查看`] : told };
}
