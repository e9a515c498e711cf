const WEEK = ['日', '一', '二', '三', '四', '五', '六'];
/** The platform's clock shows Beijing time wherever the wall is. */
const OFFSET_MS = 8 * 3_600_000;
const two = (n: number): string => String(n).padStart(2, '0');

/** A moment in the few tokens that clocks on screens use. */
export function timeText(at: number, format: string): string {
  const time = new Date(at + OFFSET_MS);
  const parts: Record<string, string> = {
    YYYY: String(time.getUTCFullYear()),
    MM: two(time.getUTCMonth() + 1),
    M: String(time.getUTCMonth() + 1),
    DD: two(time.getUTCDate()),
    D: String(time.getUTCDate()),
    HH: two(time.getUTCHours()),
    mm: two(time.getUTCMinutes()),
    ss: two(time.getUTCSeconds()),
    dddd: `星期${WEEK[time.getUTCDay()] ?? ''}`,
  };
  return format.replace(/YYYY|MM|M|DD|D|HH|mm|ss|dddd/g, (token) => parts[token] ?? token);
}
