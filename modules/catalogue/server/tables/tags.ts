import { sql } from 'kysely';
import { AppError } from '#kit/contract/errors.ts';
import { containsText, crudHandlers, pageRows, sortOrders } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { implement } from '#kit/server/module.ts';
import { Tag, TagInput, TagSearch, tag as contract } from '../../contract/governance.ts';
import { ofVisibleColumn, ofVisibleTable } from '#modules/gate/server/index.ts';
import { forgetSearchText } from '../search/fill.ts';

const crud = crudHandlers(
  'metadataTag',
  { row: Tag.omit({ tableCount: true, columnCount: true }), input: TagInput, search: TagSearch },
  { label: '标签', nameField: 'tagName', unique: { tagName: '标签名称已存在' } },
);
const READS = ['metadata:datacolumn:list', 'metadata:datasearch:list'];
const MAX = 1000;

/** Objects that the caller sees count. */
const uses = (ctx: Ctx) => [
  sql<number>`(select count(*)::int from metadata_tag_link l join metadata_table t on t.id = l.object_id
    where l.object_type = 'table' and l.tag_id = metadata_tag.id and t.deleted_at is null
      and ${ofVisibleTable(ctx, { table: 't.id', source: 't.source_id' }, 'meta', READS)})`.as('tableCount'),
  sql<number>`(select count(*)::int from metadata_tag_link l join metadata_column c on c.id = l.object_id
    where l.object_type = 'column' and l.tag_id = metadata_tag.id and c.deleted_at is null
      and ${ofVisibleColumn(ctx, { column: 'c.id', table: 'c.table_id', source: 'c.source_id' }, 'meta', READS)})`.as('columnCount'),
];
const COLUMNS = ['id', 'version', 'tagName', 'tagColor', 'status', 'remark', 'createBy', 'createTime', 'updateBy', 'updateTime'] as const;
const alive = (ctx: Ctx) => ctx.db.selectFrom('metadataTag').where('deletedAt', 'is', null);

/** Removes a deleted tag from its objects and from their search texts. */
async function unlink(ctx: Ctx, ids: readonly string[]): Promise<void> {
  for (const id of ids) await forgetSearchText(ctx, { tagId: id });
  await ctx.db.deleteFrom('metadataTagLink').where('tagId', 'in', ids).execute();
}

export const tags = implement(contract, {
  ...crud,
  page(ctx, { query }) {
    let rows = alive(ctx);
    if (query.tagName) rows = rows.where(containsText('tagName', query.tagName));
    if (query.status) rows = rows.where('status', '=', query.status);
    const [tables, columns] = uses(ctx);
    let list = rows.select(COLUMNS).select([tables!, columns!] as never);
    for (const [field, direction] of sortOrders(query.sort, ['tagName', 'createTime'], '-createTime'))
      list = list.orderBy(field as 'tagName', direction);
    return pageRows(query, list as never, rows);
  },
  async get(ctx, { params }) {
    const [tables, columns] = uses(ctx);
    const row = await alive(ctx).select(COLUMNS).select(tables!).select(columns!).where('id', '=', params.id).executeTakeFirst();
    if (!row) throw new AppError('entity.notFound', '标签不存在或已删除');
    return row as never;
  },
  list: (ctx) =>
    alive(ctx).select(['id', 'tagName', 'tagColor']).where('status', '=', '1').orderBy('tagName').orderBy('id').limit(MAX).execute(),
  async update(ctx, input) {
    const before = await crud.get(ctx, input);
    const done = await crud.update(ctx, input);
    if (before.tagName !== input.body.tagName) await forgetSearchText(ctx, { tagId: input.params.id });
    return done;
  },
  async remove(ctx, input) {
    const done = await crud.remove(ctx, input);
    await unlink(ctx, [input.params.id]);
    return done;
  },
  async removeBatch(ctx, input) {
    const done = await crud.removeBatch(ctx, input);
    await unlink(ctx, input.params.ids);
    return done;
  },
});
