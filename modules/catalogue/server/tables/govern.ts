import { sql } from 'kysely';
import { AppError } from '#kit/contract/errors.ts';
import { assertVersion } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { notify } from '#modules/notices/server/index.ts';
import { holdLevels, setClassification } from '#modules/gate/server/index.ts';
import { refreshSearchText } from '../search/fill.ts';
import { tagsOf, visibleColumns, visibleTables, withNames } from './rows.ts';

/** Levels are changed by one at a time: asked for before the rows themselves are locked. */
async function holdLevelsOf(ctx: Ctx, columnIds: readonly string[]): Promise<void> {
  const rows = await ctx.db.selectFrom('metadataColumn').select('sourceId').distinct().where('id', 'in', columnIds).execute();
  await holdLevels(
    ctx.db,
    rows.map((row) => row.sourceId),
  );
}

export const EDITS = ['metadata:datacolumn:edit'];

/** Business metadata to set on an object; undefined leaves a field unchanged. */
export interface Words {
  readonly cnName?: string | null;
  readonly description?: string | null;
  readonly ownerId?: string | null;
  readonly domainId?: string | null;
  readonly tier?: string | null;
  readonly tagIds?: readonly string[];
  readonly addTagIds?: readonly string[];
  readonly removeTagIds?: readonly string[];
  readonly classId?: string | null;
  readonly level?: 'L1' | 'L2' | 'L3' | 'L4' | null;
  /** why the level is below the inherited one */
  readonly levelReason?: string | null;
  /** fills empty fields only */
  readonly onlyEmpty?: boolean;
}
type Kind = 'table' | 'column';

interface Row {
  id: string;
  version: number;
  name: string;
  values: Record<string, string | null>;
  tags: readonly { id: string; tagName: string }[];
}

const FIELDS = { table: ['cnName', 'description', 'ownerId', 'domainId', 'tier'], column: ['cnName', 'description'] } as const;
const LABELS = { table: '数据表', column: '字段' };

async function missing(ctx: Ctx, words: Words): Promise<void> {
  const check = async (table: 'sysUser' | 'metadataDomain', id: string | null | undefined, message: string, path: string) => {
    if (!id) return;
    const row = await ctx.db.selectFrom(table).select('id').where('id', '=', id).where('deletedAt', 'is', null).executeTakeFirst();
    if (!row) throw new AppError('input.invalid', message, [{ path, message }]);
  };
  await check('sysUser', words.ownerId, '负责人不存在', 'ownerId');
  await check('metadataDomain', words.domainId, '主题域不存在或已删除', 'domainId');
  const wanted = [...new Set([...(words.tagIds ?? []), ...(words.addTagIds ?? [])])];
  if (wanted.length === 0) return;
  const found = await ctx.db.selectFrom('metadataTag').select('id').where('id', 'in', wanted).where('deletedAt', 'is', null).execute();
  if (found.length < wanted.length)
    throw new AppError('input.invalid', '部分标签不存在或已删除', [{ path: 'tagIds', message: '标签不存在或已删除' }]);
}

/** The rows to change, locked, within what the caller may edit. */
async function load(ctx: Ctx, kind: Kind, ids: readonly string[]): Promise<Row[]> {
  if (kind === 'table') {
    const rows = await visibleTables(ctx, EDITS)
      .select([
        'metadataTable.id',
        'metadataTable.version',
        'schemaName',
        'tableName',
        'cnName',
        'description',
        'metadataTable.ownerId',
        'domainId',
        'tier',
      ])
      .select(tagsOf('table', 'metadata_table.id').as('tags'))
      .where('metadataTable.id', 'in', ids)
      .orderBy('metadataTable.id')
      .forUpdate('metadataTable')
      .execute();
    return rows.map(({ id, version, schemaName, tableName, tags, ...values }) => ({
      id,
      version,
      name: `${schemaName}.${tableName}`,
      values,
      tags,
    }));
  }
  const rows = await withNames(visibleColumns(ctx, EDITS))
    .select([
      'metadataColumn.id',
      'metadataColumn.version',
      'schemaName',
      'tableName',
      'columnName',
      'metadataColumn.cnName',
      'metadataColumn.description',
      'classId',
      'metadataColumn.level',
      'metadataColumn.levelReason',
    ])
    .select(tagsOf('column', 'metadata_column.id').as('tags'))
    .where('metadataColumn.id', 'in', ids)
    .orderBy('metadataColumn.id')
    .forUpdate('metadataColumn')
    .execute();
  return rows.map(({ id, version, schemaName, tableName, columnName, tags, ...values }) => ({
    id,
    version,
    name: `${schemaName}.${tableName}.${columnName}`,
    values,
    tags,
  }));
}

