import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { pulled } from '#kit/server/pulled.ts';
import { openData, toCallerError, type GuardedSource } from '#modules/gate/server/index.ts';
import type { DataSet } from '../../contract/data-set-model.ts';
import type { ChartQuery } from '../../contract/query.ts';
import type { Rows, SqlDialectName } from '../../core/query/index.ts';
import { EXTRACT_TABLE, extractBatches, extractFor, readExtract } from '../extract/index.ts';
import { readPlatform } from '../platform/read.ts';
import { platformSet } from '../platform/registry.ts';
import type { AskOptions } from './types.ts';
import { viewerOf } from './viewer.ts';

type Purpose = AskOptions['purpose'];

export interface Fetched {
  readonly rows: unknown[][];
  readonly masked: readonly boolean[];
  readonly truncated: boolean;
  readonly ms: number;
  /** true while the identity still was what it was when the rows were read: answers are kept only then */
  readonly isSame: boolean;
}
export interface Statement {
  readonly text: string;
  readonly params: readonly unknown[];
}
/** A statement that the caller may run, and how. */
export interface Cleared {
  /** what the rows depend on beside the values: rights, masks, place and state of the data */
  readonly identity: readonly unknown[];
  /** runs it; what the caller sees masked is masked */
  run(options: ReadOptions): Promise<Fetched>;
  /** the same in batches as they are pulled; absent where rows only come together */
  stream?(options: ReadOptions): AsyncIterable<Pick<Fetched, 'rows' | 'masked'>>;
}
interface ReadOptions {
  readonly maxRows: number;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}
/** Where the rows of a data set are for one caller. */
export interface Place {
  /** names the line that statements wait in */
  readonly lane: string;
  readonly dialect: SqlDialectName;
  readonly rows: Rows | null;
  clear(statement: Statement, purpose: string): Promise<Cleared>;
}

const opened = new WeakMap<Ctx, Map<string, Promise<GuardedSource>>>();
/** One guarded source for all tiles of one call: its rights are read once. */
function guardedSourceOf(ctx: Ctx, sourceId: string): Promise<GuardedSource> {
  const known = opened.get(ctx) ?? new Map<string, Promise<GuardedSource>>();
  opened.set(ctx, known);
  let guarded = known.get(sourceId);
  if (!guarded) {
    guarded = openData(ctx, sourceId, { willPlan: true });
    known.set(sourceId, guarded);
  }
  return guarded;
}
const extracts = new WeakMap<Ctx, Map<string, ReturnType<typeof extractFor>>>();
function extractOf(ctx: Ctx, set: DataSet, purpose: Purpose): ReturnType<typeof extractFor> {
  const known = extracts.get(ctx) ?? new Map<string, ReturnType<typeof extractFor>>();
  extracts.set(ctx, known);
  const key = `${purpose} ${set.id}`;
  let extract = known.get(key);
  if (!extract) {
    extract = extractFor(ctx, set, purpose === 'chart' ? undefined : purpose);
    known.set(key, extract);
  }
  return extract;
}
/** Rows over the platform's own tables; what the text asks of the account that asks is bound, and its answers are that account's alone. */
function platformPlace(ctx: Ctx, code: string): Place {
  const found = platformSet(ctx.app, code);
  if (!found) throw new AppError('rule.broken', '数据集引用的平台数据不存在，请重新选择');
  const viewer = viewerOf(ctx);
  return {
    lane: 'platform',
    dialect: 'postgres',
    rows: { kind: 'text', text: found.sql, values: { 'user.id': viewer.id, 'user.deptId': viewer.deptId } },
    clear: (statement) =>
      Promise.resolve({
        identity: ['platform', code, ...(found.isPersonal ? [viewer.id, viewer.deptId] : [])],
        run: async (options) => ({ ...(await readPlatform(ctx.app, statement, options)), masked: [], isSame: true }),
      }),
  };
}

/** An extract could not be read where its source can: the answer comes from there. */
export class ExtractUnusable extends Error {}
const AVOID_MS = 60_000;
/** Extracts that are left alone for a while, by path: until when. */
const avoided = new Map<string, number>();
const isAvoided = (path: string): boolean => (avoided.get(path) ?? 0) > performance.now();

