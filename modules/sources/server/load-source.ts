import { sql, type Selectable } from 'kysely';
import { holds } from '#kit/contract/access.ts';
import { AppError } from '#kit/contract/errors.ts';
import type { App, Ctx, Db } from '#kit/server/ctx.ts';
import { runPreparedQuery } from '#kit/server/db/prepared.ts';
import type { Tables } from '#kit/server/db/tables.ts';
import { scope } from '#kit/server/scope.ts';
import { EMBEDDED_DATABASE, EMBEDDED_HOST, MANAGED_HOST } from '../contract/source.ts';
import { heldNow } from './held.ts';
import { adapterOf } from './adapter/index.ts';
import type { Connection, DataFile, SourceAdapter } from './adapter/types.ts';
import { dataFiles, namesOf } from './source-files.ts';

export type SourceRow = Selectable<Tables['metadataSource']>;

/** A registered source as the server works with it. */
export interface Source {
  readonly id: string;
  readonly name: string;
  readonly row: SourceRow;
  readonly adapter: SourceAdapter;
  readonly connection: Connection;
}

/** Permissions that let an account know of a source on calls that are open to everyone signed in. */
export const SEES_SOURCES = ['metadata:datasource:list', 'metadata:datacolumn:list', 'metadata:sqlconsole:list', 'metadata:sqlconsole:run'];
/** Columns of a source that hold department and owner, for `scope` (data scope of the caller). */
export const SOURCE_COLUMNS = { dept: 'metadataSource.createDept', owner: 'metadataSource.createBy' };

/** Permissions that change a source: sharing it does not lend them. */
const CHANGES = /:(add|edit|remove|sync|connect|write|refresh)$/;

/**
 * Whether the caller holds a permission for reading among `permissions` (default: those of the call's route). With permissions that only
 * change things a caller reaches the sources of its data scope, not the shared and granted ones.
 */
export const isReading = (ctx: Ctx, permissions: readonly string[] | undefined): boolean => {
  // what everybody may do who is signed in changes no source: its readers need a share or a grant, and no permission besides
  if (permissions === undefined && ctx.route.access.kind === 'signedIn') return true;
  const exercised = permissions ?? (ctx.route.access.kind === 'perm' ? ctx.route.access.anyOf : []);
  return exercised.some((permission) => !CHANGES.test(permission) && holds(ctx.user, permission));
};

/**
 * The sources that the caller may see with the permission of the call, or with any of `permissions`: those within the data scope,
 * and for reading also the shared ones and those of which a grant gives something.
 */
export const visibleSources = (ctx: Ctx, permissions?: readonly string[]) => {
  const own = scope(ctx, SOURCE_COLUMNS, permissions);
  const alive = ctx.db.selectFrom('metadataSource').where('metadataSource.deletedAt', 'is', null);
  if (!isReading(ctx, permissions)) return alive.where(own);
  return alive.where(sql<boolean>`(${own} or metadata_source.is_shared = '1'
    or metadata_source.id in (select source_id from metadata_authorize where ${heldNow(ctx.user, ctx.now, 'meta')}))`);
};

/** True when the caller may run data-changing statements on a source: sharing lends reading only. */
export async function mayChangeData(ctx: Ctx, id: string): Promise<boolean> {
  const permission = 'metadata:sqlconsole:write';
  if (!holds(ctx.user, permission)) return false;
  return (
    (await visibleSources(ctx, [permission]).select('metadataSource.id').where('metadataSource.id', '=', id).executeTakeFirst()) !==
    undefined
  );
}

/** SQL condition for a table with a source id in `column`: only rows of sources that the caller may see (`visibleSources`). */
export const ofVisibleSource = (ctx: Ctx, column: string, permissions?: readonly string[]) =>
  sql<boolean>`${sql.ref(column)} in (${visibleSources(ctx, permissions).select('metadataSource.id')})`;

export const passwordPurpose = (id: string): string => `metadata-source:${id}`;

/** Opens the stored credentials. The demo warehouse and the platform's own tables have none: the server knows their least-privilege accounts. */
function connectionOf(app: App, row: SourceRow, files: readonly DataFile[]): Connection {
  const common = {
    host: row.host,
    port: row.port,
    database: row.dbName,
    username: row.username,
    sslMode: row.sslMode,
    sid: row.sid,
    files,
  };
  if (row.host === EMBEDDED_HOST) return { ...common, password: null, url: embeddedUrl(app, row.dbName) };
  if (row.host === MANAGED_HOST) return { ...common, password: null, url: managedUrl(app) };
  return {
    ...common,
    password: row.passwordSealed === null ? null : app.secrets.open(row.passwordSealed, passwordPurpose(row.id)),
    url: null,
  };
}

export function embeddedUrl(app: App, database: string): string {
  if (database !== EMBEDDED_DATABASE)
    throw new AppError('input.invalid', `内置集群只提供演示数据仓库 ${EMBEDDED_DATABASE}`, [
      { path: 'dbSchema.dbName', message: '数据库不正确' },
    ]);
  if (app.settings.demoReaderUrl === null) throw new AppError('rule.broken', '当前安装没有内置的演示数据仓库');
  return app.settings.demoReaderUrl;
}

/** Where the account connects that may only read the tables which the platform makes. */
export function managedUrl(app: App): string {
  if (app.settings.managedReaderUrl === null)
    throw new AppError('rule.broken', '当前安装没有平台数据的只读账号，请联系管理员查看启动时的提示');
  return app.settings.managedReaderUrl;
}

async function asSource(app: App, db: Db, row: SourceRow): Promise<Source> {
  const adapter = await adapterOf(row.dbType);
  let files: readonly DataFile[] = [];
  let problem: unknown = null;
  try {
    files = await dataFiles(app, db, namesOf(row.fileNames));
  } catch (error) {
    problem = error; // the source itself can still be looked at and mended
  }
  return {
    id: row.id,
    name: row.sourceName,
    row,
    adapter,
    get connection() {
      if (problem !== null) throw problem;
      return connectionOf(app, row, files);
    },
  };
}

/** A source that the caller may see with the permission of the call. Throws entity.notFound otherwise. */
export async function loadSource(ctx: Ctx, id: string): Promise<Source> {
  return sourceOf(ctx, (await runPreparedQuery(ctx.db, visibleSources(ctx).selectAll().where('id', '=', id)))[0]);
}

/** The source of a row selected through `visibleSources`. Throws entity.notFound for undefined: there was no such visible row. */
export async function sourceOf(ctx: Ctx, row: SourceRow | undefined): Promise<Source> {
  if (!row) throw new AppError('entity.notFound', '数据源不存在或没有查看权限');
  return asSource(ctx.app, ctx.db, row);
}

/** A source for background work, without a check of rights; null when it does not exist or was deleted. */
export async function findSource(app: App, db: Db, id: string): Promise<Source | null> {
  const row = await db.selectFrom('metadataSource').selectAll().where('id', '=', id).where('deletedAt', 'is', null).executeTakeFirst();
  return row ? asSource(app, db, row) : null;
}
