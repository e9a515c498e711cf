import { setTimeout as wait } from 'node:timers/promises';
import type { App } from '#kit/server/ctx.ts';
import type { DialectName } from '#modules/sources/contract/db-types.ts';
import { textToParse } from '../../core/sql/check.ts';
import { dialectOf } from '#modules/sources/core/index.ts';
import { lex } from '../../core/sql/lex.ts';
import { catalogOfSource, findSource, pools, type Source } from '#modules/sources/server/index.ts';
import { parser } from './shared-parser.ts';

/** As long as people wait for the parser. */
const PAUSE_MS = 25;
/** As many as a wall asks for at once on its first opening. */
const CONNECTIONS = 8;
const CONNECT_MS = 2000;

/** Takes statements over one source apart before anybody asks them; gives way to people. */
export interface ReadAhead {
  readonly dialect: DialectName;
  take(text: string): Promise<void>;
}

/** Opens connections to a database that answers quickly, for the first who asks; one that does not answer is left alone. */
async function connectAhead(source: Source): Promise<void> {
  const signal = AbortSignal.timeout(CONNECT_MS);
  const request = { text: 'select 1', params: [], searchPath: [], timeoutMs: CONNECT_MS, signal };
  const one = async () => {
    const opened = await pools.of(source, Date.now()).open(request);
    await opened.close();
  };
  await Promise.allSettled(Array.from({ length: CONNECTIONS }, one));
}

/**
 * Loads the catalogue of a source, connects to it and takes statements apart, so that the first who asks them does not wait for that.
 * No table of the source is read and nobody's rights are asked: what a text means depends on the text alone. null when the source is gone or disabled.
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
  };
}
