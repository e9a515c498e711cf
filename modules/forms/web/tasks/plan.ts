/** How often the rounds of a task begin, as its dialog offers it. */
export interface Plan {
  readonly kind: 'once' | 'day' | 'week' | 'month';
  /** of a week 1 = Sunday … 7, of a month 1 … 28 */
  readonly day: number;
  /** 09:00 */
  readonly time: string;
}

/** The plan of an expression; null for one that the dialog cannot make. */
export function readPlan(cron: string | null): Plan | null {
  if (cron === null || cron === '') return { kind: 'once', day: 1, time: '09:00' };
  const [, minute, hour, day, weekday] = /^0 (\d{1,2}) (\d{1,2}) (\*|\?|\d{1,2}) \* (\*|\?|[1-7])$/.exec(cron.trim()) ?? [];
  if (minute === undefined || hour === undefined) return null;
  const time = `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`;
  const [ofMonth, ofWeek] = [Number(day), Number(weekday)];
  if (Number.isNaN(ofMonth) && Number.isNaN(ofWeek)) return { kind: 'day', day: 1, time };
  if (Number.isNaN(ofMonth)) return { kind: 'week', day: ofWeek, time };
  return Number.isNaN(ofWeek) && ofMonth >= 1 && ofMonth <= 28 ? { kind: 'month', day: ofMonth, time } : null;
}

/** The expression of a plan; null for a single round. */
export function textOfPlan({ kind, day, time }: Plan): string | null {
  const [hour = 9, minute = 0] = time.split(':').map(Number);
  const at = `0 ${minute} ${hour}`;
  switch (kind) {
    case 'once':
      return null;
    case 'day':
      return `${at} * * ?`;
    case 'week':
      return `${at} ? * ${day}`;
    case 'month':
      return `${at} ${day} * ?`;
  }
}
