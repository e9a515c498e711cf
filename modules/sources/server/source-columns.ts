import type * as z from 'zod';
import { AppError } from '#kit/contract/errors.ts';
import { SECRET_MASK } from '#kit/contract/fields.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { dictItems } from '#modules/system/server/index.ts';
import { EMBEDDED_HOST, MANAGED_HOST, readConnection } from '../contract/connection.ts';
import type { Capability, SourceInput } from '../contract/source.ts';
import { embeddedUrl, passwordPurpose, type SourceRow } from './load-source.ts';
import { nextSyncTime } from './next-sync.ts';
import { describeFiles, namesOf } from './source-files.ts';

export type Body = z.output<typeof SourceInput>;
type StoredCapability = z.output<typeof Capability>;

/** A source as a form reads it. */
export async function detailOf(ctx: Ctx, row: SourceRow & { ownerName: string | null }) {
  const fileNames = namesOf(row.fileNames);
  return {
    ...row,
    schemas: row.schemas as string[],
    includeTables: row.includeTables as string[],
    excludeTables: row.excludeTables as string[],
    capability: row.capability as StoredCapability | null,
    files: await describeFiles(ctx.db, fileNames),
    dbSchema: {
      host: row.host,
      port: row.port,
      dbName: row.dbName,
      username: row.username,
      password: row.passwordSealed === null ? null : SECRET_MASK,
      sid: row.sid,
      sslMode: row.sslMode,
      fileNames,
    },
  };
}

/** Columns of the connection. A password that was shown masked and comes back unchanged stays as it is. */
export function connectionColumns(ctx: Ctx, id: string, body: Body, kept: string | null) {
  const { fields } = readConnection(body.dbType, body.dbSchema);
  const isEmbedded = fields.host === EMBEDDED_HOST;
  if (isEmbedded) embeddedUrl(ctx.app, fields.dbName);
  const hasOwnAccount = isEmbedded || fields.host === MANAGED_HOST;
  const { password } = body.dbSchema;
  const sealed =
    hasOwnAccount || fields.fileNames.length > 0 || password === ''
      ? null
      : password === SECRET_MASK || password === undefined || password === null
        ? kept
        : ctx.app.secrets.seal(password, passwordPurpose(id));
  const { fileNames, ...rest } = fields;
  return {
    ...rest,
    dbType: body.dbType,
    username: hasOwnAccount ? null : fields.username,
    fileNames: fileNames.join(',') || null,
    passwordSealed: sealed,
  };
}

/** Columns that people fill in besides the connection. The plan counts from now when it is new. */
export function describingColumns(ctx: Ctx, body: Body, before: Pick<SourceRow, 'syncCron' | 'nextSyncTime'> | null) {
  const { sourceName, status, isShared, remark, schemas, includeTables, excludeTables, ownerId, env, syncCron } = body;
  const isPlanned = before !== null && before.syncCron === syncCron && before.nextSyncTime !== null;
  return {
    sourceName,
    status,
    isShared,
    remark,
    schemas: JSON.stringify(schemas),
    includeTables: JSON.stringify(includeTables),
    excludeTables: JSON.stringify(excludeTables),
    ownerId,
    env,
    syncCron,
    nextSyncTime: isPlanned ? before.nextSyncTime : nextSyncTime(syncCron, ctx.now),
  };
}

/** The owner must be an account, the environment one of the dictionary. What is stored already may stay. */
export async function assertDescribing(ctx: Ctx, body: Body, before: Pick<SourceRow, 'ownerId' | 'env'> | null): Promise<void> {
  if (body.ownerId !== null && body.ownerId !== before?.ownerId) {
    const user = await ctx.db
      .selectFrom('sysUser')
      .select('id')
      .where('id', '=', body.ownerId)
      .where('deletedAt', 'is', null)
      .executeTakeFirst();
    if (!user) throw new AppError('input.invalid', '负责人不存在或已删除，请重新选择', [{ path: 'ownerId', message: '请重新选择负责人' }]);
  }
  if (body.env !== before?.env && !(await dictItems(ctx.db, 'metadata_env')).some((item) => item.itemText === body.env))
    throw new AppError('input.invalid', '环境不正确，请重新选择', [{ path: 'env', message: '请重新选择环境' }]);
}

/** What the operation log keeps of a source: everything but the secret. */
export const auditView = (
  row: Pick<SourceRow, 'sourceName' | 'dbType' | 'status' | 'isShared' | 'remark' | 'host' | 'port' | 'dbName'> &
    Pick<SourceRow, 'sid' | 'username' | 'sslMode' | 'fileNames' | 'ownerId' | 'env' | 'syncCron'> & {
      schemas: unknown;
      includeTables: unknown;
      excludeTables: unknown;
    },
) => {
  const list = (value: unknown): unknown => (typeof value === 'string' ? JSON.parse(value) : value);
  return {
    sourceName: row.sourceName,
    dbType: row.dbType,
    status: row.status,
    isShared: row.isShared,
    remark: row.remark,
    host: row.host,
    port: row.port,
    dbName: row.dbName,
    sid: row.sid,
    username: row.username,
    sslMode: row.sslMode,
    fileNames: row.fileNames,
    schemas: list(row.schemas),
    includeTables: list(row.includeTables),
    excludeTables: list(row.excludeTables),
    ownerId: row.ownerId,
    env: row.env,
    syncCron: row.syncCron,
  };
};
