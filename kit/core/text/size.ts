const UNITS = ['B', 'KB', 'MB', 'GB', 'TB', 'PB'];

/** Bytes in words for people: 1536 → `1.5 KB`. */
export function wholeSize(bytes: number): string {
  let size = bytes;
  let unit = 0;
  for (; size >= 1024 && unit < UNITS.length - 1; unit++) size /= 1024;
  return `${unit === 0 || size >= 100 ? Math.round(size) : size.toFixed(1)} ${UNITS[unit]}`;
}
