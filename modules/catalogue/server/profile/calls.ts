import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { implement } from '#kit/server/module.ts';
import { profile as contract } from '../../contract/profile.ts';
import { ColumnStats, VALUE_FIELDS } from '#modules/gate/contract/column-stats.ts';
import { ofVisibleColumn, ofVisibleTable } from '#modules/gate/server/index.ts';
import { visibleSources } from '#modules/sources/server/index.ts';
import { PROFILE_JOB, type ProfilePayload } from './job.ts';

const TABLE = { table: 'metadataTable.id', source: 'metadataTable.sourceId' };
const COLUMN = { column: 'metadataColumn.id', table: 'metadataColumn.tableId', source: 'metadataColumn.sourceId' };
const isSensitive = (level: string | null): boolean => level === 'L3' || level === 'L4';

const tables = (ctx: Ctx) =>
  ctx.db.selectFrom('metadataTable').where('metadataTable.deletedAt', 'is', null).where(ofVisibleTable(ctx, TABLE));

const withoutValues = (stats: ColumnStats): ColumnStats => ({
  ...stats,
  ...(Object.fromEntries(VALUE_FIELDS.map((field) => [field, null])) as Pick<ColumnStats, (typeof VALUE_FIELDS)[number]>),
});

/** 数据画像: statistics of the columns of a table, and the job that makes them. */
export const profileRoutes = implement(contract, {
  async table(ctx, { params }) {
    const table = await tables(ctx)
      .select(['metadataTable.id', 'metadataTable.sourceId', 'metadataTable.profileTime'])
      .where('metadataTable.id', '=', params.id)
      .executeTakeFirst();
    if (!table) throw new AppError('entity.notFound');
    const rows = await ctx.db
      .selectFrom('metadataColumn')
      .leftJoin('metadataProfile as p', 'p.columnId', 'metadataColumn.id')
      .select([
        'metadataColumn.id as columnId',
        'metadataColumn.columnName',
        'metadataColumn.columnComment',
        'metadataColumn.dataType',
        'metadataColumn.level',
        'p.stats',
        'p.rowCount',
        'p.isSampled',
        'p.profileTime',
        ofVisibleColumn(ctx, COLUMN, 'preview').as('mayPreview'),
      ])
      .where('metadataColumn.tableId', '=', table.id)
      .where('metadataColumn.deletedAt', 'is', null)
      .where(ofVisibleColumn(ctx, COLUMN))
      .orderBy('metadataColumn.columnPosition')
      .execute();
    const own = await ctx.app.jobs.latest(ctx.db, PROFILE_JOB, table.id);
    const whole = await ctx.app.jobs.latest(ctx.db, PROFILE_JOB, table.sourceId);
    const isOpen = (job: typeof own) => job?.state === 'waiting' || job?.state === 'running';
    return {
      tableId: table.id,
      profileTime: table.profileTime,
      rowCount: rows.find((row) => row.rowCount !== null)?.rowCount ?? null,
      isSampled: rows.some((row) => row.isSampled === '1') ? ('1' as const) : ('0' as const),
      job: isOpen(whole) ? whole : own,
      columns: rows.map(({ mayPreview, stats, ...row }) => {
        const read = stats === null ? null : ColumnStats.parse(stats);
        // a level that was set after the profile holds for it too
        const valuesHidden = !mayPreview || isSensitive(row.level);
        return {
          ...row,
          isSampled: row.isSampled === '1' ? ('1' as const) : ('0' as const),
          valuesHidden,
          stats: read && valuesHidden ? withoutValues(read) : read,
        };
      }),
    };
  },
  async run(ctx, { body }) {
    const found = body.tableId
      ? await tables(ctx)
          .select(['metadataTable.id', 'metadataTable.sourceId', 'metadataTable.tableName as name'])
          .where('metadataTable.id', '=', body.tableId)
          .executeTakeFirst()
      : await visibleSources(ctx)
          .select(['id', 'id as sourceId', 'sourceName as name'])
          .where('id', '=', body.sourceId ?? '')
          .executeTakeFirst();
    if (!found) throw new AppError('entity.notFound');
    const source = await ctx.db.selectFrom('metadataSource').select('status').where('id', '=', found.sourceId).executeTakeFirstOrThrow();
    if (source.status === '0') throw new AppError('rule.broken', '数据源已禁用，请先启用');
    const payload: ProfilePayload = { sourceId: found.sourceId, tableId: body.tableId ?? null };
    const jobId = await ctx.app.jobs.enqueue(ctx.db, { kind: PROFILE_JOB, subject: found.id, payload, createBy: ctx.user.id });
    ctx.audit.note(`生成“${found.name}”的数据画像`);
    return { jobId };
  },
  async cancel(ctx, { body }) {
    const job = await ctx.db
      .selectFrom('kitJob')
      .select(['id', 'subject'])
      .where('id', '=', body.jobId)
      .where('kind', '=', PROFILE_JOB)
      .executeTakeFirst();
    if (!job) throw new AppError('entity.notFound');
    const isSeen =
      (await tables(ctx).select('metadataTable.id').where('metadataTable.id', '=', job.subject).executeTakeFirst()) ??
      (await visibleSources(ctx).select('id').where('id', '=', job.subject).executeTakeFirst());
    if (!isSeen) throw new AppError('entity.notFound');
    if (!(await ctx.app.jobs.cancel(ctx.db, job.id))) throw new AppError('rule.broken', '没有正在进行的数据画像');
    ctx.audit.note('停止数据画像');
    return null;
  },
});
