import { AppError } from '#kit/contract/errors.ts';
import type { App, Ctx, Db } from '#kit/server/ctx.ts';
import type { JobHandler } from '#kit/server/jobs.ts';
import { maskValue } from '#kit/core/mask/index.ts';
import { isWorthReading, type ClassRule, type Hit } from '../../core/recognise-column.ts';
import { classesOf } from '../guard/measure/measure.ts';
import { findSource } from '#modules/sources/server/index.ts';
import { shownByClass, type Shown } from './masks.ts';
import { ownSources } from './hits.ts';
import { proposeByLineage } from './inherit.ts';

export const CLASSIFY_JOB = 'metadata.classify';
const SAMPLE_ROWS = 1000;
const TABLE_TIMEOUT_MS = 15_000;
const TABLES_PER_READ = 200;

interface Payload {
  sourceId: string;
  /** empty = every table of the source */
  tableIds: string[];
}
interface TableRow {
  id: string;
  schemaName: string;
  tableName: string;
}
interface Progress {
  readonly signal: AbortSignal;
  progress(percent: number, text: string): Promise<void> | void;
}

/** Rules of the enabled classes that recognise by name or value. */
export async function classRules(db: Db): Promise<ClassRule[]> {
  const rows = await db
    .selectFrom('metadataClass')
    .select(['id', 'className', 'recogniser', 'namePatterns', 'valuePattern', 'threshold'])
    .where('deletedAt', 'is', null)
    .where('status', '=', '1')
    .orderBy('sort')
    .orderBy('id')
    .execute();
  return rows
    .map((row) => ({
      id: row.id,
      name: row.className,
      recogniser: row.recogniser,
      patterns: row.namePatterns as string[],
      valuePattern: row.valuePattern,
      threshold: Number(row.threshold),
    }))
    .filter((rule) => rule.recogniser !== null || rule.valuePattern !== null || rule.patterns.length > 0);
}

/**
 * Looks for sensitive columns of a source: one query per table, at most a thousand rows, under a time limit. Values stay in memory;
 * what is stored is how many fitted and a few of them masked. Answers a summary for people.
 */
export async function recogniseSource(app: App, { sourceId, tableIds }: Payload, run: Progress): Promise<string> {
  const source = await findSource(app, app.db, sourceId);
  if (!source) throw new AppError('entity.notFound', '数据源不存在或已删除');
  if (source.row.status === '0') throw new AppError('rule.broken', '数据源已禁用，请先启用');
  const rules = await classRules(app.db);
  const classIds = rules.map((rule) => rule.id);
  const masks = await shownByClass(app, app.db, classIds);
  const tables = await app.db
    .selectFrom('metadataTable')
    .select(['id', 'schemaName', 'tableName'])
    .where('sourceId', '=', sourceId)
    .where('deletedAt', 'is', null)
    .$if(tableIds.length > 0, (query) => query.where('id', 'in', tableIds))
    .orderBy('id')
    .execute();
  const totals = { hits: 0, unread: 0 };
  for (let at = 0; at < tables.length; at += TABLES_PER_READ) {
    const part = tables.slice(at, at + TABLES_PER_READ);
    const columns = await columnsOf(app.db, part);
    for (const [i, table] of part.entries()) {
      run.signal.throwIfAborted();
      await run.progress(
        Math.floor(((at + i) / tables.length) * 100),
        `正在识别 ${table.schemaName}.${table.tableName}（${at + i + 1}/${tables.length}）`,
      );
      const own = columns.get(table.id) ?? [];
      // Without its values a table is still judged by names.
      const { judged, failed } = await classesOf(
        source,
        table,
        own.map((column) => ({
          column,
          isRead: isWorthReading(column.dataType),
          facts: {
            name: column.columnName,
            texts: [column.cnName, column.columnComment].filter((text) => text !== null),
            dataType: column.dataType,
          },
        })),
        {
          rules,
          mostRows: SAMPLE_ROWS,
          timeoutMs: TABLE_TIMEOUT_MS,
          signal: run.signal,
          show: (value, id) => shown(value, masks.get(id)),
        },
      );
      if (failed !== null) {
        totals.unread++;
        app.log.warn({ err: failed, table: table.id }, 'a table could not be sampled for classification');
      }
      totals.hits += await store(app, sourceId, own, judged);
    }
  }
  const inherited = await proposeByLineage(app, app.db, sourceId);
  const unread = totals.unread > 0 ? `，${totals.unread}张表无法取样、只按名称判断` : '';
  return `识别${tables.length}张表，发现${totals.hits}个待处理的敏感字段${inherited > 0 ? `，由血缘继承${inherited}个` : ''}${unread}`;
}

type ColumnRow = Awaited<ReturnType<typeof readColumns>>[number];
const readColumns = (db: Db, tables: readonly TableRow[]) =>
  db
    .selectFrom('metadataColumn')
    .select(['id', 'tableId', 'columnName', 'cnName', 'columnComment', 'dataType', 'classId', 'levelBy'])
    .where(
      'tableId',
      'in',
      tables.map((table) => table.id),
    )
    .where('deletedAt', 'is', null)
    .orderBy('tableId')
    .orderBy('columnPosition')
    .execute();
