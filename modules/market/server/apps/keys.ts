import { randomBytes } from 'node:crypto';
import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { MAX_LIVE_KEYS } from '../../contract/app.ts';
import type { SignMode } from '../../core/signing.ts';
import { hashOf } from '../calls/key-hash.ts';
import { bumpRegistry } from '../calls/revision.ts';
import { secretPurpose } from '../calls/signatures.ts';

const DAY_MS = 86_400_000;
/** Characters of a key that are shown later. */
const HINT = 12;
const SECRET_BYTES = 32;

interface OfApp {
  readonly id: string;
  readonly appName: string;
}
interface NewKey {
  readonly keyId: string;
  readonly apiKey: string;
  readonly secret: string | null;
}
const alive = (ctx: Ctx, appId: string) =>
  ctx.db
    .selectFrom('marketAppKey')
    .where('appId', '=', appId)
    .where('revokeTime', 'is', null)
    .where((e) => e.or([e('expireTime', 'is', null), e('expireTime', '>', ctx.now)]));

/** Makes a key of an application that is locked. What proves who calls is answered here and never again. */
export async function makeKey(ctx: Ctx, app: OfApp, how: { days: number | null | undefined; signMode: SignMode }): Promise<NewKey> {
  const live = await alive(ctx, app.id).select('id').execute();
  if (live.length >= MAX_LIVE_KEYS) throw new AppError('rule.broken', `每个应用最多有${MAX_LIVE_KEYS}个有效密钥，请先吊销不用的密钥`);
  const keyId = ctx.app.ids.next();
  const isSigning = how.signMode !== 'none';
  // a key that signs only names the application: what proves it is the secret, which stays with the caller
  const apiKey = isSigning ? `ak_${keyId}` : `ak_${keyId}.${randomBytes(SECRET_BYTES).toString('base64url')}`;
  const secret = isSigning ? `sk_${randomBytes(SECRET_BYTES).toString('base64url')}` : null;
  await ctx.db
    .insertInto('marketAppKey')
    .values({
      id: keyId,
      appId: app.id,
      keyHash: hashOf(apiKey),
      hint: (isSigning ? apiKey : apiKey.slice(0, apiKey.indexOf('.') + 1 + 4)).slice(-HINT),
      signMode: how.signMode,
      sealedSecret: secret === null ? null : ctx.app.secrets.seal(secret, secretPurpose(keyId)),
      createBy: ctx.user.id,
      createTime: ctx.now,
      expireTime: how.days ? new Date(ctx.now.getTime() + how.days * DAY_MS) : null,
    })
    .execute();
  ctx.audit.note(`应用“${app.appName}”生成密钥 ${keyId}`);
  await bumpRegistry(ctx.db);
  return { keyId, apiKey, secret };
}

/** A new key of the same kind, and an end for the old one: both work until then. */
export async function rotateKey(
  ctx: Ctx,
  app: OfApp,
  { keyId, days, graceDays }: { keyId: string; days?: number | null | undefined; graceDays: number },
): Promise<NewKey> {
  const old = await alive(ctx, app.id).select(['id', 'signMode', 'expireTime']).where('id', '=', keyId).executeTakeFirst();
  if (!old) throw new AppError('entity.notFound', '密钥不存在、已过期或已吊销');
  const ends = new Date(ctx.now.getTime() + graceDays * DAY_MS);
  const made = await makeKey(ctx, app, { days, signMode: old.signMode as SignMode });
  const end = graceDays === 0 ? { revokeTime: ctx.now } : { expireTime: ends };
  if (old.expireTime === null || old.expireTime > ends)
    await ctx.db.updateTable('marketAppKey').set(end).where('id', '=', old.id).execute();
  ctx.audit.note(graceDays === 0 ? `旧密钥 ${old.id} 立即失效` : `旧密钥 ${old.id} 于 ${ends.toISOString()} 到期`);
  return made;
}
