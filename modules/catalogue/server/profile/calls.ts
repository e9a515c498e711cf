import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { implement } from '#kit/server/module.ts';
import { profile as contract } from '../../contract/profile.ts';
import { ofVisibleTable } from '#modules/gate/server/index.ts';
import { visibleSources } from '#modules/sources/server/index.ts';
import { PROFILE_JOB, type ProfilePayload } from './job.ts';
import { profileOf } from './profile-of.ts';

const TABLE = { table: 'metadataTable.id', source: 'metadataTable.sourceId' };

const tables = (ctx: Ctx) =>
  ctx.db.selectFrom('metadataTable').where('metadataTable.deletedAt', 'is', null).where(ofVisibleTable(ctx, TABLE));

/** 数据画像: statistics of the columns of a table, and the job that makes them. */
export const profileRoutes = implement(contract, {
  async table(ctx, { params }) {
    const table = await tables(ctx)
      .select(['metadataTable.id', 'metadataTable.sourceId', 'metadataTable.profileTime'])
      .where('metadataTable.id', '=', params.id)
      .executeTakeFirst();
    if (!table) throw new AppError('entity.notFound');
    const columns = await ctx.db
      .selectFrom('metadataColumn')
      .select(['id', 'columnName', 'columnComment', 'dataType', 'level'])
      .where('tableId', '=', table.id)
      .where('deletedAt', 'is', null)
      .orderBy('columnPosition')
      .execute();
    const profiles = await profileOf(
      ctx,
      columns.map((column) => column.id),
    );
    const rows = columns.flatMap(({ id: columnId, ...column }) => {
      const found = profiles.get(columnId);
      return found ? [{ columnId, ...column, ...found }] : [];
    });
    const own = await ctx.app.jobs.latest(ctx.db, PROFILE_JOB, table.id);
    const whole = await ctx.app.jobs.latest(ctx.db, PROFILE_JOB, table.sourceId);
    const isOpen = (job: typeof own) => job?.state === 'waiting' || job?.state === 'running';
    return {
      tableId: table.id,
      profileTime: table.profileTime,
      rowCount: rows.find((row) => row.rowCount !== null)?.rowCount ?? null,
      isSampled: rows.some((row) => row.isSampled === '1') ? ('1' as const) : ('0' as const),
      job: isOpen(whole) ? whole : own,
      columns: rows,
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
