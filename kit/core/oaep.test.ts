import { constants, generateKeyPairSync, privateDecrypt, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { encryptOaep, parseSpki } from './oaep.ts';

const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
const key = parseSpki(new Uint8Array(pair.publicKey.export({ type: 'spki', format: 'der' })));
const open = (sealed: Uint8Array) =>
  privateDecrypt({ key: pair.privateKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' }, sealed);
const seal = (message: Uint8Array) => encryptOaep(key, message, new Uint8Array(randomBytes(32)));

describe('RSA-OAEP-SHA256', () => {
  it('is opened by node:crypto, whatever the length and the characters', () => {
    for (const text of ['', 'a', '密码 Databrain@2026', 'x'.repeat(190)]) {
      const message = new TextEncoder().encode(text);
      expect(open(seal(message)).toString('utf8')).toBe(text);
    }
  });

  it('reads keys of other sizes', () => {
    const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 3072 });
    const other = parseSpki(new Uint8Array(publicKey.export({ type: 'spki', format: 'der' })));
    const sealed = encryptOaep(other, new Uint8Array([1, 2, 3]), new Uint8Array(32));
    expect(sealed).toHaveLength(384);
    expect([...privateDecrypt({ key: privateKey, oaepHash: 'sha256', padding: constants.RSA_PKCS1_OAEP_PADDING }, sealed)]).toEqual([
      1, 2, 3,
    ]);
  });

  it('refuses a message that does not fit, a wrong seed, and what is no key', () => {
    expect(() => seal(new Uint8Array(191))).toThrow('too long');
    expect(() => encryptOaep(key, new Uint8Array(1), new Uint8Array(31))).toThrow('seed');
    expect(() => parseSpki(new Uint8Array([1, 2, 3]))).toThrow('not an RSA public key');
  });
});
