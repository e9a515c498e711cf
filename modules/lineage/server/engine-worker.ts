import { createRequire } from 'node:module';
import { parentPort } from 'node:worker_threads';
import { analyse } from '../core/analyse.ts';
import { parserOf, type Sdk } from './engine-parser.ts';
import type { Answer, Ask } from './engine-protocol.ts';

/** The thread of the lineage engine: reads one text after the other. The parser inside is WebAssembly, see `engine-pool.ts`. */
const sdk = createRequire(import.meta.url)('@polyglot-sql/sdk') as Sdk;
await sdk.init?.();
const reader = parserOf(sdk);
const say = (answer: Answer) => parentPort?.postMessage(answer);

parentPort?.on('message', ({ id, input, statementMs, textMs }: Ask) => {
  const lineage = analyse(input, reader.within({ statementMs, textMs, onStatement: () => say({ id, lineage: null }) }));
  say({ id, lineage });
  // a trap leaves the parser in an unknown state
  if (reader.isBroken()) process.exit(1);
});
// The thread first waits for its compilers: only then does it take messages, and the time of a text counts from there.
setImmediate(() => say({ id: 0, lineage: null }));
