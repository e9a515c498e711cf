import { setTimeout as wait } from 'node:timers/promises';
import type { App } from '#kit/server/ctx.ts';
import type { DialectName } from '#modules/sources/contract/db-types.ts';
import { textToParse } from '../../core/sql/check.ts';
import { dialectOf } from '#modules/sources/core/index.ts';
import { lex } from '../../core/sql/lex.ts';
import { EMBEDDED_HOST } from '#modules/sources/contract/source.ts';
import { catalogOfSource, findSource, pools, type Source } from '#modules/sources/server/index.ts';
import { parser } from './shared-parser.ts';

/** As long as for calls of people. */
const PAUSE_MS = 25;
/** As many as a wall asks for at once on its first opening. */
const CONNECTIONS = 8;
const CONNECT_MS = 2000;

/** As long as a statement of a wall may take before it is not worth waiting for. */
const RUN_MS = 3000;

/** A statement of the product's own, with its parameters and the rows that are fetched of its answer. */
export interface AheadStatement {
  readonly text: string;
  readonly params: readonly unknown[];
  readonly maxRows: number;
}

/** Parses statements over one source in advance, with lower priority than calls of people. */
export interface ReadAhead {
  readonly dialect: DialectName;
  take(text: string): Promise<void>;
  /**
   * Runs a reading statement and drops its rows, so that the database has its pages in memory. Only in the embedded database, which was
   * started together with this node: others are not cold, and their work is not ours to spend. Errors are ignored.
   */
  run(statement: AheadStatement, signal: AbortSignal): Promise<void>;
}

/** Opens connections in advance, if the database answers quickly; errors are ignored. */
async function connectAhead(source: Source): Promise<void> {
  const signal = AbortSignal.timeout(CONNECT_MS);
  const request = { text: 'select 1', params: [], searchPath: [], timeoutMs: CONNECT_MS, signal };
  const one = async () => {
    const opened = await pools.of(source, Date.now()).open(request);
    await opened.close();
  };
  await Promise.allSettled(Array.from({ length: CONNECTIONS }, one));
}

async function drop(source: Source, { text, params, maxRows }: AheadStatement, signal: AbortSignal): Promise<void> {
  const request = { text, params, searchPath: [], timeoutMs: RUN_MS, signal: AbortSignal.any([signal, AbortSignal.timeout(RUN_MS)]) };
  const opened = await pools.of(source, Date.now()).open(request);
  try {
    await opened.read(maxRows);
  } finally {
    await opened.close();
  }
}

/**
 * Warms up a source: loads its catalogue, opens connections, parses statements and reads the pages that they need, so that the first caller
 * does not wait for it. Checks no rights: parsing depends on the text alone, and rows are seen by nobody. Answers null when the source does
 * not exist or is disabled.
 */
export async function readAhead(app: App, sourceId: string): Promise<ReadAhead | null> {
  const source = await findSource(app, app.db, sourceId);
  if (!source || source.row.status === '0') return null;
  await catalogOfSource(app.db, source);
  await connectAhead(source);
  const dialect = dialectOf(source.adapter.dialect);
  return {
    dialect: source.adapter.dialect,
    async take(text) {
      for (const statement of lex(text, dialect)) {
        while (parser.isBusy) await wait(PAUSE_MS);
        await parser.parse(textToParse(statement, dialect), source.adapter.dialect);
      }
    },
    async run(statement, signal) {
      if (source.row.host !== EMBEDDED_HOST) return;
      await drop(source, statement, signal).catch(() => undefined);
    },
  };
}
