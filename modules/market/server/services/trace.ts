import { randomBytes } from 'node:crypto';

/** An id for all lines of one call. */
export const newTraceId = (): string => randomBytes(16).toString('hex');
