import { sql, type Selectable } from 'kysely';
import { isUnrestricted } from '#kit/contract/access.ts';
import { AppError } from '#kit/contract/errors.ts';
import type { Account, Ctx, Db } from '#kit/server/ctx.ts';
import type { Tables } from '#kit/server/db/tables.ts';
import { detachedCtx } from '#kit/server/detached.ts';
import { SelectionError } from '#modules/charts/core/index.ts';
import { hideViewer } from '#modules/datasets/server/index.ts';
import { loadAccount } from '#modules/system/server/index.ts';
import { viewing } from '#modules/viewing/contract/view-calls.ts';
import { asSetOnly, type OpenDocument } from '#modules/viewing/server/index.ts';
import { EMBED_HEADER } from '../contract/embedded.ts';
import type { TokenClaims } from '../contract/token.ts';
import { lockedShape, locksOf, unreachedTiles, type Locks } from '../core/index.ts';
import { embeddedDocument } from './documents.ts';
import { openSecret } from './secrets.ts';
import { assertTimes, isSignedBy, parseToken, tokenError } from './token.ts';

export type EmbedApp = Selectable<Tables['embedApp']>;
export const embedClosed = (): AppError => new AppError('embed.closed');

/** An application that is on, null otherwise. Every call asks again: one that was switched off ends at once. */
export async function liveApp(db: Db, id: string): Promise<EmbedApp | null> {
  const row = await db.selectFrom('embedApp').selectAll().where('id', '=', id).where('deletedAt', 'is', null).executeTakeFirst();
  return row?.status === '1' ? row : null;
}

/** What a verified token, or a sealed address of a picture, says. */
export interface Grant {
  readonly app: EmbedApp;
  readonly resource: TokenClaims['resource'];
  readonly sub?: string | undefined;
  readonly filters: NonNullable<TokenClaims['filters']>;
}
export interface VerifiedToken extends Grant {
  readonly claims: TokenClaims;
  readonly secretId: string;
  readonly seconds: number;
}

/** The token of the call, its signature and its times checked. Throws embed.token, and embed.closed for applications that are off. */
export async function verifiedToken(ctx: Ctx): Promise<VerifiedToken> {
  const token = parseToken(ctx.request.headers[EMBED_HEADER]);
  const { claims, keyId } = token;
  const secrets = await ctx.app.db
    .selectFrom('embedSecret')
    .select(['id', 'sealedSecret'])
    .where('appId', '=', claims.iss)
    .where('revokeTime', 'is', null)
    .execute();
  const signer = secrets
    .filter(({ id }) => keyId === undefined || id === keyId)
    .find((secret) => {
      const text = openSecret(ctx, secret);
      return text !== null && isSignedBy(token, text);
    });
  // an application that does not exist is answered like a wrong signature
  if (!signer) throw tokenError('signature');
  const seconds = assertTimes(claims, ctx.now);
  const app = await liveApp(ctx.db, claims.iss);
  if (!app) throw embedClosed();
  return { app, claims, secretId: signer.id, seconds, resource: claims.resource, sub: claims.sub, filters: claims.filters ?? {} };
}

/** The account whose rights count: that of the token where the application may name one, else that of the application. */
async function accountOf(db: Db, { app, sub }: Grant): Promise<Account> {
  if (sub === undefined) {
    const fixed = await loadAccount(db, app.accountId);
    if (!fixed) throw embedClosed();
    return fixed;
  }
  if (app.isSubjectAllowed !== '1') throw tokenError('content', '该嵌入应用不允许令牌指明账号');
  const row = await db
    .selectFrom('sysUser')
    .select('id')
    .where(sql<boolean>`lower(username) = lower(${sub})`)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  const named = row ? await loadAccount(db, row.id) : null;
  if (!named) throw embedClosed();
  // the secret of a host must not become a key to everything
  if (isUnrestricted(named)) throw tokenError('content', '令牌不能指明拥有全部权限的账号');
  return named;
}

function locksOfToken({ shape }: OpenDocument, filters: Grant['filters']): Locks {
  try {
    return locksOf([...shape.filters.values()], filters);
  } catch (error) {
    throw error instanceof SelectionError ? tokenError('content', error.message) : error;
  }
}

export interface OpenEmbed {
  readonly document: OpenDocument;
  /** reads with the rights that the account has now */
  readonly ctx: Ctx;
  readonly locks: Locks;
}

/** The document of a grant as its account may see it at this moment, with what the host decided in place. */
export async function openGrant(ctx: Ctx, grant: Grant, versionNo?: number): Promise<OpenEmbed> {
  const { app, resource, filters } = grant;
  if (!app.resources.includes(`${resource.type}:${resource.id}`)) throw embedClosed();
  const user = await accountOf(ctx.db, grant);
  const { signal, requestId, ip, userAgent } = ctx;
  // data scopes hang on the permissions of a call: those of looking, as the public calls have none
  const own = detachedCtx(ctx.app, { user, route: viewing.data, db: ctx.db, signal, requestId, ip, userAgent }).ctx;
  if (grant.sub === undefined) hideViewer(own);
  const wanted = { entity: resource.type, id: resource.id, filters };
  const document = await embeddedDocument(own, wanted, versionNo).catch((error: unknown) => {
    throw error instanceof AppError && error.key === 'entity.notFound' ? embedClosed() : error;
  });
  const locks = locksOfToken(document, filters);
  const [unreached] = unreachedTiles(document.shape, locks);
  if (unreached) throw tokenError('content', `令牌限定的筛选“${unreached.filter}”没有作用于组件“${unreached.tile}”，请先在内容中绑定`);
  const plain = asSetOnly(document);
  return { document: { ...plain, shape: lockedShape(plain.shape, locks) }, ctx: own, locks };
}
