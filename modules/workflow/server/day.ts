const DAY_MS = 86_400_000;

/** Beginning of the day in Shanghai that a moment lies in. */
export function startOfDay(moment: Date): Date {
  const day = moment.toLocaleDateString('sv-SE', { timeZone: 'Asia/Shanghai' });
  return new Date(`${day}T00:00:00+08:00`);
}
/** End of the day in Shanghai that a moment lies in. */
export const endOfDay = (moment: Date): Date => new Date(startOfDay(moment).getTime() + DAY_MS);
/** A moment so many days earlier. */
export const daysBefore = (moment: Date, days: number): Date => new Date(moment.getTime() - days * DAY_MS);
