import { setTimeout as wait } from 'node:timers/promises';
import type { App } from '#kit/server/ctx.ts';
import type { DialectName } from '#modules/sources/contract/db-types.ts';
import { textToParse } from '../../core/sql/check.ts';
import { dialectOf } from '#modules/sources/core/index.ts';
import { lex } from '../../core/sql/lex.ts';
import { catalogOfSource, findSource } from '#modules/sources/server/index.ts';
import { parser } from './shared-parser.ts';

/** Between two statements, and as long as people wait for the parser. */
const PAUSE_MS = 25;

/** Takes statements over one source apart before anybody asks them; gives way to people. */
export interface ReadAhead {
  readonly dialect: DialectName;
  take(text: string): Promise<void>;
}

/**
 * Loads the catalogue of a source and takes statements apart, so that the first who asks them does not wait for that. Nothing runs in the
 * source and nobody's rights are asked: what a text means depends on the text alone. null when the source is gone or disabled.
 */
export async function readAhead(app: App, sourceId: string): Promise<ReadAhead | null> {
  const source = await findSource(app, app.db, sourceId);
  if (!source || source.row.status === '0') return null;
  await catalogOfSource(app.db, source);
  const dialect = dialectOf(source.adapter.dialect);
  return {
    dialect: source.adapter.dialect,
    async take(text) {
      for (const statement of lex(text, dialect)) {
        do await wait(PAUSE_MS);
        while (parser.isBusy);
        await parser.parse(textToParse(statement, dialect), source.adapter.dialect);
      }
    },
  };
}
