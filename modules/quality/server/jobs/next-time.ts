import { nextTime } from '#kit/core/cron/times.ts';

const ZONE = 'Asia/Shanghai';

/** The first moment of a plan after another one. Throws for a text that is no plan, or whose day never comes. */
export const nextTimeOf = (cron: string, after: Date): Date => nextTime(cron, ZONE, after);
