import { sql } from 'kysely';
import { holds } from '#kit/contract/access.ts';
import { AppError } from '#kit/contract/errors.ts';
import { pageRows, sortOrders } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { implement } from '#kit/server/module.ts';
import { renameGuess as contract } from '../../contract/rename-guess.ts';
import { ofVisibleTable, holdLevels, settleColumns, settleTables, CLASSIFIES, raiseTables } from '#modules/gate/server/index.ts';
import { requestLineage, dropUnits } from '#modules/lineage/server/index.ts';
import { refreshSearchText } from '../search/fill.ts';
import { ofVisibleSource } from '#modules/sources/server/index.ts';

const PLACE = { table: 'g.tableId', source: 'g.sourceId' };

interface Pair {
  readonly oldId: string;
  readonly newId: string;
}
const oldIds = (pairs: readonly Pair[]) => pairs.map(({ oldId }) => oldId);
const newIds = (pairs: readonly Pair[]) => pairs.map(({ newId }) => newId);

/**
 * The old columns live on under the new names: the rows of the new ones go. What a person decided about a new one meanwhile holds. Grants on
 * the new ones are grants on the old ones now.
 */
async function adoptColumns(ctx: Ctx, pairs: readonly Pair[], tableId: string): Promise<void> {
  if (pairs.length === 0) return;
  const [olds, news] = [oldIds(pairs), newIds(pairs)];
  await sql`update metadata_column set deleted_at = ${ctx.now} where id = any(${news}::text[])`.execute(ctx.db);
  await sql`update metadata_column o set table_id = ${tableId}, deleted_at = null, column_name = n.column_name, column_comment = n.column_comment,
      column_key = n.column_key, column_nullable = n.column_nullable, column_position = n.column_position, data_type = n.data_type,
      data_length = n.data_length, data_precision = n.data_precision, data_scale = n.data_scale, data_default = n.data_default,
      reference = n.reference, update_time = ${ctx.now}, version = o.version + 1,
      level = case when n.level_by = 'manual' then n.level else o.level end,
      class_id = case when n.level_by = 'manual' then n.class_id else o.class_id end,
      level_by = case when n.level_by = 'manual' then n.level_by else o.level_by end,
      level_reason = case when n.level_by = 'manual' then n.level_reason else o.level_reason end,
      is_masked_whole = case when n.level_by = 'manual' then '0' else o.is_masked_whole end
    from unnest(${olds}::text[], ${news}::text[]) as p(old_id, new_id) join metadata_column n on n.id = p.new_id
    where o.id = p.old_id`.execute(ctx.db);
  await sql`update metadata_authorize a set object_id = p.old_id, table_id = ${tableId}
    from unnest(${olds}::text[], ${news}::text[]) as p(old_id, new_id)
    where a.object_type = 'column' and a.object_id = p.new_id`.execute(ctx.db);
  await moveAttached(ctx, 'column', pairs);
  await refreshSearchText(ctx.db, 'column', olds);
}

/** Moves tags, followers, access requests and history from the new objects to the old ones. */
async function moveAttached(ctx: Ctx, objectType: 'table' | 'column', pairs: readonly Pair[]): Promise<void> {
  if (pairs.length === 0) return;
  const moved = sql`unnest(${oldIds(pairs)}::text[], ${newIds(pairs)}::text[]) as p(old_id, new_id)`;
  await sql`insert into metadata_tag_link (object_type, object_id, tag_id, create_by, create_time)
    select l.object_type, p.old_id, l.tag_id, l.create_by, l.create_time from ${moved} join metadata_tag_link l on l.object_id = p.new_id
    where l.object_type = ${objectType} on conflict do nothing`.execute(ctx.db);
  await sql`delete from metadata_tag_link where object_type = ${objectType} and object_id = any(${newIds(pairs)}::text[])`.execute(ctx.db);
  await sql`update metadata_change_record r set object_id = p.old_id from ${moved} where r.object_id = p.new_id`.execute(ctx.db);
  if (objectType === 'column') {
    await sql`update metadata_access_request r set column_ids = array(select coalesce(p.old_id, c.id)
        from unnest(r.column_ids) as c(id) left join ${moved} on p.new_id = c.id)
      where r.column_ids && ${newIds(pairs)}::text[]`.execute(ctx.db);
    return;
  }
  await sql`insert into metadata_follow (user_id, object_type, object_id, create_time)
    select f.user_id, f.object_type, p.old_id, f.create_time from ${moved} join metadata_follow f on f.object_id = p.new_id
    where f.object_type = 'table' on conflict do nothing`.execute(ctx.db);
  await sql`delete from metadata_follow where object_type = 'table' and object_id = any(${newIds(pairs)}::text[])`.execute(ctx.db);
  await sql`update metadata_change_record r set table_id = p.old_id from ${moved} where r.table_id = p.new_id`.execute(ctx.db);
  await sql`insert into metadata_usage_day as d (day, table_id, reads, readers)
    select u.day, p.old_id, u.reads, u.readers from ${moved} join metadata_usage_day u on u.table_id = p.new_id
    on conflict (day, table_id) do update set reads = d.reads + excluded.reads, readers = greatest(d.readers, excluded.readers)`.execute(
    ctx.db,
  );
  await sql`delete from metadata_usage_day where table_id = any(${newIds(pairs)}::text[])`.execute(ctx.db);
  // only one open request per person and table is allowed: of two, the one for the old table stays
  await sql`update metadata_access_request r set table_id = p.old_id from ${moved} where r.table_id = p.new_id
    and (r.state <> 'open' or not exists (select 1 from metadata_access_request o
      where o.user_id = r.user_id and o.table_id = p.old_id and o.state = 'open'))`.execute(ctx.db);
}

