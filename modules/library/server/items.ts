import { sql } from 'kysely';
import { AppError } from '#kit/contract/errors.ts';
import { holds } from '#kit/contract/access.ts';
import { pageOf, type PageQuery } from '#kit/contract/fields.ts';
import { containsText, endOfList, sortOrders } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { DocKind } from '../contract/item.ts';
import { assertFolder, below } from './folders.ts';
import { relink, unlink } from './links.ts';
import { kindOf } from './kinds.ts';
import { bindPictures } from './pictures.ts';
import { frozenText } from './published-version.ts';
import { ITEMS } from './reach.ts';
import { sketchOf } from './sketch.ts';
import { storeThumbnail, thumbnailFor, withSafeThumbnails } from './thumbnails.ts';
import { isTaken } from '../core/thumbnail.ts';
import { COLUMNS, docOf, insertItem, itemsOf, lockedItem, oneItem, patchItem, type ItemRow } from './store.ts';
import { digest, saveVersion } from './versions.ts';

export interface ItemQuery extends PageQuery {
  keyword?: string;
  folderId?: string;
  view?: 'all' | 'mine' | 'shared' | 'starred';
  status?: string;
  /** `changed`: the draft differs from the published version */
  published?: '0' | '1' | 'changed';
}
/** An item with the names that cards show. */
export interface ShownItem extends Omit<ItemRow, 'doc'> {
  readonly folderName: string | null;
  readonly ownerName: string | null;
  readonly updaterName: string | null;
  readonly isStarred: boolean;
  readonly isMine: boolean;
}
type Rows = ReturnType<typeof itemsOf>;

const SORTABLE = ['name', 'createTime', 'updateTime'] as const;

/** Rows with the names that belong to them, in the shape of lists. */
export function withNames(ctx: Ctx, kind: DocKind, rows: Rows) {
  return rows
    .leftJoin('sysUser as owner', 'owner.id', 'item.createBy')
    .leftJoin('sysUser as updater', 'updater.id', 'item.updateBy')
    .leftJoin('visualFolder as folder', 'folder.id', 'item.folderId')
    .leftJoin('visualStar as star', (join) =>
      join.onRef('star.entityId', '=', 'item.id').on('star.entityType', '=', kind).on('star.userId', '=', ctx.user.id),
    )
    .select([
      'item.id',
      'item.version',
      'item.name',
      'item.folderId',
      'item.thumbnail',
      'item.createBy',
      'item.createTime',
      'item.updateBy',
      'item.updateTime',
      'item.createDept',
      'item.isShared',
      'item.isSystem',
      'item.code',
      'item.status',
      'item.remark',
      'item.canEdit',
      'item.publishedNo',
      'item.publishedTime',
      'item.draftChanged',
      'item.chartType',
      'item.dataSetId',
      'item.viewPerms',
      'owner.nickname as ownerName',
      'updater.nickname as updaterName',
      'folder.name as folderName',
    ])
    .select((e) => e('star.userId', 'is not', null).$castTo<boolean>().as('isStarred'))
    .select((e) =>
      e(e.fn.coalesce('item.createBy', e.val('')), '=', ctx.user.id)
        .$castTo<boolean>()
        .as('isMine'),
    );
}

/** A page of items; `narrow` adds what only this kind is searched by. */
export async function pageOfItems(ctx: Ctx, kind: DocKind, query: ItemQuery, narrow: (rows: Rows) => Rows = (rows) => rows) {
  let rows = narrow(itemsOf(ctx, kind));
  if (query.keyword?.trim()) rows = rows.where(containsText('item.name', query.keyword.trim()));
  if (query.status) rows = rows.where('item.status', '=', query.status);
  if (query.published === '0') rows = rows.where('item.publishedNo', 'is', null);
  if (query.published === '1') rows = rows.where('item.publishedNo', 'is not', null);
  if (query.published === 'changed') rows = rows.where('item.draftChanged', '=', '1');
  if (query.folderId === 'none') rows = rows.where('item.folderId', 'is', null);
  else if (query.folderId) rows = rows.where('item.folderId', 'in', below(query.folderId));
  if (query.view === 'mine') rows = rows.where('item.createBy', '=', ctx.user.id);
  if (query.view === 'shared') rows = rows.where((e) => e.or([e('item.createBy', 'is', null), e('item.createBy', '!=', ctx.user.id)]));
  if (query.view === 'starred')
    rows = rows.where(
      'item.id',
      'in',
      sql<string>`(select entity_id from visual_star where entity_type = ${kind} and user_id = ${ctx.user.id})`,
    );
  const { pageNum, pageSize } = pageOf(query);
  const sort = query.sort?.replace(new RegExp(`\\b${COLUMNS[kind].name}\\b`, 'g'), 'name');
  let list = withNames(ctx, kind, rows);
  for (const [field, direction] of sortOrders(sort, SORTABLE, '-updateTime')) list = list.orderBy(`item.${field}` as 'item.id', direction);
  const found: ShownItem[] = await list
    .limit(pageSize)
    .offset((pageNum - 1) * pageSize)
    .execute();
  const data = await withSafeThumbnails(ctx.db, kind, found);
  const total =
    endOfList({ pageNum, pageSize }, data.length) ??
    Number((await rows.select((e) => e.fn.countAll<string>().as('total')).executeTakeFirstOrThrow()).total);
  return { pageNum, pageSize, total, data };
}

