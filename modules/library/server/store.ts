import { sql, type RawBuilder } from 'kysely';
import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { DocKind } from '../contract/item.ts';
import { assertKnownForm } from './kinds.ts';
import { notifyEditors } from './notify.ts';
import { ITEMS, itemFor, ofEditableItem, ofVisibleItem } from './reach.ts';

/** Columns of each kind that are not called the same. */
export const COLUMNS = {
  chart: { table: 'visualChart', name: 'chartName', thumbnail: 'chartThumbnail', doc: 'chartJson' },
  board: { table: 'visualBoard', name: 'boardName', thumbnail: 'boardThumbnail', doc: 'boardJson' },
  screen: { table: 'visualScreen', name: 'screenName', thumbnail: 'screenThumbnail', doc: 'screenJson' },
} as const;

/** A chart, board or screen in one shape. */
export interface ItemRow {
  readonly id: string;
  readonly version: number;
  readonly name: string;
  readonly folderId: string | null;
  readonly thumbnail: string | null;
  readonly doc: unknown;
  readonly createBy: string | null;
  readonly createTime: Date;
  readonly updateBy: string | null;
  readonly updateTime: Date;
  readonly createDept: string | null;
  readonly isShared: '0' | '1';
  readonly isSystem: '0' | '1';
  readonly code: string | null;
  readonly status: string;
  readonly remark: string | null;
  readonly canEdit: boolean;
  readonly publishedNo: number | null;
  readonly publishedTime: Date | null;
  readonly draftChanged: '0' | '1';
  readonly chartType: string | null;
  readonly dataSetId: string | null;
  readonly viewPerms: string | null;
}

const OWN: Readonly<Record<DocKind, RawBuilder<unknown>>> = {
  chart: sql`null::integer as published_no, null::timestamptz as published_time, '0' as draft_changed, chart_type, data_set_id, null as view_perms`,
  board: sql`published_no, published_time, draft_changed, null as chart_type, null as data_set_id, null as view_perms`,
  screen: sql`published_no, published_time, draft_changed, null as chart_type, null as data_set_id, view_perms`,
};

/** Permissions that changing an item of a kind takes; which of them depends on what is changed. */
export const EDITS = (kind: DocKind): string[] => [`visual:${kind}:edit`, `visual:${kind}:build`];

/** Items of a kind that the caller sees, as the table `item` of a query. `permission`: the one being exercised, that of the call unless given. */
export function itemsOf(ctx: Ctx, kind: DocKind, permission?: string | readonly string[]) {
  const { table, name, thumbnail, doc } = COLUMNS[kind];
  return ctx.db.selectFrom(
    sql<ItemRow>`(select id, version, ${sql.ref(name)} as name, folder_id,
        ${sql.ref(thumbnail)} as thumbnail, ${sql.ref(doc)} as doc,
        create_by, create_time, update_by, update_time, create_dept, is_shared, is_system, code, status, remark, ${OWN[kind]},
        coalesce(${ofEditableItem(ctx, kind, EDITS(kind))}, false) as can_edit
      from ${sql.table(table)} where deleted_at is null and ${ofVisibleItem(ctx, kind, permission)})`.as<'item'>('item'),
  );
}

/** The document of one item that was found before. Throws rule.broken when a later program stored it. */
export async function docOf(ctx: Pick<Ctx, 'db'>, kind: DocKind, id: string): Promise<unknown> {
  const { table, doc } = COLUMNS[kind];
  const { rows } = await sql<{ doc: unknown }>`select ${sql.ref(doc)} as doc from ${sql.table(table)} where id = ${id}`.execute(ctx.db);
  if (!rows[0]) throw new AppError('entity.notFound');
  assertKnownForm(kind, rows[0].doc);
  return rows[0].doc;
}

/** One item in the shape of lists, seen with the permission of the call. */
export async function oneItem(ctx: Ctx, kind: DocKind, id: string, permission?: string | readonly string[]): Promise<ItemRow> {
  const row = await itemsOf(ctx, kind, permission).selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw new AppError('entity.notFound', `${ITEMS[kind].label}不存在或已删除，请刷新后重试`);
  return row;
}

/** The item locked for a change by the caller; `version` as the caller has read it, a stale one is refused with both. */
export async function lockedItem(ctx: Ctx, kind: DocKind, id: string, options: { version?: number; mine?: object; permission?: string }) {
  const item = await itemFor(ctx, kind, id, 'edit', { permission: options.permission, lock: true });
  if (options.version !== undefined && options.version !== item.version) {
    const theirs = await oneItem(ctx, kind, id, options.permission);
    const updater =
      theirs.updateBy && (await ctx.db.selectFrom('sysUser').select('nickname').where('id', '=', theirs.updateBy).executeTakeFirst());
    const { doc, thumbnail: _, ...rest } = theirs;
    const fields = { [COLUMNS[kind].name]: rest.name, [`${kind}Config`]: doc, updaterName: updater ? updater.nickname : null };
    throw new AppError('entity.versionConflict', undefined, {
      mine: options.mine ?? { version: options.version },
      theirs: { ...rest, ...fields },
    });
  }
  return item;
}

type Values = Readonly<Record<string, unknown>>;

/** Adds a row, with the id that `values` name or a new one; documents come as JSON text. */
export async function insertItem(ctx: Ctx, kind: DocKind, values: Values): Promise<string> {
  const id = typeof values.id === 'string' ? values.id : ctx.app.ids.next();
  const row: Values = {
    id,
    createBy: ctx.user.id,
    createTime: ctx.now,
    updateBy: ctx.user.id,
    updateTime: ctx.now,
    createDept: ctx.user.deptId,
    ...values,
  };
  const names = Object.keys(row).map((name) => sql.ref(name));
  await sql`insert into ${sql.table(COLUMNS[kind].table)} (${sql.join(names)}) values (${sql.join(Object.values(row))})`.execute(ctx.db);
  return id;
}

/** Changes a row and its version, which those who have it open hear. */
export async function patchItem(ctx: Ctx, kind: DocKind, id: string, values: Values): Promise<void> {
  const parts = Object.entries({ ...values, updateBy: ctx.user.id, updateTime: ctx.now }).map(
    ([name, value]) => sql`${sql.ref(name)} = ${value}`,
  );
  await sql`update ${sql.table(COLUMNS[kind].table)} set version = version + 1, ${sql.join(parts)} where id = ${id}`.execute(ctx.db);
  await notifyEditors(ctx.app, ctx.db, kind, id);
}