async function columnsOf(db: Db, tables: readonly TableRow[]): Promise<Map<string, ColumnRow[]>> {
  const byTable = new Map<string, ColumnRow[]>();
  for (const column of await readColumns(db, tables)) {
    const own = byTable.get(column.tableId);
    if (own) own.push(column);
    else byTable.set(column.tableId, [column]);
  }
  return byTable;
}

/** A value of the sample as the mask of a class shows it. */
function shown(value: string, mask: Shown | undefined): string {
  const masked = mask ? mask.show(value) : maskValue(value);
  return masked === null || masked === undefined ? '（空）' : String(masked);
}

/** Stores the hits of a run: decided ones are kept, open ones updated, open ones that no longer match deleted. */
async function store(
  app: App,
  sourceId: string,
  columns: readonly ColumnRow[],
  found: readonly { column: ColumnRow; hit: Hit; samples: string[] }[],
): Promise<number> {
  if (columns.length === 0) return 0;
  const fresh = found.filter(({ column, hit }) => column.levelBy !== 'manual' && column.classId !== hit.classId);
  let stale = app.db
    .deleteFrom('metadataClassHit')
    .where(
      'columnId',
      'in',
      columns.map((column) => column.id),
    )
    .where('state', '=', 'proposed')
    .where('origin', '=', 'values');
  if (fresh.length > 0)
    stale = stale.where((e) =>
      e.not(e.or(fresh.map(({ column, hit }) => e.and([e('columnId', '=', column.id), e('classId', '=', hit.classId)])))),
    );
  await stale.execute();
  if (fresh.length === 0) return 0;
  const written = await app.db
    .insertInto('metadataClassHit')
    .values(
      fresh.map(({ column, hit, samples }) => ({
        id: app.ids.next(),
        columnId: column.id,
        classId: hit.classId,
        sourceId,
        byName: hit.byName ? ('1' as const) : ('0' as const),
        matchRate: hit.matchRate === null ? null : hit.matchRate.toFixed(3),
        sampleSize: hit.sampleSize,
        reason: hit.reason,
        samples: JSON.stringify(samples),
        createTime: app.now(),
      })),
    )
    .onConflict((c) =>
      c.columns(['columnId', 'classId']).doUpdateSet((e) => ({
        byName: e.ref('excluded.byName'),
        matchRate: e.ref('excluded.matchRate'),
        sampleSize: e.ref('excluded.sampleSize'),
        reason: e.ref('excluded.reason'),
        samples: e.ref('excluded.samples'),
      })),
    )
    .returning('state')
    .execute();
  return written.filter((row) => row.state === 'proposed').length;
}

export const recogniseJob: JobHandler<Payload> = (run) => recogniseSource(run.app, run.payload, run);

async function findOwn(ctx: Ctx, sourceId: string): Promise<{ id: string; sourceName: string; status: string }> {
  const source = await ownSources(ctx).select(['id', 'sourceName', 'status']).where('id', '=', sourceId).executeTakeFirst();
  if (!source) throw new AppError('entity.notFound', '数据源不存在或不在可维护的范围内');
  return source;
}

export async function startRecognition(ctx: Ctx, sourceId: string, tableIds: readonly string[]): Promise<{ jobId: string }> {
  const source = await findOwn(ctx, sourceId);
  if (source.status === '0') throw new AppError('rule.broken', '数据源已禁用，请先启用');
  const wanted = [...new Set(tableIds)];
  if (wanted.length > 0) {
    const found = await ctx.db
      .selectFrom('metadataTable')
      .select('id')
      .where('id', 'in', wanted)
      .where('sourceId', '=', sourceId)
      .where('deletedAt', 'is', null)
      .execute();
    if (found.length !== wanted.length) throw new AppError('entity.notFound', '部分表不存在或已删除，请刷新后重试');
  }
  const jobId = await ctx.app.jobs.enqueue(ctx.db, {
    kind: CLASSIFY_JOB,
    subject: sourceId,
    payload: { sourceId, tableIds: wanted },
    createBy: ctx.user.id,
  });
  ctx.audit.note(`识别数据源“${source.sourceName}”的敏感字段`);
  return { jobId };
}

export async function recognitionStatus(ctx: Ctx, sourceId: string) {
  await findOwn(ctx, sourceId);
  const counts = await ctx.db
    .selectFrom('metadataClassHit')
    .select((e) => ['state', e.fn.countAll<string>().as('n')])
    .where('sourceId', '=', sourceId)
    .groupBy('state')
    .execute();
  const count = (state: string) => Number(counts.find((row) => row.state === state)?.n ?? 0);
  return {
    job: await ctx.app.jobs.latest(ctx.db, CLASSIFY_JOB, sourceId),
    proposed: count('proposed'),
    accepted: count('accepted'),
    rejected: count('rejected'),
  };
}

export async function cancelRecognition(ctx: Ctx, sourceId: string): Promise<null> {
  const source = await findOwn(ctx, sourceId);
  const job = await ctx.app.jobs.latest(ctx.db, CLASSIFY_JOB, sourceId);
  if (!job || !(await ctx.app.jobs.cancel(ctx.db, job.id))) throw new AppError('rule.broken', '没有正在进行的识别');
  ctx.audit.note(`取消识别数据源“${source.sourceName}”的敏感字段`);
  return null;
}