/** One item as lists show it, with its document. */
export async function shownItem(ctx: Ctx, kind: DocKind, id: string): Promise<{ row: ShownItem; doc: unknown }> {
  const found = await withNames(ctx, kind, itemsOf(ctx, kind).where('item.id', '=', id)).executeTakeFirst();
  const [row] = await withSafeThumbnails<ShownItem>(ctx.db, kind, found ? [found] : []);
  if (!row) throw new AppError('entity.notFound', `${ITEMS[kind].label}不存在或已删除，请刷新后重试`);
  return { row, doc: await docOf(ctx, kind, id) };
}

interface NewItem {
  name: string;
  folderId?: string | null;
  status?: string;
  remark?: string | null;
  /** what was sent as its document, nothing for an empty one */
  config?: unknown;
  /** what its editor's browser took of the document */
  picture?: string | null | undefined;
}

/** Adds an item, with its document when there is one. `extra` are columns of its kind, or the id that was set apart for it. */
export async function createItem(
  ctx: Ctx,
  kind: DocKind,
  one: NewItem,
  extra: Readonly<Record<string, unknown>> = {},
): Promise<{ id: string }> {
  await assertFolder(ctx, kind, one.folderId ?? null);
  const checked = one.config === undefined || one.config === null ? null : await kindOf(kind).check(ctx, one.config, null);
  const { name, doc } = COLUMNS[kind];
  const id = await insertItem(ctx, kind, {
    [name]: one.name,
    folderId: one.folderId ?? null,
    status: one.status ?? '1',
    remark: one.remark ?? null,
    ...(checked ? { [doc]: checked.text } : {}),
    ...checked?.columns,
    ...extra,
  });
  if (checked) {
    await saveVersion(ctx, kind, id, { text: checked.text });
    await relink(ctx.app, ctx.db, { kind, id, name: one.name }, checked.refs);
    const stored = { kind, id, doc: JSON.parse(checked.text), picture: one.picture };
    await storeThumbnail(ctx.db, kind, id, await thumbnailFor(ctx.db, stored));
    if (kind !== 'chart') await bindPictures(ctx, kind, id, JSON.parse(checked.text));
  }
  ctx.audit.change({
    entity: ITEMS[kind].label,
    id,
    name: one.name,
    before: null,
    after: { [name]: one.name, folderId: one.folderId ?? null },
  });
  return { id };
}

/** Changes what cards show: name, folder, status, remark. The document has its own call. */
export async function updateItem(ctx: Ctx, kind: DocKind, id: string, body: NewItem & { version: number }): Promise<{ version: number }> {
  const item = await lockedItem(ctx, kind, id, { version: body.version, mine: { version: body.version, [COLUMNS[kind].name]: body.name } });
  const before = await oneItem(ctx, kind, id);
  if (item.isSystem === '1' && body.name !== item.name) throw new AppError('rule.broken', '系统内置内容不能改名，可以复制后修改');
  if (item.isSystem === '1' && body.status === '0') throw new AppError('rule.broken', '系统内置内容不能禁用');
  if (body.folderId !== undefined) await assertFolder(ctx, kind, body.folderId);
  const { name } = COLUMNS[kind];
  const values = {
    [name]: body.name,
    ...(body.folderId === undefined ? {} : { folderId: body.folderId }),
    ...(body.status === undefined ? {} : { status: body.status }),
    ...(body.remark === undefined ? {} : { remark: body.remark }),
  };
  await patchItem(ctx, kind, id, values);
  if (body.name !== item.name) await relink(ctx.app, ctx.db, { kind, id, name: body.name }, kindOf(kind).refs(await docOf(ctx, kind, id)));
  const kept = { [name]: before.name, folderId: before.folderId, status: before.status, remark: before.remark };
  ctx.audit.change({
    entity: ITEMS[kind].label,
    id,
    name: before.name,
    before: Object.fromEntries(Object.keys(values).map((key) => [key, kept[key]])),
    after: values,
  });
  return { version: item.version + 1 };
}

