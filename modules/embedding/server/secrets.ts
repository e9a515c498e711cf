import { randomBytes } from 'node:crypto';
import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { MAX_LIVE_SECRETS } from '../contract/embed-app.ts';

const BYTES = 32;
const HINT_CHARS = 4;
const purposeOf = (id: string): string => `embed-secret:${id}`;

/** The secret itself, to check a signature with; null when it was sealed under the key of another installation. */
export function openSecret(ctx: Ctx, { id, sealedSecret }: { id: string; sealedSecret: string }): string | null {
  try {
    return ctx.app.secrets.open(sealedSecret, purposeOf(id));
  } catch {
    return null;
  }
}

interface OfApp {
  readonly id: string;
  readonly appName: string;
}

/** One more secret of an application that is locked; it is answered here and never again. */
export async function makeSecret(ctx: Ctx, app: OfApp): Promise<{ secretId: string; secret: string }> {
  const live = await ctx.db.selectFrom('embedSecret').select('id').where('appId', '=', app.id).where('revokeTime', 'is', null).execute();
  if (live.length >= MAX_LIVE_SECRETS) throw new AppError('rule.broken', `每个应用最多有${MAX_LIVE_SECRETS}个有效密钥，请先吊销不用的密钥`);
  const secretId = ctx.app.ids.next();
  const secret = `es_${randomBytes(BYTES).toString('base64url')}`;
  await ctx.db
    .insertInto('embedSecret')
    .values({
      id: secretId,
      appId: app.id,
      hint: secret.slice(-HINT_CHARS),
      sealedSecret: ctx.app.secrets.seal(secret, purposeOf(secretId)),
      createBy: ctx.user.id,
      createTime: ctx.now,
    })
    .execute();
  ctx.audit.note(`嵌入应用“${app.appName}”生成密钥 ${secretId}`);
  return { secretId, secret };
}

/** Ends a secret: tokens that it signed are refused from now on. */
export async function revokeSecret(ctx: Ctx, app: OfApp, secretId: string): Promise<void> {
  const revoked = await ctx.db
    .updateTable('embedSecret')
    .set({ revokeTime: ctx.now })
    .where('id', '=', secretId)
    .where('appId', '=', app.id)
    .where('revokeTime', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!revoked) throw new AppError('entity.notFound', '密钥不存在或已吊销');
  ctx.audit.note(`嵌入应用“${app.appName}”吊销密钥 ${secretId}`);
}
