import { AppError } from '#kit/contract/errors.ts';
import type { Ctx, Db } from '#kit/server/ctx.ts';
import { readNumberConfig } from '#modules/system/server/index.ts';
import { tableName } from './records.ts';
import { visibleFiles } from './visible.ts';

const DEFAULT_PER_RECORD = 20;

/** Who may read a record, and with it its files. */
export type Readers =
  | 'signedIn'
  | {
      /** holders of one of these … */
      readonly perms: readonly string[];
      /** … whose data scope for it reaches the department or the owner of the record */
      readonly deptId: string | null;
      readonly ownerId: string | null;
    };

interface Binding {
  /** stored names, comma separated, as DocumentUpload and ImageUpload give them; null or '' = none */
  readonly fileNames: string | null;
  /** table of the record, `intellectual_property` */
  readonly entity: string;
  readonly entityId: string;
  readonly readers: Readers;
  /** names among them that the module took in itself for this record, from people without an account: kept from now on, whoever saves */
  readonly unowned?: readonly string[];
}

/**
 * Says which files a record keeps: replaces the set bound to it and who may read them. Call it in the transaction that writes the record,
 * also when only its department changed. Throws input.invalid for too many names, and for a name that is unknown or that the caller may
 * not see; what the record kept before may stay.
 */
export async function bindFiles(ctx: Ctx, binding: Binding): Promise<void> {
  const { ids, before } = await link(ctx, binding);
  const dropped = before.filter((id) => !ids.includes(id));
  if (dropped.length > 0)
    await ctx.db
      .deleteFrom('fileLink')
      .where('entity', '=', tableName(binding.entity))
      .where('entityId', '=', binding.entityId)
      .where('fileId', 'in', dropped)
      .execute();
}

/** Like `bindFiles`, for a record that keeps what it kept before as well: files come with every opinion of an approval. Throws input.invalid. */
export async function addFiles(ctx: Ctx, binding: Binding): Promise<void> {
  await link(ctx, binding);
}

async function link(
  ctx: Ctx,
  { fileNames, entity, entityId, readers, unowned = [] }: Binding,
): Promise<{ ids: string[]; before: string[] }> {
  const { app, db } = ctx;
  const table = tableName(entity);
  const names = [...new Set((fileNames ?? '').split(',').map((name) => name.trim()))].filter(Boolean);
  const max = await readNumberConfig(db, 'file.maxPerRecord', DEFAULT_PER_RECORD);
  if (names.length > max) throw new AppError('input.invalid', `一条记录最多保存${max}个文件`);
  const before = await db
    .selectFrom('fileLink')
    .innerJoin('fileObject', 'fileObject.id', 'fileLink.fileId')
    .select(['fileLink.fileId', 'fileObject.fileName'])
    .where('entity', '=', table)
    .where('entityId', '=', entityId)
    .execute();
  const ids = names.length > 0 ? await lockBindable(ctx, names, [...before.map(({ fileName }) => fileName), ...unowned]) : [];
  const linked = { ids, before: before.map((row) => row.fileId) };
  if (ids.length === 0) return linked;
  const guarded =
    readers === 'signedIn'
      ? { perms: [], deptId: null, ownerId: null, signedIn: true }
      : { perms: [...readers.perms].sort(), deptId: readers.deptId, ownerId: readers.ownerId, signedIn: false };
  await db
    .insertInto('fileLink')
    .values(ids.map((fileId) => ({ entity: table, entityId, fileId, createTime: app.now(), ...guarded })))
    .onConflict((conflict) => conflict.columns(['entity', 'entityId', 'fileId']).doUpdateSet(guarded))
    .execute();
  if (unowned.length > 0) await db.updateTable('fileObject').set({ expireTime: null }).where('fileName', 'in', unowned).execute();
  return linked;
}

/** Ids of the named files, locked so that none is deleted or swept before this transaction ends. `open`: those that need not be seen. */
async function lockBindable(ctx: Ctx, names: readonly string[], open: readonly string[]): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('fileObject')
    .select(['id', 'fileName'])
    .where('fileName', 'in', names)
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
  const kept = new Set(open);
  const unknown = names.filter((name) => !kept.has(name));
  const seen = await visibleFiles(ctx.app, ctx.db, ctx.user, unknown);
  const missing = names.filter((name) => !rows.some((row) => row.fileName === name) || (!kept.has(name) && !seen.has(name)));
  if (missing.length > 0)
    throw new AppError(
      'input.invalid',
      '部分文件不存在或无权使用，请重新上传',
      missing.map((name) => ({ path: 'fileNames', message: `文件 ${name} 不存在或无权使用` })),
    );
  return rows.map((row) => row.id);
}

/** Removes the references of a purged record; its files become orphans unless another record refers to them. */
export async function unbindFiles(db: Db, entity: string, entityId: string): Promise<void> {
  await db.deleteFrom('fileLink').where('entity', '=', tableName(entity)).where('entityId', '=', entityId).execute();
}