/** The fields whose new value differs from that of the row. */
function differing(kind: Kind, row: Row, words: Words): Record<string, string | null> {
  const result: Record<string, string | null> = {};
  for (const field of FIELDS[kind]) {
    const value = words[field];
    if (value === undefined || value === row.values[field]) continue;
    if (words.onlyEmpty && row.values[field] !== null) continue;
    result[field] = value;
  }
  return result;
}

function tagsAfter(row: Row, words: Words): string[] {
  if (words.tagIds) return [...new Set(words.tagIds)];
  const removed = new Set(words.removeTagIds ?? []);
  return [...new Set([...row.tags.map(({ id }) => id), ...(words.addTagIds ?? [])])].filter((id) => !removed.has(id));
}

const sameSet = (a: readonly string[], b: readonly string[]) => a.length === b.length && a.every((id) => b.includes(id));

async function writeTags(ctx: Ctx, kind: Kind, changes: readonly { id: string; tags: readonly string[] }[]): Promise<void> {
  if (changes.length === 0) return;
  await ctx.db
    .deleteFrom('metadataTagLink')
    .where('objectType', '=', kind)
    .where(
      'objectId',
      'in',
      changes.map(({ id }) => id),
    )
    .execute();
  const links = changes.flatMap(({ id, tags }) =>
    tags.map((tagId) => ({ tagId, objectType: kind, objectId: id, createBy: ctx.user.id, createTime: ctx.now })),
  );
  if (links.length > 0) await ctx.db.insertInto('metadataTagLink').values(links).execute();
}

/** Notifies a new owner, unless they made themselves the owner. */
async function notifyOwner(ctx: Ctx, ownerId: string, tables: readonly Row[]): Promise<void> {
  if (ownerId === ctx.user.id || tables.length === 0) return;
  const first = tables[0]!;
  await notify(ctx.app, ctx.db, {
    to: [ownerId],
    kind: 'record',
    title: tables.length === 1 ? `您成为数据表“${first.name}”的负责人` : `您成为 ${tables.length} 张数据表的负责人`,
    text: `${ctx.user.nickname} 将您设为负责人，结构变更时会通知您。`,
    path: tables.length === 1 ? `/metadata/datacolumn?table=${first.id}` : `/metadata/datacolumn?q=ownerId:${ownerId}`,
    key: null,
  });
}

export interface GovernOptions {
  /** version that the caller has read, by id; a single edit has it */
  readonly version?: number;
  /** false: search text is left to the background step */
  readonly refreshes?: boolean;
}

/**
 * Sets business metadata of up to 500 tables or columns, in the transaction of the call: fields, tags, classification; operation log per row,
 * message to a new owner, search text. Answers how many rows differ now. Throws entity.notFound when one of them is missing or out of the
 * caller's scope, entity.versionConflict, input.invalid.
 */
