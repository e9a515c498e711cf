import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { AppError } from '#kit/contract/errors.ts';
import type { App } from '#kit/server/ctx.ts';
import type { HotCall } from '#kit/server/http/hot.ts';
import { digestName, NONCE, SIGN_HEADERS, SIGN_WINDOW_MS, textToSign, type SignMode } from '../../core/signing.ts';

/** The secret of a key that signs, as it is stored. */
export interface Signing {
  readonly keyId: string;
  readonly mode: Exclude<SignMode, 'none'>;
  readonly sealed: string;
}
const MINUTE_MS = 60_000;
const refused = (message: string) => new AppError('api.signature', message);

export const secretPurpose = (keyId: string): string => `market-key:${keyId}`;

/** Checks signed calls: time, signature, and that no node has seen the call before. */
export class Signatures {
  readonly #app: App;
  readonly #opened = new WeakMap<Signing, string>();

  constructor(app: App) {
    this.#app = app;
  }

  /** Throws api.signature. `at` is the path that was signed, without its query. */
  async assert(call: HotCall, signing: Signing, at: { path: string; query: string }): Promise<void> {
    const [timestamp, nonce, signature] = [
      one(call, SIGN_HEADERS.timestamp),
      one(call, SIGN_HEADERS.nonce),
      one(call, SIGN_HEADERS.signature),
    ];
    if (timestamp === null || nonce === null || signature === null)
      throw refused(`该密钥要求签名调用，请提供请求头 ${Object.values(SIGN_HEADERS).join('、')}`);
    const now = this.#app.now().getTime();
    if (!/^\d{13}$/.test(timestamp) || Math.abs(Number(timestamp) - now) > SIGN_WINDOW_MS)
      throw refused('签名时间应为毫秒时间戳，与平台时间相差不超过5分钟');
    if (!NONCE.test(nonce)) throw refused('签名随机数应为16到64个字母、数字、下划线或连字符');
    const hash = digestName(signing.mode);
    const bodyDigest = createHash(hash)
      .update(await call.text())
      .digest('hex');
    const text = textToSign({ method: call.method, ...at, bodyDigest, timestamp, nonce });
    const expected = createHmac(hash, this.#secretOf(signing)).update(text).digest();
    const given = Buffer.from(/^[0-9a-f]{64}$/i.test(signature) ? signature : '', 'hex');
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw refused('签名不正确，请核对签名内容与密钥');
    // only signed calls come so far: strangers fill no table
    await this.#assertNew(signing.keyId, nonce, new Date(Number(timestamp) + SIGN_WINDOW_MS + MINUTE_MS));
  }

  #secretOf(signing: Signing): string {
    let secret = this.#opened.get(signing);
    if (secret === undefined) {
      secret = this.#app.secrets.open(signing.sealed, secretPurpose(signing.keyId));
      this.#opened.set(signing, secret);
    }
    return secret;
  }

  async #assertNew(keyId: string, nonce: string, expireTime: Date): Promise<void> {
    const added = await this.#app.db
      .insertInto('marketNonce')
      .values({ keyId, nonce, expireTime })
      .onConflict((conflict) => conflict.columns(['keyId', 'nonce']).doNothing())
      .returning('nonce')
      .executeTakeFirst();
    if (!added) throw refused('该请求已经使用过，请换用新的随机数重新签名');
  }
}

function one({ headers }: HotCall, name: string): string | null {
  const value = headers[name];
  return typeof value === 'string' ? value : null;
}
