const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'] as const;

/** 1.5 GB, as people read sizes (steps of 1024). */
export function bytesText(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < UNITS.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return `${value >= 100 || unit === 0 ? Math.round(value) : value.toFixed(1)} ${UNITS[unit]}`;
}

/** 12.5 毫秒, 3.2 秒 */
export function msText(ms: number | null): string {
  if (ms === null) return '—';
  if (ms >= 10_000) return `${(ms / 1000).toFixed(0)} 秒`;
  if (ms >= 1000) return `${(ms / 1000).toFixed(1)} 秒`;
  return `${ms >= 100 ? Math.round(ms) : Math.round(ms * 10) / 10} 毫秒`;
}

/** 3 天 4 小时, 5 分钟, 12 秒 */
export function spanText(seconds: number): string {
  const days = Math.floor(seconds / 86_400);
  const hours = Math.floor((seconds % 86_400) / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  if (days > 0) return `${days} 天 ${hours} 小时`;
  if (hours > 0) return `${hours} 小时 ${minutes} 分钟`;
  return minutes > 0 ? `${minutes} 分钟` : `${Math.round(seconds)} 秒`;
}

export const percentText = (share: number): string => `${Math.round(share * 1000) / 10}%`;

export type Level = 'ok' | 'warn' | 'bad';
/** Which of two limits a figure has reached. */
export const levelOf = (value: number, warn: number, bad: number): Level => (value >= bad ? 'bad' : value >= warn ? 'warn' : 'ok');