interface Built {
  config: unknown;
  name?: string | null;
  version: number;
  /** what the editor's browser took of the document */
  picture?: string | null | undefined;
  restoredFrom?: number;
  isTrusted?: boolean;
  /** named versions stand by themselves and are never given up */
  versionName?: string;
}

/** Saves a document: the configuration of a chart, the draft of a board or screen. */
export async function buildItem(ctx: Ctx, kind: DocKind, id: string, body: Built): Promise<{ version: number; versionNo: number }> {
  const item = await lockedItem(ctx, kind, id, {
    version: body.version,
    mine: { version: body.version, [`${kind}Config`]: body.config },
    permission: `visual:${kind}:build`,
  });
  const before = await docOf(ctx, kind, id);
  // what was stored before, or comes with the product, is not asked for anew
  const known = body.restoredFrom === undefined && !body.isTrusted ? before : body.config;
  const checked = await kindOf(kind).check(ctx, body.config, known);
  // the name is part of what builders save; that of the system's own stays
  const name = item.isSystem === '1' ? item.name : (body.name ?? item.name);
  const columns = COLUMNS[kind];
  await patchItem(ctx, kind, id, {
    [columns.doc]: checked.text,
    [columns.name]: name,
    ...checked.columns,
    ...(kind === 'chart' ? {} : { draftChanged: await isChanged(ctx, kind, id, checked.text) }),
  });
  if (kind === 'chart' && digest(JSON.stringify(before)) !== digest(checked.text)) await markUsers(ctx, id);
  const versionNo = await saveVersion(ctx, kind, id, {
    text: checked.text,
    name: body.versionName,
    isEach: kind === 'chart',
    restoredFrom: body.restoredFrom,
  });
  await relink(ctx.app, ctx.db, { kind, id, name }, checked.refs);
  const { publishedNo, thumbnail } = await oneItem(ctx, kind, id, `visual:${kind}:build`);
  // the picture of a published version is what viewers see: a draft does not change it
  if (publishedNo === null || !isTaken(thumbnail)) {
    const picture = publishedNo === null ? body.picture : null;
    await storeThumbnail(ctx.db, kind, id, await thumbnailFor(ctx.db, { kind, id, doc: JSON.parse(checked.text), picture }));
  }
  if (kind !== 'chart') await bindPictures(ctx, kind, id, JSON.parse(checked.text));
  ctx.audit.change({
    entity: ITEMS[kind].label,
    id,
    name,
    before: { version: item.version, ...(name === item.name ? {} : { name: item.name }) },
    after: { version: item.version + 1, ...(name === item.name ? {} : { name }) },
  });
  return { version: item.version + 1, versionNo };
}

/** Whether a draft differs from what viewers see: its text, or a stored chart that changed since. */
async function isChanged(ctx: Ctx, kind: 'board' | 'screen', id: string, text: string): Promise<'0' | '1'> {
  const { publishedNo, publishedTime } = await oneItem(ctx, kind, id, `visual:${kind}:build`);
  if (publishedNo === null) return '0';
  const version = await ctx.db
    .selectFrom('visualVersion')
    .select('sha256')
    .where('entityType', '=', kind)
    .where('entityId', '=', id)
    .where('versionNo', '=', publishedNo)
    .executeTakeFirst();
  if (version?.sha256 !== digest(text)) return '1';
  const link = sql.table(kind === 'board' ? 'visual_board_chart' : 'visual_screen_chart');
  const { rows } = await sql`select 1 from ${link} l join visual_chart c on c.id = l.chart_id
    where ${sql.ref(`l.${kind}Id`)} = ${id} and c.update_time > ${publishedTime} limit 1`.execute(ctx.db);
  return rows.length > 0 ? '1' : '0';
}

/** Published boards and screens that show a chart now have something to publish. */
async function markUsers(ctx: Ctx, chartId: string): Promise<void> {
  await sql`update visual_board set draft_changed = '1' where published_no is not null and draft_changed = '0'
    and id in (select board_id from visual_board_chart where chart_id = ${chartId})`.execute(ctx.db);
  await sql`update visual_screen set draft_changed = '1' where published_no is not null and draft_changed = '0'
    and id in (select screen_id from visual_screen_chart where chart_id = ${chartId})`.execute(ctx.db);
}

