import { sql, type Expression, type SqlBool } from 'kysely';
import type { Account, App, Db } from '#kit/server/ctx.ts';
import { scopeFor } from '#kit/server/scope.ts';
import { recyclableOf } from './records.ts';

/** A file that an account may see. */
export interface SeenFile {
  readonly id: string;
  readonly fileName: string;
  readonly originalFilename: string;
  readonly contentType: string;
  /** kind of the store with its content */
  readonly fileType: string;
}

const LIST = ['file:file:list'];

/** Links of these files that let an account view them: open ones, and those of records that it may read. */
export async function readableLinks(
  app: App,
  db: Db,
  account: Account,
  ids: readonly string[],
): Promise<{ fileId: string; entity: string; entityId: string }[]> {
  const kinds = await db.selectFrom('fileLink').select(['entity', 'perms', 'signedIn']).distinct().where('fileId', 'in', ids).execute();
  if (kinds.length === 0) return [];
  const accesses = kinds.map(({ entity, perms, signedIn }) => {
    const conditions: Expression<SqlBool>[] = [
      sql<SqlBool>`entity = ${entity}`,
      sql<SqlBool>`perms = ${perms}::text[]`,
      sql<SqlBool>`signed_in = ${signedIn}`,
    ];
    // a reference without permissions keeps the file but grants nobody access, not even the administrator
    if (!signedIn)
      conditions.push(perms.length === 0 ? sql<SqlBool>`false` : scopeFor(account, { dept: 'deptId', owner: 'ownerId' }, perms));
    // records in the recycle bin grant no access
    if (recyclableOf(app, entity))
      conditions.push(
        sql<SqlBool>`exists (select 1 from ${sql.table(entity)} kept where kept.id = file_link.entity_id and kept.deleted_at is null)`,
      );
    return sql<SqlBool>`(${sql.join(conditions, sql` and `)})`;
  });
  return db
    .selectFrom('fileLink')
    .select(['fileId', 'entity', 'entityId'])
    .where('fileId', 'in', ids)
    .where(sql<SqlBool>`(${sql.join(accesses, sql` or `)})`)
    .execute();
}

/** Those of these files that modules open to an account through a record of theirs (`fileReaders`). */
async function announced(app: App, db: Db, user: Account, ids: readonly string[]): Promise<string[]> {
  const readers = new Map(app.modules.flatMap((module) => Object.entries(module.fileReaders ?? {})));
  if (ids.length === 0 || readers.size === 0) return [];
  const links = await db
    .selectFrom('fileLink')
    .innerJoin('fileObject', 'fileObject.id', 'fileLink.fileId')
    .select(['fileLink.fileId', 'fileLink.entity', 'fileLink.entityId', 'fileObject.fileName'])
    .where('fileLink.fileId', 'in', ids)
    .where('fileLink.entity', 'in', [...readers.keys()])
    .execute();
  const opened: string[] = [];
  for (const entity of new Set(links.map((link) => link.entity))) {
    const own = links.filter((link) => link.entity === entity);
    const open = new Set(await readers.get(entity)?.({ app, db, user }, own));
    opened.push(...own.filter((link) => open.has(link)).map(({ fileId }) => fileId));
  }
  return opened;
}

/**
 * Those of the named files that an account may view, by stored name: its own uploads, files that `file:file:list` shows it in its data
 * scope, files of records it may read, and pictures that people show as their avatar. What a record keeps without opening it to anybody
 * (readers without permissions: the data of a source) is there for its uploader alone, and for those to whom a module opens it
 * (`fileReaders`: the parties of an approval). Everything else looks as if it did not exist, and so
 * does what a module has stored for itself (an export of somebody): only that module hands it out.
 */
export async function visibleFiles(app: App, db: Db, account: Account, fileNames: readonly string[]): Promise<Map<string, SeenFile>> {
  if (fileNames.length === 0) return new Map();
  const rows = await db
    .selectFrom('fileObject')
    .select(['id', 'fileName', 'originalFilename', 'contentType', 'fileType'])
    .select(
      sql<boolean>`(create_by = ${account.id} or (create_by is not null and ${scopeFor(account, { dept: 'createDept', owner: 'createBy' }, LIST)}
          and not exists (select 1 from file_link sealed where sealed.file_id = file_object.id and sealed.perms = '{}' and not sealed.signed_in))
        or exists (select 1 from sys_user shown where shown.id = file_object.create_by and shown.avatar = file_object.file_name
          and shown.deleted_at is null))`.as('isSeen'),
    )
    .where('fileName', 'in', fileNames)
    .where('deletedAt', 'is', null)
    .where((e) => e.or([e('expireTime', 'is', null), e('expireTime', '>', app.now())]))
    .execute();
  const others = rows.filter((row) => !row.isSeen).map((row) => row.id);
  const links = others.length > 0 ? await readableLinks(app, db, account, others) : [];
  const linked = new Set(links.map((link) => link.fileId));
  for (const id of await announced(
    app,
    db,
    account,
    others.filter((other) => !linked.has(other)),
  ))
    linked.add(id);
  const seen = rows.filter((row) => row.isSeen || linked.has(row.id));
  return new Map(seen.map(({ isSeen: _isSeen, ...row }) => [row.fileName, row]));
}
