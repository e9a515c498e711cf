import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Encryption of stored credentials and signatures of short-lived links. */
export interface SecretBox {
  /** Encrypts text (AES-256-GCM). `purpose` selects a derived key: the result can only be opened with the same purpose. */
  seal(text: string, purpose: string): string;
  /** Decrypts what `seal` returned; throws when key, purpose or text do not match. */
  open(sealed: string, purpose: string): string;
  /** Keyed digest (HMAC-SHA-256, base64url) of a message for a purpose. */
  sign(message: string, purpose: string): string;
  /** Compares in constant time. */
  verify(message: string, purpose: string, signature: string): boolean;
  /** Identifies the key without revealing it. */
  readonly fingerprint: string;
}

/** Makes a secret box from the 32-byte installation key; each purpose has its own derived key (HKDF-SHA-256). */
export function secretBox(key: Buffer): SecretBox {
  if (key.length !== 32) throw new Error('the installation key must have 32 bytes');
  const derived = new Map<string, Buffer>();
  const keyFor = (purpose: string): Buffer => {
    let found = derived.get(purpose);
    if (!found) {
      found = Buffer.from(hkdfSync('sha256', key, 'databrain', purpose, 32));
      derived.set(purpose, found);
    }
    return found;
  };
  const sign = (message: string, purpose: string) =>
    createHmac('sha256', keyFor(`sign:${purpose}`))
      .update(message)
      .digest('base64url');
  return {
    seal(text, purpose) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', keyFor(purpose), iv);
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return `v1.${Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')}`;
    },
    open(sealed, purpose) {
      if (!sealed.startsWith('v1.')) throw new Error('sealed text of an unknown version');
      const bytes = Buffer.from(sealed.slice(3), 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', keyFor(purpose), bytes.subarray(0, IV_BYTES));
      decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8');
    },
    sign,
    verify(message, purpose, signature) {
      const expected = Buffer.from(sign(message, purpose));
      const given = Buffer.from(signature);
      return expected.length === given.length && timingSafeEqual(expected, given);
    },
    fingerprint: createHash('sha256').update('fingerprint').update(key).digest('hex').slice(0, 16),
  };
}
