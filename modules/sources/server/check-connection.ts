import type * as z from 'zod';
import { AppError } from '#kit/contract/errors.ts';
import { SECRET_MASK } from '#kit/contract/fields.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { EMBEDDED_HOST, MANAGED_HOST, readConnection } from '../contract/connection.ts';
import type { Capability, source as contract } from '../contract/source.ts';
import { adapterOf } from './adapter/index.ts';
import { SourceError, type Connection } from './adapter/types.ts';
import { embeddedUrl, loadSource, managedUrl, type Source } from './load-source.ts';
import { dataFiles, namesOf } from './source-files.ts';
import { assertOwnFiles } from './source-uploads.ts';

type Body = z.output<(typeof contract)['checkConnection']['body']>;
type CheckedCapability = Omit<z.output<typeof Capability>, 'checkTime'>;

const PASSWORD_AGAIN = '主机或端口已改变，请重新填写密码';

/** What the adapter says about a failed attempt, as an answer of ours. */
export function checkError(error: unknown): unknown {
  if (!(error instanceof SourceError)) return error;
  const key = error.kind === 'timeout' ? 'source.timeout' : error.kind === 'driver' ? 'rule.broken' : 'source.unreachable';
  return new AppError(key, error.message, { code: error.code }, { cause: error });
}

/** The address of what the platform itself keeps; null for a database of others. */
function ownUrl(ctx: Ctx, { host, dbName }: { readonly host: string; readonly dbName: string }): string | null {
  if (host === EMBEDDED_HOST) return embeddedUrl(ctx.app, dbName);
  return host === MANAGED_HOST ? managedUrl(ctx.app) : null;
}

/** The connection that the fields of a form describe; the stored password stands in for one that was left masked. */
async function connectionOf(ctx: Ctx, dbType: string, dbSchema: NonNullable<Body['dbSchema']>, stored: Source | null): Promise<Connection> {
  const { fields } = readConnection(dbType, dbSchema);
  const isEmbedded = fields.host === EMBEDDED_HOST;
  const isManaged = fields.host === MANAGED_HOST;
  let password = dbSchema.password ?? null;
  if (!isEmbedded && !isManaged && stored && fields.fileNames.length === 0 && (password === SECRET_MASK || password === null)) {
    const { connection } = stored;
    const isSame = connection.host === fields.host && connection.port === fields.port;
    if (!isSame && connection.password !== null)
      throw new AppError('input.invalid', PASSWORD_AGAIN, [{ path: 'dbSchema.password', message: '请重新填写密码' }]);
    password = connection.password;
  }
  // files of others are not there for the caller, unless the source keeps them already
  const kept = namesOf(stored?.row.fileNames ?? null);
  await assertOwnFiles(ctx, fields.fileNames, kept);
  return {
    host: fields.host,
    port: fields.port,
    database: fields.dbName,
    username: fields.username,
    password: password || null,
    sslMode: fields.sslMode,
    url: ownUrl(ctx, fields),
    sid: fields.sid,
    files: await dataFiles(ctx.app, ctx.db, fields.fileNames),
  };
}

const isAlike = (a: Connection, b: Connection): boolean => {
  const key = ({ files, ...rest }: Connection) => JSON.stringify([rest, files.map((file) => file.fileName)]);
  return key(a) === key(b);
};

/**
 * Connects once and tells what is there. What was found about a stored source as it stands is kept with it (`capability`); fields of a form
 * that differ from what is stored are only tried.
 */
export async function checkConnection(ctx: Ctx, { body }: { body: Body }): Promise<CheckedCapability & { ms: number }> {
  const stored = body.id === undefined ? null : await loadSource(ctx, body.id);
  const dbType = body.dbType ?? stored!.row.dbType;
  const connection = body.dbSchema ? await connectionOf(ctx, dbType, body.dbSchema, stored) : stored!.connection;
  const started = performance.now();
  let found: CheckedCapability;
  try {
    found = await (await adapterOf(dbType)).probe(connection);
  } catch (error) {
    throw checkError(error);
  }
  const ms = Math.round(performance.now() - started);
  if (stored && dbType === stored.row.dbType && isAlike(connection, stored.connection))
    await ctx.db
      .updateTable('metadataSource')
      .set({ capability: JSON.stringify({ ...found, checkTime: ctx.now.toISOString() }) })
      .where('id', '=', stored.id)
      .where('configVersion', '=', stored.row.configVersion)
      .execute();
  return { ...found, ms };
}
