import { createHash } from 'node:crypto';

/** What is kept of a key: 32 random bytes need no salt. */
export const hashOf = (key: string): string => createHash('sha256').update(key).digest('hex');
