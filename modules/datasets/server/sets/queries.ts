import { sql } from 'kysely';
import type * as z from 'zod';
import { containsText, pageRows, sortOrders } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Page, PageQuery } from '#kit/contract/fields.ts';
import { approvalsOf } from '#kit/server/proposals.ts';
import type { DataSetRow } from '../../contract/data-set.ts';
import { ofEditableItem, ofVisibleItem } from '#modules/library/server/index.ts';
import { dataSetSharing } from './sharing.ts';

export type Row = z.input<typeof DataSetRow>;
export interface SetSearch {
  setName?: string;
  setKind?: Row['setKind'];
  sourceId?: string;
  folderId?: string;
  extractState?: Row['extractState'];
  status?: '0' | '1';
  mine?: '0' | '1';
  view?: 'all' | 'mine' | 'shared' | 'starred';
}

const fieldCount = sql<number>`jsonb_array_length(visual_data_set.model -> 'fields')`;
const useCount = sql<number>`(select count(*)::int from (
  select 'chart' as kind, c.id from visual_chart c where c.data_set_id = visual_data_set.id and c.deleted_at is null
  union select u.entity_type, u.entity_id from visual_use u where u.data_set_id = visual_data_set.id) used)`;
const isStarred = ({ user }: Ctx) =>
  sql<boolean>`exists (select 1 from visual_star s where s.entity_type = 'dataset' and s.entity_id = visual_data_set.id and s.user_id = ${user.id})`;
/** Folders from one downwards. */
const below = (folderId: string) => sql`with recursive tree as (
  select id from visual_folder where id = ${folderId} and deleted_at is null
  union all select f.id from visual_folder f join tree on f.parent_id = tree.id where f.deleted_at is null) select id from tree`;

const joined = (ctx: Ctx) =>
  ctx.db
    .selectFrom('visualDataSet')
    .leftJoin('metadataSource', 'metadataSource.id', 'visualDataSet.sourceId')
    .leftJoin('visualFolder', (join) =>
      join.onRef('visualFolder.id', '=', 'visualDataSet.folderId').on('visualFolder.deletedAt', 'is', null),
    )
    .leftJoin('visualExtract', 'visualExtract.setId', 'visualDataSet.id')
    .leftJoin('sysUser', 'sysUser.id', 'visualDataSet.createBy')
    .where('visualDataSet.deletedAt', 'is', null);

const columns = (ctx: Ctx) =>
  [
    'visualDataSet.id',
    'visualDataSet.version',
    'visualDataSet.createBy',
    'visualDataSet.createTime',
    'visualDataSet.updateBy',
    'visualDataSet.updateTime',
    'setName',
    'setKind',
    'visualDataSet.folderId',
    'visualFolder.name as folderName',
    'visualDataSet.sourceId',
    'metadataSource.sourceName',
    fieldCount.as('fieldCount'),
    // without a plan the state is that of the past
    sql<
      Row['extractState']
    >`case when visual_data_set.model -> 'extract' is null or visual_data_set.model ->> 'extract' is null then 'none' else coalesce(visual_extract.state, 'none') end`.as(
      'extractState',
    ),
    'visualExtract.lastEnd as extractTime',
    'visualExtract.message as extractMessage',
    useCount.as('useCount'),
    sql<string | null>`coalesce(visual_extract.row_count, visual_data_set.row_count)::text`.as('rowCount'),
    sql<'0' | '1'>`visual_data_set.is_shared`.as('isShared'),
    sql<'0' | '1'>`visual_data_set.is_system`.as('isSystem'),
    'visualDataSet.code',
    sql<'0' | '1'>`visual_data_set.status`.as('status'),
    'visualDataSet.remark',
    'sysUser.nickname as ownerName',
    isStarred(ctx).as('isStarred'),
    sql<boolean>`coalesce(${ofEditableItem(ctx, 'dataset', 'visual:set:edit')}, false)`.as('canEdit'),
  ] as const;

