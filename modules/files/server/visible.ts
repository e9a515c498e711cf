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

interface Link {
  readonly fileId: string;
  readonly entity: string;
  readonly entityId: string;
}
type Reader = { readonly app: App; readonly db: Db; readonly user: Account };

const LIST = ['file:file:list'];

/** Links of these files that let an account view them: open ones, and those of records that it may read. */
export async function readableLinks(app: App, db: Db, account: Account, ids: readonly string[]): Promise<Link[]> {
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

/** Links of these files that modules name for an account: those they open to it (`fileReaders`), or keep masked from it (`maskedFiles`). */
async function namedLinks({ app, db, user }: Reader, by: 'fileReaders' | 'maskedFiles', ids: readonly string[]): Promise<Link[]> {
  const readers = new Map(app.modules.flatMap((module) => Object.entries(module[by] ?? {})));
  if (ids.length === 0 || readers.size === 0) return [];
  const links = await db
    .selectFrom('fileLink')
    .innerJoin('fileObject', 'fileObject.id', 'fileLink.fileId')
    .select(['fileLink.fileId', 'fileLink.entity', 'fileLink.entityId', 'fileObject.fileName'])
    .where('fileLink.fileId', 'in', ids)
    .where('fileLink.entity', 'in', [...readers.keys()])
    .execute();
  const found: Link[] = [];
  for (const entity of new Set(links.map((link) => link.entity))) {
    const own = links.filter((link) => link.entity === entity);
    const named = new Set(await readers.get(entity)?.({ app, db, user }, own));
    found.push(...own.filter((link) => named.has(link)));
  }
  return found;
}

/**
 * Those of these files whose fields an account sees masked: neither their names are for it nor their contents. Its own uploads are not asked for
 * here.
 */
export const maskedFiles = async (by: Reader, ids: readonly string[]): Promise<ReadonlySet<string>> =>
  new Set((await namedLinks(by, 'maskedFiles', ids)).map(({ fileId }) => fileId));

/** Kinds of records whose modules keep files masked. */
export const maskingKinds = (app: App): string[] => app.modules.flatMap((module) => Object.keys(module.maskedFiles ?? {}));

const keyOf = ({ fileId, entity, entityId }: Link): string => `${fileId} ${entity} ${entityId}`;

/**
 * Those of the named files that an account may view, by stored name: its own uploads, files that `file:file:list` shows it in its data
 * scope, files of records it may read, and pictures that people show as their avatar. What a record keeps without opening it to anybody
 * (readers without permissions: the data of a source) is there for its uploader alone, and for those to whom a module opens it
 * (`fileReaders`: the parties of an approval). Files of values that the account sees masked are not opened by the record that keeps them.
 * Everything else looks as if it did not exist, and so does what a module has stored for itself (an export of somebody): only that module
 * hands it out.
 */
export async function visibleFiles(app: App, db: Db, account: Account, fileNames: readonly string[]): Promise<Map<string, SeenFile>> {
  if (fileNames.length === 0) return new Map();
  const rows = await db
    .selectFrom('fileObject')
    .select(['id', 'fileName', 'originalFilename', 'contentType', 'fileType'])
    .select([
      sql<boolean>`(create_by = ${account.id} or exists (select 1 from sys_user shown where shown.id = file_object.create_by
          and shown.avatar = file_object.file_name and shown.deleted_at is null))`.as('isOwn'),
      sql<boolean>`(create_by is not null and ${scopeFor(account, { dept: 'createDept', owner: 'createBy' }, LIST)}
          and not exists (select 1 from file_link sealed where sealed.file_id = file_object.id and sealed.perms = '{}' and not sealed.signed_in))`.as(
        'isListed',
      ),
    ])
    .where('fileName', 'in', fileNames)
    .where('deletedAt', 'is', null)
    .where((e) => e.or([e('expireTime', 'is', null), e('expireTime', '>', app.now())]))
    .execute();
  const by = { app, db, user: account };
  const others = rows.filter((row) => !row.isOwn);
  const masked = await namedLinks(
    by,
    'maskedFiles',
    others.map(({ id }) => id),
  );
  const isMasked = new Set(masked.map(({ fileId }) => fileId));
  const open = new Set(rows.filter(({ id, isOwn, isListed }) => isOwn || (isListed && !isMasked.has(id))).map(({ id }) => id));
  for (const { fileId } of await openLinks(by, new Set(masked.map(keyOf)), closedOf(rows, open))) open.add(fileId);
  for (const { fileId } of await namedLinks(by, 'fileReaders', closedOf(rows, open))) open.add(fileId);
  return new Map(rows.filter(({ id }) => open.has(id)).map(({ isOwn: _isOwn, isListed: _isListed, ...row }) => [row.fileName, row]));
}

const closedOf = (rows: readonly { readonly id: string }[], open: ReadonlySet<string>): string[] =>
  rows.flatMap(({ id }) => (open.has(id) ? [] : id));

/** Links of records that an account may read, without those through which it sees a masked value. */
async function openLinks({ app, db, user }: Reader, masked: ReadonlySet<string>, ids: readonly string[]): Promise<Link[]> {
  const links = ids.length > 0 ? await readableLinks(app, db, user, ids) : [];
  return links.filter((link) => !masked.has(keyOf(link)));
}
