const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How long something has stayed: 36 分钟, 17 小时, 2 天 23 小时. */
export function stayText(seconds: number): string {
  if (seconds < HOUR) return `${Math.max(1, Math.floor(seconds / MINUTE))} 分钟`;
  if (seconds < DAY) return `${Math.floor(seconds / HOUR)} 小时`;
  const hours = Math.floor((seconds % DAY) / HOUR);
  return hours === 0 ? `${Math.floor(seconds / DAY)} 天` : `${Math.floor(seconds / DAY)} 天 ${hours} 小时`;
}
export const secondsSince = (from: string, until: number | string): number =>
  Math.max(0, (new Date(until).getTime() - new Date(from).getTime()) / 1000);