const SORTABLE = ['setName', 'setKind', 'fieldCount', 'useCount', 'createTime', 'updateTime', 'extractTime'];

/** 数据集分页 */
export async function setPage(ctx: Ctx, query: PageQuery & SetSearch): Promise<Page<Row>> {
  let rows = joined(ctx).where(ofVisibleItem(ctx, 'dataset'));
  if (query.setName) rows = rows.where(containsText('visualDataSet.setName', query.setName));
  if (query.setKind) rows = rows.where('setKind', '=', query.setKind);
  if (query.sourceId) rows = rows.where('visualDataSet.sourceId', '=', query.sourceId);
  if (query.status) rows = rows.where('visualDataSet.status', '=', query.status);
  if (query.view === 'shared')
    rows = rows.where((e) => e.or([e('visualDataSet.createBy', 'is', null), e('visualDataSet.createBy', '!=', ctx.user.id)]));
  if (query.view === 'starred') rows = rows.where(isStarred(ctx));
  if (query.mine === '1' || query.view === 'mine') rows = rows.where('visualDataSet.createBy', '=', ctx.user.id);
  if (query.extractState === 'none')
    rows = rows.where((e) => e.or([e('visualExtract.state', 'is', null), e('visualExtract.state', '=', 'none')]));
  else if (query.extractState) rows = rows.where('visualExtract.state', '=', query.extractState);
  if (query.folderId === 'none') rows = rows.where('visualFolder.id', 'is', null);
  else if (query.folderId) rows = rows.where(sql<boolean>`visual_data_set.folder_id in (${below(query.folderId)})`);
  let list = rows.select(columns(ctx));
  for (const [field, direction] of sortOrders(query.sort, SORTABLE, '-updateTime')) {
    if (field === 'fieldCount') list = list.orderBy(fieldCount, direction);
    else if (field === 'useCount') list = list.orderBy(useCount, direction);
    else if (field === 'extractTime') list = list.orderBy('visualExtract.lastEnd', direction);
    else list = list.orderBy(`visualDataSet.${field}` as 'visualDataSet.id', direction);
  }
  const page = await pageRows<Omit<Row, 'flow'>>(query, list as never, rows as never);
  const flow = await approvalsOf(
    ctx.db,
    [dataSetSharing],
    page.data.map(({ id }) => id),
  );
  return { ...page, data: page.data.map((row) => ({ ...row, flow: flow(row.id) })) };
}

/** One row as the list shows it, whatever the caller may see; undefined when it is gone. */
export const setRow = (ctx: Ctx, id: string) =>
  joined(ctx)
    .select(columns(ctx))
    .select(['visualDataSet.setSql', 'visualDataSet.schemaJson', 'visualDataSet.model'])
    .where('visualDataSet.id', '=', id)
    .executeTakeFirst();

const MAX_LISTED = 1000;
/** 数据集下拉: those that can be used, in the order of folders and names; `id` is in it in any case. */
export async function setList(ctx: Ctx, query: { setName?: string; id?: string }) {
  let rows = joined(ctx)
    .where(ofVisibleItem(ctx, 'dataset'))
    .where((e) => e.or([e('visualDataSet.status', '=', '1'), ...(query.id ? [e('visualDataSet.id', '=', query.id)] : [])]));
  if (query.setName) rows = rows.where(containsText('visualDataSet.setName', query.setName));
  return rows
    .select([
      'visualDataSet.id',
      'setName',
      'setKind',
      'visualDataSet.folderId',
      'visualFolder.name as folderName',
      'metadataSource.sourceName',
      fieldCount.as('fieldCount'),
    ])
    .orderBy('visualFolder.sort')
    .orderBy('visualFolder.name')
    .orderBy(sql`set_name collate "C"`)
    .orderBy('visualDataSet.id')
    .limit(MAX_LISTED)
    .execute();
}
