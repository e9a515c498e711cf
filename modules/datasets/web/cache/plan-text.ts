import { cronOfPlan } from '#kit/core/cron/plan.ts';

/** When a subscription comes: each day, weekday or day of the month at a time, each hour, or after so many minutes. */
export interface Plan {
  readonly every: 'minutes' | 'hour' | 'day' | 'workday' | 'week' | 'month';
  /** minutes between two, weekday 1 = Sunday … 7 = Saturday, or day of the month */
  readonly on: number;
  /** `08:00` */
  readonly at: string;
}
export const WEEKDAYS = ['周日', '周一', '周二', '周三', '周四', '周五', '周六'] as const;

/** The plan as the scheduler takes it. */
export function cronOf({ every, on, at }: Plan): string {
  if (every === 'minutes') return cronOfPlan({ kind: 'every', unit: 'minute', by: on });
  if (every === 'hour') return cronOfPlan({ kind: 'every', unit: 'hour', by: 1 });
  const [hour = '8', minute = '0'] = at.split(':').map((part) => String(Number(part)));
  const days = { day: '* * ?', workday: '? * MON-FRI', week: `? * ${on}`, month: `${on} * ?` }[every];
  return `0 ${minute} ${hour} ${days}`;
}

const two = (text: string): string => text.padStart(2, '0');
/** What people read of an expression; expressions of other forms are shown as they are. */
export function planText(cron: string): string {
  const minutes = /^0 0\/(\d{1,2}) \* \* \* \?$/.exec(cron)?.[1];
  if (minutes) return `每 ${minutes} 分钟`;
  if (cron === '0 0 * * * ?') return '每小时';
  const found = /^0 (\d{1,2}) (\d{1,2}) (\S+) \* (\S+)$/.exec(cron);
  if (!found) return cron;
  const [, minute = '', hour = '', day = '', weekday = ''] = found;
  const at = `${two(hour)}:${two(minute)}`;
  if (day === '*' && weekday === '?') return `每天 ${at}`;
  if (day === '?' && weekday === 'MON-FRI') return `每个工作日 ${at}`;
  if (day === '?' && /^[1-7]$/.test(weekday)) return `每${WEEKDAYS[Number(weekday) - 1]} ${at}`;
  return /^\d{1,2}$/.test(day) && weekday === '?' ? `每月 ${day} 日 ${at}` : cron;
}
