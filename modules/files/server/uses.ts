import { sql } from 'kysely';
import { AppError } from '#kit/contract/errors.ts';
import { holds } from '#kit/contract/access.ts';
import type { App, Ctx, Db } from '#kit/server/ctx.ts';
import type { FileUse } from '../contract/file.ts';
import { recyclableOf } from './records.ts';
import { readableLinks } from './visible.ts';

/** What keeps a file. */
interface Use {
  readonly fileId: string;
  readonly entity: string;
  readonly entityId: string;
  /** Chinese name of the kind of record, 岗位 */
  readonly label: string;
  /** what people call the record, null when only its module knows */
  readonly name: string | null;
  /** the record lies in the recycle bin */
  readonly isDeleted: boolean;
  /** permission of its detail, null when only its module knows; `system:post` */
  readonly code: string | null;
}

/** The records (and the account, for avatars) that keep these files. */
async function usesOf(app: App, db: Db, ids: readonly string[]): Promise<Use[]> {
  if (ids.length === 0) return [];
  const links = await db
    .selectFrom('fileLink')
    .select(['fileId', 'entity', 'entityId'])
    .where('fileId', 'in', ids)
    .orderBy('entity')
    .orderBy('entityId')
    .execute();
  const uses: Use[] = [];
  for (const entity of new Set(links.map((link) => link.entity))) {
    const own = links.filter((link) => link.entity === entity);
    const kind = recyclableOf(app, entity);
    const records = kind ? await recordsOf(db, entity, kind.nameField, own) : new Map<string, { name: string; isDeleted: boolean }>();
    for (const link of own)
      uses.push({
        ...link,
        label: kind?.label ?? '业务记录',
        code: kind?.code ?? null,
        name: records.get(link.entityId)?.name ?? null,
        isDeleted: records.get(link.entityId)?.isDeleted ?? false,
      });
  }
  const avatars = await db
    .selectFrom('sysUser')
    .innerJoin('fileObject', (join) => join.onRef('fileObject.fileName', '=', 'sysUser.avatar'))
    .select(['fileObject.id as fileId', 'sysUser.id as entityId', 'sysUser.nickname as name'])
    .where('fileObject.id', 'in', ids)
    .where('sysUser.deletedAt', 'is', null)
    .execute();
  const account = { entity: 'sys_user', label: '用户头像', isDeleted: false, code: 'system:user' };
  return [...uses, ...avatars.map((row) => ({ ...row, ...account }))];
}

async function recordsOf(db: Db, entity: string, nameField: string, links: readonly { entityId: string }[]) {
  const { rows } = await sql<{ id: string; name: string; isDeleted: boolean }>`
    select id, ${sql.ref(nameField)} as name, deleted_at is not null as is_deleted
    from ${sql.table(entity)} where id in (${sql.join([...new Set(links.map((link) => link.entityId))])})`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Where the records of these kinds are listed, as far as the account may open the list; `system:post` → `/basic/system/post`. */
async function listPaths(ctx: Ctx, codes: readonly string[]): Promise<Map<string, string>> {
  const perms = [...new Set(codes)].map((code) => `${code}:list`).filter((permission) => holds(ctx.user, permission));
  if (perms.length === 0) return new Map();
  const rows = await ctx.db
    .selectFrom('sysMenu')
    .select(['menuPath', 'menuPerms'])
    .where('menuPerms', 'in', perms)
    .where('menuType', '=', '1')
    .where('isEffective', '=', '1')
    .where('deletedAt', 'is', null)
    .execute();
  return new Map(rows.map((row) => [String(row.menuPerms).replace(/:list$/, ''), row.menuPath ?? '']));
}

/** References to these files; the name of a record only for callers who may read it. */
export async function shownUses(ctx: Ctx, ids: readonly string[]): Promise<Map<string, FileUse[]>> {
  const uses = await usesOf(ctx.app, ctx.db, ids);
  const shown = new Map<string, FileUse[]>(ids.map((id) => [id, []]));
  if (uses.length === 0) return shown;
  const readable = new Set((await readableLinks(ctx.app, ctx.db, ctx.user, ids)).map((link) => `${link.entity} ${link.entityId}`));
  const paths = await listPaths(
    ctx,
    uses.flatMap((use) => use.code ?? []),
  );
  for (const { fileId, entity, entityId, label, name, isDeleted, code } of uses) {
    const mayRead = entity === 'sys_user' || readable.has(`${entity} ${entityId}`);
    const path = mayRead && code !== null ? paths.get(code) : undefined;
    shown.get(fileId)?.push({ label, name: mayRead ? name : null, path: path ? `${path}?open=detail-${entityId}` : null, isDeleted });
  }
  return shown;
}

/** Refuses to delete a file that a record refers to, be it in the recycle bin: restored, it would refer to a missing file. */
export async function assertFree(ctx: Ctx, files: readonly { id: string; originalFilename: string }[]): Promise<void> {
  const [use] = await usesOf(
    ctx.app,
    ctx.db,
    files.map((file) => file.id),
  );
  if (!use) return;
  const file = files.find((each) => each.id === use.fileId);
  const where = use.isDeleted ? '（在回收站中）' : '';
  throw new AppError('file.inUse', `文件“${file?.originalFilename ?? ''}”正在被${use.label}使用${where}，请先在该记录中移除`);
}
