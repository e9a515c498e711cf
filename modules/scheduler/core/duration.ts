/** A duration as people say it: 35 毫秒, 1.2 秒, 3 分 5 秒, 2 小时 4 分. */
export function durationText(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} 毫秒`;
  if (ms < 59_950) return `${Math.round(ms / 100) / 10} 秒`;
  const seconds = Math.round(ms / 1000);
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60), seconds % 60];
  if (hours > 0) return minutes > 0 ? `${hours} 小时 ${minutes} 分` : `${hours} 小时`;
  return rest > 0 ? `${minutes} 分 ${rest} 秒` : `${minutes} 分`;
}
