import type { Db } from '#kit/server/ctx.ts';
import { readNumberConfig } from '../config-values.ts';

const DEFAULT_DAYS = 90;

/** Days that deleted rows stay before they are removed for good; 0 = as long as nobody removes them. */
export const keepDays = (db: Db): Promise<number> => readNumberConfig(db, 'recycle.keepDays', DEFAULT_DAYS);
