import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import type { BlockCipher, Ciphers } from '../../core/mask/index.ts';

/** One version of the key of masks: 32 bytes, from which the key of each use is derived. */
export interface MaskKey {
  readonly version: number;
  readonly secret: Buffer;
}
/** What masks need, and what leads back from the text of a reversible one. */
export interface KeyedCiphers extends Ciphers {
  /** version of the newest key; what it made changes with it */
  readonly version: number;
  /** The clear text of a sealed one, whichever key made it; throws when no key opens it. */
  open(sealed: string): string;
  /** the encryption of blocks under a version of the key; throws when there is none */
  blockOf(cipher: BlockCipher, version: number): (block: Uint8Array) => Uint8Array;
}

const GCM_IV_BYTES = 12;
const CTR_IV_BYTES = 16;
const TAG_BYTES = 16;
const KEY_BYTES: Record<BlockCipher, number> = { aes: 32, sm4: 16 };
const TOKEN_CHARACTERS = 32;
/** `v3.s.…`: version of the key, cipher, and bytes. */
const SEALED = /^v(\d{1,9})\.([as])\.([\w-]+)$/;

const derived = ({ secret }: MaskKey, use: string, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, 'databrain-mask', use, bytes));

/** Blocks one by one: ECB here is what modes are built from, not a mode. */
function blocks(key: MaskKey, cipher: BlockCipher): (block: Uint8Array) => Uint8Array {
  const name = cipher === 'aes' ? 'aes-256-ecb' : 'sm4-ecb';
  const context = createCipheriv(name, derived(key, `ff1:${cipher}`, KEY_BYTES[cipher]), null).setAutoPadding(false);
  return (block) => context.update(block);
}

/** AES-256-GCM. */
function gcm(key: MaskKey) {
  const secret = derived(key, 'aes-256-gcm', 32);
  return {
    seal(text: string): Buffer {
      const iv = randomBytes(GCM_IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', secret, iv);
      const body = [cipher.update(text, 'utf8'), cipher.final()];
      return Buffer.concat([iv, cipher.getAuthTag(), ...body]);
    },
    open(bytes: Buffer): string {
      const decipher = createDecipheriv('aes-256-gcm', secret, bytes.subarray(0, GCM_IV_BYTES));
      decipher.setAuthTag(bytes.subarray(GCM_IV_BYTES, GCM_IV_BYTES + TAG_BYTES));
      return Buffer.concat([decipher.update(bytes.subarray(GCM_IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8');
    },
  };
}

/** SM4-CTR, then HMAC-SM3 over it: SM4 has no mode of its own in OpenSSL that authenticates. */
function ctr(key: MaskKey) {
  const secret = derived(key, 'sm4-ctr', KEY_BYTES.sm4);
  const macKey = derived(key, 'sm4-ctr:hmac-sm3', 32);
  const tag = (ivAndBody: Buffer) => createHmac('sm3', macKey).update(ivAndBody).digest().subarray(0, TAG_BYTES);
  return {
    seal(text: string): Buffer {
      const iv = randomBytes(CTR_IV_BYTES);
      const cipher = createCipheriv('sm4-ctr', secret, iv);
      const body = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([tag(body), body]);
    },
    open(bytes: Buffer): string {
      const body = bytes.subarray(TAG_BYTES);
      if (body.length < CTR_IV_BYTES || !timingSafeEqual(tag(body), bytes.subarray(0, TAG_BYTES)))
        throw new Error('a sealed value was changed');
      const decipher = createDecipheriv('sm4-ctr', secret, body.subarray(0, CTR_IV_BYTES));
      return Buffer.concat([decipher.update(body.subarray(CTR_IV_BYTES)), decipher.final()]).toString('utf8');
    },
  };
}

/** Makes of a secret, once and when it is first asked for. */
function once<K, V>(make: (key: K) => V): (key: K) => V {
  const made = new Map<K, V>();
  return (key) => {
    if (!made.has(key)) made.set(key, make(key));
    return made.get(key)!;
  };
}

/** The cryptography of masks with these keys, of which the newest makes and all read. At least one key is needed. */
export function ciphersOf(keys: readonly MaskKey[], digest: (text: string) => string): KeyedCiphers {
  const byVersion = new Map(keys.map((key) => [key.version, key]));
  const version = Math.max(...byVersion.keys());
  const keyOf = (of: number): MaskKey => {
    const key = byVersion.get(of);
    if (!key) throw new Error(`there is no mask key of version ${of}`);
    return key;
  };
  const sealers = { a: once((of: number) => gcm(keyOf(of))), s: once((of: number) => ctr(keyOf(of))) };
  const blockKeys = { aes: once((of: number) => blocks(keyOf(of), 'aes')), sm4: once((of: number) => blocks(keyOf(of), 'sm4')) };
  const tokenKey = once((hash: string) => derived(keyOf(version), `hmac-${hash}`, 32));
  return {
    digest,
    version,
    token: (hash, text) => createHmac(hash, tokenKey(hash)).update(text).digest('hex').slice(0, TOKEN_CHARACTERS),
    seal(cipher, text) {
      const mark = cipher === 'aes' ? 'a' : 's';
      return `v${version}.${mark}.${sealers[mark](version).seal(text).toString('base64url')}`;
    },
    open(sealed) {
      const found = SEALED.exec(sealed);
      if (!found) throw new Error('not a sealed value');
      return sealers[found[2] as 'a' | 's'](Number(found[1])).open(Buffer.from(found[3]!, 'base64url'));
    },
    block: (cipher) => blockKeys[cipher](version),
    blockOf: (cipher, of) => blockKeys[cipher](of),
  };
}
