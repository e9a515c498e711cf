import { day } from '#kit/web/format.ts';

const MINUTE_MS = 60_000;

/** 刚刚, 5 分钟前, 3 小时前, then the day: `11-20`, with the year when it is another one. */
export function ago(time: string, now: number): string {
  const minutes = Math.floor((now - Date.parse(time)) / MINUTE_MS);
  if (minutes < 1) return '刚刚';
  if (minutes < 60) return `${minutes} 分钟前`;
  if (minutes < 24 * 60) return `${Math.floor(minutes / 60)} 小时前`;
  const then = day(time) ?? '';
  return then.slice(0, 4) === day(now)?.slice(0, 4) ? then.slice(5) : then;
}
