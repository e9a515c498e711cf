import { sql } from 'kysely';
import { pageRows } from '#kit/server/crud.ts';
import { implement } from '#kit/server/module.ts';
import { syncRun as contract } from '../../contract/change.ts';
import { ofVisibleSource } from '#modules/sources/server/index.ts';
import { recoverSyncs } from './sync-run.ts';

/** 同步记录: every run of the sources that the caller sees. */
export const syncRunRoutes = implement(contract, {
  async page(ctx, { query }) {
    await recoverSyncs(ctx.app);
    let rows = ctx.db.selectFrom('metadataSyncRun as r').where(ofVisibleSource(ctx, 'r.sourceId'));
    if (query.sourceId) rows = rows.where('r.sourceId', '=', query.sourceId);
    if (query.state) rows = rows.where('r.state', '=', query.state);
    const list = rows
      .innerJoin('metadataSource as s', 's.id', 'r.sourceId')
      .leftJoin('sysUser as u', 'u.id', 'r.createBy')
      .select([
        'r.id',
        'r.sourceId',
        's.sourceName',
        'r.state',
        'r.triggerKind',
        'r.added',
        'r.changed',
        'r.removed',
        'r.columnsAdded',
        'r.columnsChanged',
        'r.columnsRemoved',
        'r.unreadable',
        'r.phases',
        'r.message',
        'r.createBy',
        'u.nickname as createByName',
        'r.startTime',
        'r.endTime',
        sql<string>`(select count(*) from metadata_change_record c where c.run_id = r.id and c.deleted_at is null)`.as('changes'),
      ])
      .orderBy('r.startTime', 'desc')
      .orderBy('r.id', 'desc');
    const page = await pageRows(query, list, rows);
    return {
      ...page,
      data: page.data.map((row) => ({ ...row, changes: Number(row.changes), phases: row.phases as Record<string, number> })),
    };
  },
});
