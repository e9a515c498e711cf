import type { Db } from '#kit/server/ctx.ts';
import { readNumberConfig } from '../config-values.ts';

const DEFAULT_DAYS = 90;

/** Days before deleted rows are purged; 0 = never automatically. */
export const keepDays = (db: Db): Promise<number> => readNumberConfig(db, 'recycle.keepDays', DEFAULT_DAYS);