/** Notes that an extract is left alone for a while, unless it fails for want of a place or of time. */
function avoid(ctx: Ctx, path: string, error: unknown): void {
  if (!(error instanceof AppError) || error.key !== 'rule.broken' || (error.cause as { code?: string } | undefined)?.code === 'busy')
    return;
  for (const [known, until] of avoided) if (until <= performance.now()) avoided.delete(known);
  avoided.set(path, performance.now() + AVOID_MS);
  ctx.app.log.warn({ error, path }, 'an extract cannot be read, its source answers instead');
  throw new ExtractUnusable(path, { cause: error });
}

const FILE_FAILED = '上传的文件查询失败，请检查数据集的字段，或重新上传文件';
function extractPlace(ctx: Ctx, set: DataSet, extract: { path: string; snapshot: string }): Place {
  const isFile = set.model.origin.kind === 'file';
  const hasSource = !isFile && set.sourceId !== null;
  return {
    lane: `extract:${set.id}`,
    dialect: 'duckdb',
    rows: { kind: 'table', schema: 'main', table: EXTRACT_TABLE },
    clear: (statement) =>
      Promise.resolve({
        identity: ['extract', extract.path, extract.snapshot],
        async run(options) {
          try {
            return {
              ...(await readExtract(ctx.app, extract.path, statement, { ...options, ...(isFile && { failed: FILE_FAILED }) })),
              masked: [],
              isSame: true,
            };
          } catch (error) {
            if (hasSource) avoid(ctx, extract.path, error);
            throw error;
          }
        },
        async *stream(options) {
          for await (const rows of extractBatches(ctx.app, extract.path, statement, { ...options, ...(isFile && { failed: FILE_FAILED }) }))
            yield { rows, masked: [] };
        },
      }),
  };
}

function livePlace(guarded: GuardedSource): Place {
  return {
    lane: guarded.source.id,
    dialect: guarded.source.adapter.dialect,
    rows: null,
    async clear(statement, purpose) {
      const { passed, profile } = await guarded.plan(statement, purpose);
      return {
        // a synchronisation says that the source may have changed: on every node
        identity: ['live', guarded.source.row.configVersion, guarded.source.row.syncTime, passed.text, profile],
        async run(options) {
          try {
            const { rows, columns, truncated, ms, profile: seen } = await guarded.run(passed, statement.params, { purpose, ...options });
            return { rows, masked: columns.map(({ masked }) => masked), truncated, ms, isSame: seen === profile };
          } catch (error) {
            throw toCallerError(error);
          }
        },
        async *stream(options) {
          type Batch = Pick<Fetched, 'rows' | 'masked'>;
          try {
            yield* pulled<Batch>(options.signal, (put, signal) =>
              guarded.stream(passed, statement.params, { purpose, ...options, signal }, (rows, columns) =>
                put({ rows, masked: columns.map(({ masked }) => masked) }),
              ),
            );
          } catch (error) {
            throw toCallerError(error);
          }
        },
      };
    },
  };
}

/** Where a data set's rows are for this caller and purpose: the platform, an extract that may answer, or the source behind the data gate. */
export async function placeOf(ctx: Ctx, set: DataSet, query: Pick<ChartQuery, 'params'>, purpose: Purpose): Promise<Place> {
  const { origin } = set.model;
  if (origin.kind === 'platform') return platformPlace(ctx, origin.code);
  // an extract was read with the values that the parameters start with
  const mayUseExtract = origin.kind === 'file' || Object.keys(query.params).length === 0;
  const extract = mayUseExtract && (origin.kind === 'file' || set.model.extract) ? await extractOf(ctx, set, purpose) : null;
  if (extract && (origin.kind === 'file' || !isAvoided(extract.path))) return extractPlace(ctx, set, extract);
  if (origin.kind !== 'file' && set.sourceId === null)
    throw new AppError('rule.broken', '尚未接入数据源：请登记数据源并同步，或在数据集中选择数据源');
  if (origin.kind === 'file' || set.sourceId === null) throw new AppError('rule.broken', '数据集的数据尚未就绪，请稍后重试');
  return livePlace(await guardedSourceOf(ctx, set.sourceId));
}
