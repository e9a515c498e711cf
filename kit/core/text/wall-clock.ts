/** China has had one zone without summer time since 1992. */
const AHEAD_MS = 8 * 3_600_000;

/** A moment as the clock of China shows it, to the millisecond: `2026-11-29 08:05:09.250`. */
export const wallClockMillis = (time: Date): string => new Date(time.getTime() + AHEAD_MS).toISOString().slice(0, 23).replace('T', ' ');

/** A moment as the clock of China shows it: `2026-11-29 08:05:09`. */
export const wallClock = (time: Date): string => wallClockMillis(time).slice(0, 19);

/** The day of a moment in China: `2026-11-29`. */
export const wallDay = (time: Date): string => wallClockMillis(time).slice(0, 10);
