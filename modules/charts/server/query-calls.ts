import type * as z from 'zod';
import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { implement } from '#kit/server/module.ts';
import type { DataSet } from '#modules/datasets/contract/data-set-model.ts';
import { queryCalls, type ParserRequest } from '../contract/query-calls.ts';
import { ChartQuery, type ChartData, type Scalar } from '#modules/datasets/contract/query.ts';
import type { TileLine } from '../contract/tile.ts';
import { readChart } from '../core/chart/read-chart.ts';
import { platformSets, loadSet, engine } from '#modules/datasets/server/index.ts';
import { lineStream } from '#kit/server/http/ndjson.ts';

/** What a full query has beside the shelves; the family's form has none of it. */
const OWN = ['having', 'sort', 'topN', 'limit', 'fill', 'isDetail', 'totals', 'grandTotal', 'params'] as const;

/** The query of a body: strict where it is ours, mended where it is the family's. Throws input.invalid. */
export function queryOf(body: z.output<typeof ParserRequest>): ChartQuery {
  const { chartType, ...rest } = body;
  const strict = ChartQuery.safeParse({
    ...rest,
    rows: body.rows ?? [],
    columns: body.columns ?? [],
    measures: body.measures ?? [],
    filters: body.filters ?? [],
  });
  if (strict.success) return strict.data;
  // whoever speaks our language is told what is wrong with it
  const isOwn = OWN.some((key) => key in rest) || (body.filters?.length ?? 0) > 0;
  if (isOwn)
    throw new AppError(
      'input.invalid',
      undefined,
      strict.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })),
    );
  const config = readChart({ ...body, chartType: chartType ?? 'table' });
  if (!config) throw new AppError('input.invalid');
  const repaired = ChartQuery.safeParse({
    dataSetId: body.dataSetId,
    rows: config.rows,
    columns: config.columns,
    measures: config.measures,
    limit: 1000,
  });
  if (!repaired.success) throw new AppError('input.invalid');
  return repaired.data;
}
/** One object for each row, by the names that people read; a name that comes twice keeps its key beside it. */
export function namedRows({ columns, rows }: Pick<ChartData, 'columns' | 'rows'>): Record<string, Scalar>[] {
  const names = columns.map(({ name, key }, i) => (columns.findIndex((other) => other.name === name) === i ? name : `${name}_${key}`));
  return rows.map((row) => Object.fromEntries(row.map((value, i) => [names[i]!, value])));
}

/** Data sets of one call, each looked up once. */
function setsOf(ctx: Ctx): (id: string) => Promise<DataSet> {
  const known = new Map<string, Promise<DataSet>>();
  return (id) => {
    let set = known.get(id);
    if (!set) {
      set = loadSet(ctx, id);
      known.set(id, set);
    }
    return set;
  };
}

/** What a tile says when its query failed; faults of ours are logged and not told. */
export function tileError(ctx: Ctx, error: unknown): NonNullable<z.input<typeof TileLine>['error']> {
  if (error instanceof AppError) return { error: error.key, msg: error.message, requestId: ctx.requestId };
  ctx.app.log.error({ error, requestId: ctx.requestId }, 'the query of a tile failed');
  return { error: 'server.failure', msg: '系统错误', requestId: ctx.requestId };
}

export const queryRoutes = implement(queryCalls, {
  async parser(ctx, { body }) {
    const query = queryOf(body);
    const answer = await engine.ask(ctx, await loadSet(ctx, query.dataSetId), query, { purpose: 'chart', priority: 'interactive' });
    return { ...answer, data: namedRows(answer) };
  },
  query(ctx, { body }) {
    const setOf = setsOf(ctx);
    const out = lineStream(ctx);
    const one = async ({ key, query, keep }: (typeof body.tiles)[number]): Promise<void> => {
      let line: z.input<typeof TileLine>;
      try {
        const { sql: _sql, ...data } = await engine.ask(ctx, await setOf(query.dataSetId), query, {
          purpose: 'chart',
          priority: 'interactive',
          fresh: body.fresh,
          ...(keep && { keep }),
          signal: out.signal,
        });
        line = { key, data };
      } catch (error) {
        if (out.signal.aborted) return;
        line = { key, error: tileError(ctx, error) };
      }
      out.write(JSON.stringify(line));
    };
    void Promise.all(body.tiles.map(one)).finally(() => out.end());
    return { body: out.body, type: 'application/x-ndjson; charset=utf-8' };
  },
  async choices(ctx, { body }) {
    const { dataSetId, ...options } = body;
    return engine.choices(ctx, await loadSet(ctx, dataSetId), options, { purpose: 'chart', priority: 'interactive' });
  },
  platformSets: (ctx) => platformSets(ctx.app).map(({ code, name, remark, fields }) => ({ code, name, remark, fields: [...fields] })),
});