/** The old table takes the new name and keeps its columns, business metadata, owner, tags, levels, grants and lineage. */
async function adoptTable(ctx: Ctx, { oldId, newId }: Pair): Promise<void> {
  const old = await ctx.db.selectFrom('metadataTable').select(['id', 'deletedAt']).where('id', '=', oldId).forUpdate().executeTakeFirst();
  const now = await ctx.db.selectFrom('metadataTable').select(['id', 'deletedAt']).where('id', '=', newId).forUpdate().executeTakeFirst();
  if (!old || !now || now.deletedAt !== null) throw new AppError('rule.broken', '新表已不存在，请刷新后重试');
  if (old.deletedAt === null) throw new AppError('rule.broken', '原表又出现了，不能确认为更名，请否定');
  const { rows: pairs } = await sql<Pair>`select o.id as old_id, n.id as new_id from metadata_column o
    join metadata_column n on n.table_id = ${newId} and n.column_name = o.column_name and n.deleted_at is null
    where o.table_id = ${oldId} and o.deleted_at = ${old.deletedAt}`.execute(ctx.db);
  await sql`update metadata_table set deleted_at = ${ctx.now}, update_time = ${ctx.now} where id = ${newId}`.execute(ctx.db);
  await sql`update metadata_table o set deleted_at = null, schema_name = n.schema_name, table_name = n.table_name, table_kind = n.table_kind,
      table_comment = n.table_comment, row_estimate = n.row_estimate, size_bytes = n.size_bytes, column_count = n.column_count,
      keys = n.keys, indexes = n.indexes, view_sql = n.view_sql, partition_count = n.partition_count, partitions = n.partitions, broken_reason = n.broken_reason, fingerprint = n.fingerprint,
      source_identity = n.source_identity, lineage_due = n.lineage_due, update_time = ${ctx.now}, change_time = ${ctx.now}, version = o.version + 1,
      owner_id = coalesce(o.owner_id, n.owner_id), domain_id = coalesce(o.domain_id, n.domain_id), tier = coalesce(o.tier, n.tier),
      cn_name = coalesce(o.cn_name, n.cn_name), description = coalesce(o.description, n.description)
    from metadata_table n where n.id = ${newId} and o.id = ${oldId}`.execute(ctx.db);
  await adoptColumns(ctx, pairs, oldId);
  await moveAttached(ctx, 'table', [{ oldId, newId }]);
  // a column that only the new one has goes along
  await sql`update metadata_column set table_id = ${oldId} where table_id = ${newId} and deleted_at is null`.execute(ctx.db);
  await sql`update metadata_authorize set object_id = ${oldId}, table_id = ${oldId} where object_type = 'table' and object_id = ${newId}`.execute(
    ctx.db,
  );
  await sql`update metadata_authorize set table_id = ${oldId} where table_id = ${newId}`.execute(ctx.db);
  await sql`update metadata_lineage_edge set from_id = ${oldId} where from_id = ${newId} and from_type = 'table'`.execute(ctx.db);
  await sql`update metadata_lineage_edge set to_id = ${oldId} where to_id = ${newId} and to_type = 'table'`.execute(ctx.db);
  const units = await ctx.db
    .selectFrom('metadataLineageUnit')
    .select('id')
    .where('origin', '=', 'view')
    .where('originKey', '=', newId)
    .where('deletedAt', 'is', null)
    .execute();
  await dropUnits(
    ctx.app,
    ctx.db,
    units.map((unit) => unit.id),
  );
  await refreshSearchText(ctx.db, 'table', [oldId]);
  await settleTables(ctx.app, ctx.db, [oldId]);
  await raiseTables(ctx.db, [oldId]);
}

