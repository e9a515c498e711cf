import { createRequire } from 'node:module';
import { analyse, type Analysis } from '../core/analyse.ts';
import type { Lineage } from '../core/types.ts';
import { parserOf, type Sdk } from './engine-parser.ts';

/** The engine in this thread, for tests and figures of single statements; the product always asks a worker. */
export async function engineHere(): Promise<(input: Analysis) => Lineage> {
  const sdk = createRequire(import.meta.url)('@polyglot-sql/sdk') as Sdk;
  await sdk.init?.();
  const reader = parserOf(sdk);
  return (input) => analyse(input, reader.within({ statementMs: 10_000, textMs: 60_000 }));
}
