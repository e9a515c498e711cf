import { AppError } from '#kit/contract/errors.ts';
import type { QueryEngine } from './types.ts';

export type { Answer, AskOptions, Choice, Priority, QueryEngine } from './types.ts';

const refuse = (): Promise<never> => Promise.reject(new AppError('server.unavailable'));

/** The one way from a query to its rows: compile, gate, cache, single flight, limit per source. */
export const engine: QueryEngine = { ask: refuse, choices: refuse };

/** Forgets what is kept of a data set: its answers are asked for anew. */
export function purgeSet(_dataSetId: string): void {}
/** Forgets what is kept of a source. */
export function purgeSource(_sourceId: string): void {}
