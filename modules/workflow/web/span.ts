const HOUR = 3_600;

/** 45 分钟, 3.5 小时, 2.1 天; — when nothing was finished. */
export function spanText(seconds: number | null): string {
  if (seconds === null) return '—';
  if (seconds < HOUR) return `${Math.max(1, Math.round(seconds / 60))} 分钟`;
  return seconds < 48 * HOUR ? `${(seconds / HOUR).toFixed(1)} 小时` : `${(seconds / 24 / HOUR).toFixed(1)} 天`;
}