/** Removes the levels that a rejected guess had given; levels set by people or inherited by lineage stay. */
async function giveBack(ctx: Ctx, guess: { objectType: string; newId: string; tableId: string }): Promise<void> {
  const lent = ctx.db
    .updateTable('metadataColumn')
    .set((e) => ({ level: null, classId: null, levelBy: null, isMaskedWhole: '0', version: e('version', '+', 1), updateTime: ctx.now }))
    .where('levelBy', '=', 'renamed')
    .where('deletedAt', 'is', null)
    .where(guess.objectType === 'table' ? 'tableId' : 'id', '=', guess.newId)
    .returning('id');
  const ids = (await lent.execute()).map((row) => row.id);
  await sql`update metadata_column set own_level = null, own_class_id = null, own_level_by = null
    where own_level_by = 'renamed' and ${sql.ref(guess.objectType === 'table' ? 'table_id' : 'id')} = ${guess.newId}`.execute(ctx.db);
  await settleColumns(ctx.app, ctx.db, ids, ctx.user.id);
  await raiseTables(ctx.db, [guess.tableId]);
}

/** 疑似更名: what a synchronisation without a certain identity took for the same object, and what stewards say about it. */
export const renameRoutes = implement(contract, {
  async page(ctx, { query }) {
    let rows = ctx.db.selectFrom('metadataRenameGuess as g').where(ofVisibleTable(ctx, PLACE));
    if (query.sourceId) rows = rows.where('g.sourceId', '=', query.sourceId);
    if (query.tableId) rows = rows.where('g.tableId', '=', query.tableId);
    if (query.state) rows = rows.where('g.state', '=', query.state);
    const mayDecide = holds(ctx.user, CLASSIFIES) ? ofVisibleSource(ctx, 'g.sourceId', [CLASSIFIES]) : sql<boolean>`false`;
    let list = rows
      .innerJoin('metadataSource as s', 's.id', 'g.sourceId')
      .leftJoin('sysUser as u', 'u.id', 'g.decidedBy')
      .select([
        'g.id',
        'g.sourceId',
        's.sourceName',
        'g.objectType',
        'g.tableId',
        'g.oldName',
        'g.newName',
        'g.state',
        'g.note',
        'u.nickname as decidedByName',
        'g.decidedTime',
        'g.createTime',
        sql<boolean>`g.state = 'open' and ${mayDecide}`.as('canDecide'),
      ]);
    for (const [field, direction] of sortOrders(query.sort, ['createTime'], '-createTime'))
      list = list.orderBy(`g.${field}` as 'g.createTime', direction);
    return pageRows<Awaited<ReturnType<(typeof list)['execute']>>[number]>(query, list, rows);
  },
  async decide(ctx, { params, body }) {
    const guess = await ctx.db
      .selectFrom('metadataRenameGuess as g')
      .selectAll()
      .where('g.id', '=', params.id)
      .where(ofVisibleSource(ctx, 'g.sourceId', [CLASSIFIES]))
      .executeTakeFirst();
    if (!guess) throw new AppError('entity.notFound', '疑似更名记录不存在或不在可处理的范围内');
    await holdLevels(ctx.db, [guess.sourceId]);
    const decided = await ctx.db
      .updateTable('metadataRenameGuess')
      .set({
        state: body.decision === 'confirm' ? 'confirmed' : 'rejected',
        note: body.note,
        decidedBy: ctx.user.id,
        decidedTime: ctx.now,
      })
      .where('id', '=', guess.id)
      .where('state', '=', 'open')
      .executeTakeFirst();
    if (decided.numUpdatedRows === 0n) throw new AppError('rule.broken', '该记录已处理，请刷新');
    if (body.decision === 'reject') await giveBack(ctx, guess);
    else {
      if (guess.objectType === 'table') await adoptTable(ctx, guess);
      else {
        const old = await ctx.db.selectFrom('metadataColumn').select('deletedAt').where('id', '=', guess.oldId).executeTakeFirst();
        if (!old || old.deletedAt === null) throw new AppError('rule.broken', '原字段又出现了，不能确认为更名，请否定');
        await adoptColumns(ctx, [guess], guess.tableId);
        await settleColumns(ctx.app, ctx.db, [guess.oldId], ctx.user.id);
        await raiseTables(ctx.db, [guess.tableId]);
      }
      // other guesses about the same object are settled with it
      const others = await ctx.db
        .updateTable('metadataRenameGuess')
        .set({ state: 'rejected', decidedBy: ctx.user.id, decidedTime: ctx.now })
        .where('state', '=', 'open')
        .where((e) => e.or([e('newId', '=', guess.newId), e('oldId', '=', guess.oldId)]))
        .returning(['objectType', 'newId', 'tableId'])
        .execute();
      for (const other of others) if (other.newId !== guess.newId) await giveBack(ctx, other);
      if (guess.objectType === 'table')
        await ctx.db.updateTable('metadataRenameGuess').set({ tableId: guess.oldId }).where('tableId', '=', guess.newId).execute();
      await requestLineage(ctx.app, ctx.db, guess.sourceId, ctx.user.id);
    }
    ctx.audit.change({
      entity: '疑似更名',
      id: guess.id,
      name: `${guess.oldName} → ${guess.newName}`,
      before: { state: 'open' },
      after: { state: body.decision === 'confirm' ? 'confirmed' : 'rejected', note: body.note },
    });
    return null;
  },
});
