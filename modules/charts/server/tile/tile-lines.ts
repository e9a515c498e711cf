import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { holds } from '#kit/contract/access.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { toAppError } from '#kit/server/error-mapper.ts';
import type { ChartData } from '#modules/datasets/contract/query.ts';
import type { TileLine, ViewRequest } from '../../contract/tile.ts';
import { cachePoliciesOf } from '../../core/tile/shape.ts';
import { checkSelection, missingFilters, tileQuery } from '../../core/tile/tile-query.ts';
import { engine, type Answer, type Priority } from '#modules/datasets/server/index.ts';
import { AppError } from '#kit/contract/errors.ts';
import { assertFreeDrills, mapRefusal, setLoader, typesOf, type Shaped } from './tools.ts';
import { lineStream } from '#kit/server/http/ndjson.ts';

/** What a viewer gets of an answer: everything but the statement. */
const shown = ({ columns, rows, totals, truncated, cut, queriedAt, ms, cache, isLastGood, minGroup, spans }: Answer): ChartData => ({
  columns,
  rows,
  ...(totals && { totals }),
  truncated,
  ...(cut && { cut }),
  queriedAt,
  ms,
  cache,
  ...(isLastGood && { isLastGood }),
  ...(minGroup !== undefined && { minGroup }),
  ...(spans && { spans }),
});

interface Written {
  readonly etag: string;
  /** columns, rows and totals as JSON, without the braces around them */
  readonly text: string;
}
/** Answers from the cache share their rows: they are written and hashed once. */
const written = new WeakMap<object, { by: string; written: Written }>();

function writtenOf(data: ChartData): Written {
  const by = JSON.stringify([data.columns, data.cut]);
  const known = written.get(data.rows);
  if (known?.by === by) return known.written;
  const text = JSON.stringify({
    columns: data.columns,
    rows: data.rows,
    totals: data.totals,
    truncated: data.truncated,
    cut: data.cut,
  }).slice(1, -1);
  const made = { etag: createHash('sha256').update(text).digest('base64url').slice(0, 22), text };
  written.set(data.rows, { by, written: made });
  return made;
}

/** One line of the stream for an answer; `same` when the page has these rows already. */
function dataLine(key: string, answer: Answer, known: string | undefined): string {
  const data = shown(answer);
  const { etag, text } = writtenOf(data);
  if (known === etag && !data.isLastGood) return JSON.stringify({ key, etag, same: true, queriedAt: data.queriedAt });
  const { queriedAt, ms, cache, isLastGood, minGroup, spans } = data;
  return `{"key":${JSON.stringify(key)},"etag":"${etag}","data":{${text},${JSON.stringify({ queriedAt, ms, cache, isLastGood, minGroup, spans }).slice(1)}}`;
}

/** How the data gate begins when rights on a table or a column are missing. */
const NO_RIGHT = /^没有(?:表|字段)“[^”]*”的.{1,10}权限/;
/** How it begins when a table is gone, or hidden from who asks. */
const HIDDEN = /^表“[^”]*”不存在/;

/** What a tile says when it was not answered; missing rights have one name, whether of the source, a table or a column. */
export function errorOf(ctx: Ctx, error: unknown): NonNullable<TileLine['error']> {
  const known = toAppError(error);
  if (known.status >= 500 && !ctx.signal.aborted)
    ctx.app.log.warn({ error: known.cause ?? known, requestId: ctx.requestId }, 'a tile was not answered');
  const { requestId } = ctx;
  if (known.key === 'entity.notFound') return { error: 'auth.noPermission', msg: '没有该数据源的权限，请联系管理员授权', requestId };
  const isRight = known.key === 'gate.refused' && NO_RIGHT.test(known.message);
  // whoever only looks cannot tell the two apart, nor do anything about the table: its makers read the cause
  if (known.key === 'gate.refused' && HIDDEN.test(known.message) && !holds(ctx.user, 'visual:set:list'))
    return { error: 'auth.noPermission', msg: '没有这些数据的权限，或数据表已不存在，请联系管理员', requestId };
  return { error: isRight ? 'auth.noPermission' : known.key, msg: known.message, requestId };
}

/**
 * Answers the tiles of a view line by line in the order in which they finish. Everything that the document does not know is refused with
 * input.invalid before the first query; after that a tile that fails fails alone. When the caller goes away what still runs is cancelled.
 */
export function tileLines(ctx: Ctx, document: Shaped, request: ViewRequest, priority: Priority): Readable {
  const { shape } = document;
  const keys = new Set(request.tiles.map(({ key }) => key));
  mapRefusal(() => {
    checkSelection(shape, request);
    for (const key of keys) tileQuery(shape, key, request);
  });
  const missing = missingFilters(shape, request.filters);
  const load = setLoader(ctx);
  const drillsOpen = assertFreeDrills(ctx, shape, request);
  // heard by whoever awaits it
  drillsOpen.catch(() => undefined);
  const out = lineStream(ctx);

  const answer = async (key: string, etag: string | undefined): Promise<string> => {
    const { dataSetId } = shape.tiles.get(key)!.chart;
    const due = missing.find((filter) => filter.targets.some((target) => target.dataSetId === dataSetId));
    if (due) throw new AppError('input.invalid', `请先选择“${due.label}”`);
    await drillsOpen;
    const set = await load(dataSetId);
    const query = mapRefusal(() => tileQuery(shape, key, request, typesOf(set)));
    const options = { purpose: 'chart', priority, fresh: request.fresh, keep: cachePoliciesOf(shape, key), signal: out.signal } as const;
    return dataLine(key, await engine.ask(ctx, set, query, options), etag);
  };
  const known = new Map(request.tiles.map(({ key, etag }) => [key, etag]));
  void Promise.all(
    [...keys].map((key) =>
      answer(key, known.get(key)).then(out.write, (error: unknown) => out.write(JSON.stringify({ key, error: errorOf(ctx, error) }))),
    ),
  ).finally(() => out.end());
  return out.body;
}