/** Deletes items of a kind, all or none; the system's own and those that are shown elsewhere are refused. */
export async function removeItems(ctx: Ctx, kind: DocKind, ids: readonly string[]): Promise<null> {
  const rows: { id: string; name: string }[] = [];
  for (const id of [...ids].sort()) {
    const item = await lockedItem(ctx, kind, id, {});
    if (item.isSystem === '1') throw new AppError('rule.broken', `“${item.name}”是系统内置内容，不能删除`);
    rows.push(item);
  }
  if (kind === 'chart') await assertUnused(ctx, ids);
  const gone = { deletedAt: ctx.now, updateBy: ctx.user.id, updateTime: ctx.now };
  const parts = Object.entries(gone).map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
  await sql`update ${sql.table(COLUMNS[kind].table)} set ${sql.join(parts)} where id in (${sql.join(ids)})`.execute(ctx.db);
  for (const { id, name } of rows) {
    await unlink(ctx.app, ctx.db, kind, id);
    ctx.audit.change({ entity: ITEMS[kind].label, id, name, before: { [COLUMNS[kind].name]: name }, after: null });
  }
  return null;
}

async function assertUnused(ctx: Ctx, ids: readonly string[]): Promise<void> {
  const { rows } = await sql<{ kind: string; name: string; chart: string }>`
    select '看板' as kind, b.board_name as name, c.chart_name as chart from visual_board_chart l
      join visual_board b on b.id = l.board_id and b.deleted_at is null join visual_chart c on c.id = l.chart_id
      where l.chart_id in (${sql.join(ids)})
    union all select '大屏', s.screen_name, c.chart_name from visual_screen_chart l
      join visual_screen s on s.id = l.screen_id and s.deleted_at is null join visual_chart c on c.id = l.chart_id
      where l.chart_id in (${sql.join(ids)})
    order by 1, 2 limit 20`.execute(ctx.db);
  const first = rows[0];
  if (!first) return;
  const more = rows.length > 1 ? `等 ${rows.length} 处` : '';
  throw new AppError('entity.inUse', `图表“${first.chart}”正在被${first.kind}“${first.name}”${more}使用，不能删除`, rows);
}

/** Copies an item that the caller sees; what is copied is the draft for those who may change it, otherwise what viewers see. */
export async function copyItem(
  ctx: Ctx,
  kind: DocKind,
  id: string,
  options: { name: string | null; folderId?: string | null },
): Promise<{ id: string }> {
  const source = await oneItem(ctx, kind, id);
  const doc = await docOf(ctx, kind, id);
  const mayDraft = kind === 'chart' || (source.canEdit && EDIT_RIGHTS(kind).some((one) => holds(ctx.user, one)));
  const draft = doc === null ? null : JSON.stringify(doc);
  const text = mayDraft ? draft : await frozenText(ctx.db, kind, id);
  if (!mayDraft && text === null) throw new AppError('rule.broken', `该${ITEMS[kind].label}尚未发布，不能复制`);
  if (text !== null) await kindOf(kind).checkCopy(ctx, id, JSON.parse(text));
  if (options.folderId !== undefined) await assertFolder(ctx, kind, options.folderId);
  const name = options.name ?? `${source.name.slice(0, 60)} 副本`;
  const { name: column, thumbnail, doc: docColumn } = COLUMNS[kind];
  const made = await insertItem(ctx, kind, {
    [column]: name,
    folderId: options.folderId === undefined ? source.folderId : options.folderId,
    remark: source.remark,
    [thumbnail]: text === null ? null : await sketchOf(ctx.db, kind, JSON.parse(text)),
    [docColumn]: text,
    ...(kind === 'chart' ? { dataSetId: source.dataSetId, chartType: source.chartType } : {}),
  });
  if (text !== null) {
    await saveVersion(ctx, kind, made, { text });
    await relink(ctx.app, ctx.db, { kind, id: made, name }, kindOf(kind).refs(JSON.parse(text)));
    if (kind !== 'chart') await bindPictures(ctx, kind, made, JSON.parse(text));
  }
  ctx.audit.change({ entity: ITEMS[kind].label, id: made, name, before: null, after: { [column]: name, copiedFrom: source.name } });
  return { id: made };
}
const EDIT_RIGHTS = (kind: DocKind) => [`visual:${kind}:edit`, `visual:${kind}:build`];
