import { sql } from 'kysely';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Recyclable } from '#kit/server/module.ts';
import { unbindFiles } from '#modules/files/server/index.ts';
import type { DocKind } from '../contract/item.ts';
import { kindOf } from './kinds.ts';
import { noteUses, relink } from './links.ts';
import { setsOf } from './publish.ts';
import { publishedVersion } from './published-version.ts';
import { ITEMS } from './reach.ts';
import { COLUMNS, docOf } from './store.ts';

const HIDDEN = /(Json|Thumbnail)$/;
const shown = (row: Record<string, unknown>) => Object.fromEntries(Object.entries(row).filter(([key]) => !HIDDEN.test(key)));

/** A restored item is found again: by its data sets, in the lineage. A folder that is gone meanwhile is left. */
async function back(ctx: Ctx, kind: DocKind, id: string): Promise<void> {
  const { table, name: column } = COLUMNS[kind];
  await sql`update ${sql.table(table)} set folder_id = null where id = ${id}
    and folder_id in (select id from visual_folder where deleted_at is not null)`.execute(ctx.db);
  const { rows } = await sql<{ name: string }>`select ${sql.ref(column)} as name from ${sql.table(table)} where id = ${id}`.execute(ctx.db);
  const doc = await docOf(ctx, kind, id);
  if (doc !== null) await relink(ctx.app, ctx.db, { kind, id, name: rows[0]?.name ?? '' }, kindOf(kind).refs(doc));
  if (kind === 'chart') return;
  const published = await publishedVersion(ctx.db, kind, id);
  if (published) await noteUses(ctx.db, kind, id, setsOf(kind, published.doc, published.charts), '1');
}

/** Everything that hangs on an item goes with it. */
async function forget({ db }: Ctx, kind: DocKind, id: string): Promise<void> {
  for (const table of ['visual_version', 'visual_grant', 'visual_star', 'visual_use'] as const)
    await sql`delete from ${sql.table(table)} where entity_type = ${kind} and entity_id = ${id}`.execute(db);
  if (kind === 'chart') {
    await db.deleteFrom('visualBoardChart').where('chartId', '=', id).execute();
    await db.deleteFrom('visualScreenChart').where('chartId', '=', id).execute();
    return;
  }
  if (kind === 'board') await db.deleteFrom('visualBoardChart').where('boardId', '=', id).execute();
  else await db.deleteFrom('visualScreenChart').where('screenId', '=', id).execute();
  await unbindFiles(db, `visual_${kind}`, id);
  await sql`delete from visual_share_visit where share_id in
    (select id from visual_share where entity_type = ${kind} and entity_id = ${id})`.execute(db);
  await sql`update visual_comment set parent_id = null where entity_type = ${kind} and entity_id = ${id}`.execute(db);
  for (const table of ['visual_share', 'visual_comment', 'visual_subscription', 'visual_view_stat'] as const)
    await sql`delete from ${sql.table(table)} where entity_type = ${kind} and entity_id = ${id}`.execute(db);
}

/** Deleted charts, boards and screens in the recycle bin. */
export const recycled = (kind: DocKind): Recyclable => ({
  table: ITEMS[kind].table,
  label: ITEMS[kind].label,
  nameField: ITEMS[kind].name,
  code: ITEMS[kind].code,
  scope: { dept: 'createDept', owner: 'createBy' },
  dicts: { status: 'sys_common_status', isShared: 'sys_yes_no', isSystem: 'sys_yes_no', draftChanged: 'sys_yes_no' },
  labels: {
    [ITEMS[kind].name]: `${ITEMS[kind].label}名称`,
    folderId: '目录',
    dataSetId: '数据集',
    chartType: '图表类型',
    publishedNo: '发布版本',
    publishedTime: '发布时间',
    draftChanged: '有未发布修改',
    isShared: '共享',
    isSystem: '系统内置',
    code: '编码',
    viewPerms: '查看权限',
  },
  view: shown,
  afterRestore: (ctx, id) => back(ctx, kind, id),
  beforePurge: (ctx, id) => forget(ctx, kind, id),
});
