const DAY_MS = 86_400_000;
const HOURS_8_MS = 28_800_000;

/** Today in Shanghai, `2026-11-23`. */
export const today = (): string => new Date(Date.now() + HOURS_8_MS).toISOString().slice(0, 10);
/** A day of the calendar that is written so; `2026-02-30` is none. */
export function isDay(text: string): boolean {
  const at = Date.parse(`${text}T00:00:00Z`);
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}
/** A day so many days later. */
export const shiftDay = (day: string, by: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + by * DAY_MS).toISOString().slice(0, 10);
