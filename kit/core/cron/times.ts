import { Cron } from 'croner';
import { CronProblem, parseCron, patternOf } from '#kit/contract/cron.ts';

const cronOf = (text: string, zone: string): Cron =>
  new Cron(patternOf(parseCron(text)), { timezone: zone, mode: '6-part', alternativeWeekdays: true, paused: true });

/** The next `count` moments after `after` at which an expression is due in a time zone; fewer when it ends. Throws CronProblem. */
export const timesAfter = (text: string, zone: string, after: Date, count: number): Date[] => cronOf(text, zone).nextRuns(count, after);

/** The next moment after `after`. Throws CronProblem for an expression that never comes due (30 February). */
export function nextTime(text: string, zone: string, after: Date): Date {
  const next = cronOf(text, zone).nextRun(after);
  if (!next) throw new CronProblem('该表达式不会有执行时间，请检查日、月的组合');
  return next;
}

/** The newest moments that are due in `[from, until]`, oldest first, at most `count`. */
export function timesBetween(text: string, zone: string, from: Date, until: Date, count: number): Date[] {
  // the reference itself is not among the answers, and moments are whole seconds
  const past = cronOf(text, zone).previousRuns(count, new Date(Math.floor(until.getTime() / 1000) * 1000 + 1000));
  return past.filter((time) => time >= from && time <= until).reverse();
}

/** Moments that are looked at to tell how close together a plan comes. */
const LOOKS_AHEAD = 5;

/** The first moment of a plan after another, and the shortest time in milliseconds between its next few. Throws CronProblem as `nextTime`. */
export function paceOf(expression: string, zone: string, after: Date): { readonly first: Date; readonly shortestMs: number } {
  const first = nextTime(expression, zone, after);
  let before = first;
  let shortestMs = Infinity;
  for (let look = 0; look < LOOKS_AHEAD; look++) {
    const next = nextTime(expression, zone, before);
    shortestMs = Math.min(shortestMs, next.getTime() - before.getTime());
    before = next;
  }
  return { first, shortestMs };
}
