const DAY_MS = 86_400_000;
const HOURS_8_MS = 28_800_000;

/** Today in Shanghai, `2026-11-23`. */
export const today = (): string => new Date(Date.now() + HOURS_8_MS).toISOString().slice(0, 10);
/** A day so many days later. */
export const shiftDay = (day: string, by: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + by * DAY_MS).toISOString().slice(0, 10);
