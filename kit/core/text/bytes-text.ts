export const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'];

/** Formats a number of bytes given as text: `4.2 MB`; null stays null. */
export function bytesText(bytes: string | null): string | null {
  if (bytes === null) return null;
  let value = Number(bytes);
  let unit = 0;
  while (value >= 1024 && unit < UNITS.length - 1) {
    value /= 1024;
    unit++;
  }
  return `${unit === 0 ? value : value.toFixed(1)} ${UNITS[unit]}`;
}
