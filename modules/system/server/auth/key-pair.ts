import { constants, createPrivateKey, generateKeyPair, privateDecrypt, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import type { App } from '#kit/server/ctx.ts';
import { namedCache } from '#kit/server/named-cache.ts';

/** A pair encrypts for a day, then a new one takes over. */
const ROTATE_MS = 24 * 3_600_000;
/** Longer than any captcha row lives. */
export const KEEP_MS = ROTATE_MS + 3_600_000;
const PURPOSE = 'sign-in-key';

export interface PublicKey {
  readonly id: string;
  /** PEM, SPKI */
  readonly publicKey: string;
}

const opened = namedCache<KeyObject>({
  name: 'system.signInKey',
  label: '登录密钥',
  summary: '已打开的登录加密私钥，清除后下次登录会重新打开',
  max: 20,
});

/** The pair that sign-in pages encrypt with now; made when there is none or it is a day old. Two nodes may each make one: both work. */
export async function currentKey(app: App): Promise<PublicKey> {
  const newest = await app.db
    .selectFrom('sysRsaKey')
    .select(['id', 'publicKey'])
    .where('createTime', '>', new Date(app.now().getTime() - ROTATE_MS))
    .orderBy('createTime', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return newest ?? makeKey(app);
}

async function makeKey(app: App): Promise<PublicKey> {
  const { publicKey, privateKey } = await promisify(generateKeyPair)('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const id = app.ids.next();
  await app.db
    .insertInto('sysRsaKey')
    .values({ id, publicKey, privateKey: app.secrets.seal(privateKey, PURPOSE), createTime: app.now() })
    .execute();
  return { id, publicKey };
}

/** Decrypts base64 of RSA-OAEP-SHA-256; null when the text was not made with this key. */
export async function decryptWith(app: App, keyId: string, base64: string): Promise<string | null> {
  const key = await privateKeyOf(app, keyId);
  if (!key) return null;
  try {
    return privateDecrypt({ key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' }, Buffer.from(base64, 'base64')).toString(
      'utf8',
    );
  } catch {
    return null; // a wrong ciphertext is the sender's mistake
  }
}

async function privateKeyOf(app: App, id: string): Promise<KeyObject | null> {
  const known = opened.get(id);
  if (known) return known;
  const row = await app.db.selectFrom('sysRsaKey').select('privateKey').where('id', '=', id).executeTakeFirst();
  if (!row) return null;
  const key = createPrivateKey(app.secrets.open(row.privateKey, PURPOSE));
  opened.set(id, key);
  return key;
}
