import type { App } from '#kit/server/ctx.ts';
import { readAhead, type ReadAhead } from '#modules/gate/server/index.ts';
import { shapeOfScreen } from '#modules/screens/core/index.ts';
import { tileQuery } from '#modules/charts/core/index.ts';
import { compileCount, compileQuery, localMoment } from '#modules/datasets/core/index.ts';
import { engineSettings, ZONE, asDataSet, storedSet } from '#modules/datasets/server/index.ts';
import { publishedForAll } from './published.ts';
import { typesOf } from '#modules/charts/server/index.ts';

/** Longer answers are rarely cut. */
const RANKING = 100;
const AS_OPENED = { filters: {}, links: {}, drills: {} };

type Sources = Map<string, ReadAhead | null>;

/**
 * Makes the first openings of screens of the product quick: their documents are read, the statements of their tiles are compiled and
 * taken apart, and run where the database was started with this node. Their rows are dropped, so that nobody's rights and nobody's history
 * are touched. One screen at a time, until `signal`.
 */
export async function warmScreens(app: App, codes: readonly string[], signal: AbortSignal): Promise<void> {
  const sources: Sources = new Map();
  for (const code of codes) await warmScreen(app, { code, sources, signal });
}

async function warmScreen(app: App, { code, sources, signal }: { code: string; sources: Sources; signal: AbortSignal }): Promise<void> {
  const row = await app.db
    .selectFrom('visualScreen')
    .select('id')
    .where('code', '=', code)
    .where('publishedNo', 'is not', null)
    .where('status', '=', '1')
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  if (!row) return;
  const { config, charts } = await publishedForAll(app.db, 'screen', row.id);
  const shape = shapeOfScreen(config, charts);
  const { fiscalMonth } = await engineSettings(app);
  // together, as a wall asks: every connection of the source learns the tables
  const running: Promise<void>[] = [];
  for (const [key, { chart }] of shape.tiles) {
    if (signal.aborted) return;
    const stored = await storedSet(app.db, chart.dataSetId);
    if (!stored?.sourceId || stored.status === '0') continue;
    const set = asDataSet(stored);
    const ahead = sources.has(stored.sourceId) ? sources.get(stored.sourceId) : await readAhead(app, stored.sourceId);
    sources.set(stored.sourceId, ahead ?? null);
    if (!ahead) continue;
    const clock = { now: localMoment(app.now().getTime(), ZONE), fiscalMonth };
    try {
      const query = tileQuery(shape, key, AS_OPENED, typesOf(set));
      const input = { set, query, dialect: ahead.dialect, clock, rows: null };
      const compiled = compileQuery(input);
      const statements = [{ text: compiled.text, params: compiled.params, maxRows: compiled.plan.fetch }];
      // what a ranking leaves out is counted beside it
      if (query.topN) statements.push({ ...compileCount(input, 'top'), maxRows: 1 });
      else if (query.limit <= RANKING) statements.push({ ...compileCount(input, 'limit'), maxRows: 1 });
      for (const statement of statements) {
        running.push(ahead.run(statement, signal));
        await ahead.take(statement.text);
      }
    } catch (error) {
      // whoever opens the screen is told what is the matter with this tile; the others can be quick
      app.log.debug({ error: String(error), code, key }, 'a tile cannot be warmed up');
    }
  }
  await Promise.all(running);
}