export async function govern(ctx: Ctx, kind: Kind, ids: readonly string[], words: Words, options: GovernOptions = {}): Promise<number> {
  await missing(ctx, words);
  const wanted = [...new Set(ids)];
  if (words.classId !== undefined || words.level !== undefined) await holdLevelsOf(ctx, wanted);
  const rows = await load(ctx, kind, wanted);
  if (rows.length < wanted.length) throw new AppError('entity.notFound', `部分${LABELS[kind]}不存在、已删除或不在可维护的范围内`);
  if (options.version !== undefined && rows[0]) assertVersion(rows[0], { ...words, version: options.version });
  const tagNames = new Map(rows.flatMap(({ tags }) => tags.map((tag) => [tag.id, tag.tagName] as const)));
  const changes = rows.map((row) => {
    const tags = tagsAfter(row, words);
    const before = row.tags.map(({ id }) => id);
    return { row, values: differing(kind, row, words), tags: sameSet(before, tags) ? null : tags };
  });
  const changed = changes.filter(({ values, tags }) => tags !== null || Object.keys(values).length > 0);
  const table = kind === 'table' ? 'metadataTable' : 'metadataColumn';
  for (const group of groupsOf(changed))
    await ctx.db
      .updateTable(table)
      .set({ ...group.values, version: sql`version + 1`, updateBy: ctx.user.id, updateTime: ctx.now } as never)
      .where('id', 'in', group.ids)
      .execute();
  await writeTags(
    ctx,
    kind,
    changed.flatMap(({ row, tags }) => (tags ? [{ id: row.id, tags }] : [])),
  );
  for (const { row, values, tags } of changed)
    ctx.audit.change({
      entity: LABELS[kind],
      id: row.id,
      name: row.name,
      before: {
        ...Object.fromEntries(Object.keys(values).map((field) => [field, row.values[field]])),
        ...(tags ? { tags: row.tags.map(({ tagName }) => tagName) } : {}),
      },
      after: { ...values, ...(tags ? { tags: tags.map((id) => tagNames.get(id) ?? id) } : {}) },
    });
  const classified = kind === 'column' ? await classify(ctx, rows, words) : new Set<string>();
  if (words.ownerId)
    await notifyOwner(
      ctx,
      words.ownerId,
      changed.filter(({ values }) => 'ownerId' in values).map(({ row }) => row),
    );
  const touched = changed.map(({ row }) => row.id);
  if (options.refreshes === false && touched.length > 0)
    await ctx.db.updateTable(table).set({ searchText: '' }).where('id', 'in', touched).execute();
  else await refreshSearchText(ctx.db, kind, touched);
  return new Set([...touched, ...classified]).size;
}

/** Rows that take the same values are written by one statement. */
function groupsOf(changed: readonly { row: Row; values: Record<string, string | null> }[]) {
  const groups = new Map<string, { values: Record<string, string | null>; ids: string[] }>();
  for (const { row, values } of changed) {
    const key = JSON.stringify(values);
    const group = groups.get(key);
    if (group) group.ids.push(row.id);
    else groups.set(key, { values, ids: [row.id] });
  }
  return groups.values();
}

/** Class and level are set through the classification, which checks its own permission, logs by itself and updates the level of the table. */
async function classify(ctx: Ctx, rows: readonly Row[], words: Words): Promise<Set<string>> {
  const { classId, level, levelReason, onlyEmpty } = words;
  if (classId === undefined && level === undefined) return new Set();
  const open = rows.filter(({ values }) => {
    if (onlyEmpty && (values['classId'] !== null || values['level'] !== null)) return false;
    const isExplained = typeof levelReason === 'string' && levelReason.trim() !== '' && levelReason !== values['levelReason'];
    return (classId !== undefined && classId !== values['classId']) || (level !== undefined && (level !== values['level'] || isExplained));
  });
  const groups = new Map<string, { classId: string | null; level: Words['level']; ids: string[] }>();
  for (const row of open) {
    const kept = classId === undefined ? (row.values['classId'] ?? null) : classId;
    const key = `${kept}`;
    const group = groups.get(key) ?? { classId: kept, level: level ?? null, ids: [] };
    group.ids.push(row.id);
    groups.set(key, group);
  }
  for (const group of groups.values())
    await setClassification(ctx, group.ids, { classId: group.classId, level: group.level ?? null, reason: words.levelReason });
  return new Set(open.map(({ id }) => id));
}
