import { sha256 } from '@noble/hashes/sha2.js';

/**
 * RSA-OAEP with SHA-256 in plain arithmetic, because `crypto.subtle` does not exist on plain-http intranet origins.
 * Encryption only: it works on public values and a fresh seed, so timing reveals nothing secret but the message length.
 */
const HASH_LENGTH = 32;

export interface RsaPublicKey {
  readonly modulus: bigint;
  readonly exponent: bigint;
  /** length of the modulus in bytes */
  readonly size: number;
}

const toBigInt = (bytes: Uint8Array): bigint => {
  let value = 0n;
  for (const byte of bytes) value = (value << 8n) | BigInt(byte);
  return value;
};

const toBytes = (value: bigint, size: number): Uint8Array => {
  const bytes = new Uint8Array(size);
  for (let i = size - 1, rest = value; i >= 0; i--, rest >>= 8n) bytes[i] = Number(rest & 255n);
  return bytes;
};

/** Reads the two numbers of a DER `SubjectPublicKeyInfo`. */
export function parseSpki(der: Uint8Array): RsaPublicKey {
  let at = 0;
  const enter = (tag: number): number => {
    if (der[at++] !== tag) throw new Error('not an RSA public key');
    const first = der[at++] ?? 0;
    if (first < 0x80) return first;
    let length = 0;
    for (let i = first & 0x7f; i > 0; i--) length = length * 256 + (der[at++] ?? 0);
    return length;
  };
  const integer = (): Uint8Array => {
    const length = enter(0x02);
    const bytes = der.subarray(at, at + length);
    at += length;
    return bytes[0] === 0 ? bytes.subarray(1) : bytes;
  };
  enter(0x30);
  const algorithm = enter(0x30);
  at += algorithm;
  enter(0x03);
  at += 1; // unused bits of the bit string
  enter(0x30);
  const modulus = integer();
  return { modulus: toBigInt(modulus), exponent: toBigInt(integer()), size: modulus.length };
}

/** MGF1 of RFC 8017, appendix B.2.1. */
function mask(seed: Uint8Array, length: number): Uint8Array {
  const out = new Uint8Array(length);
  for (let counter = 0, filled = 0; filled < length; counter++) {
    const block = sha256(concat(seed, toBytes(BigInt(counter), 4)));
    out.set(block.subarray(0, length - filled), filled);
    filled += block.length;
  }
  return out;
}

const concat = (...parts: Uint8Array[]): Uint8Array => {
  const out = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  parts.reduce((offset, part) => {
    out.set(part, offset);
    return offset + part.length;
  }, 0);
  return out;
};

const xor = (a: Uint8Array, b: Uint8Array): Uint8Array => a.map((byte, i) => byte ^ (b[i] ?? 0));

function power(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let result = 1n;
  for (let square = base % modulus, rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % modulus;
    square = (square * square) % modulus;
  }
  return result;
}

/** Encrypts a message (RFC 8017, 7.1.1, empty label). `seed` is 32 random bytes, never used twice. */
export function encryptOaep(key: RsaPublicKey, message: Uint8Array, seed: Uint8Array): Uint8Array {
  if (seed.length !== HASH_LENGTH) throw new Error('seed must be 32 bytes');
  const room = key.size - 2 * HASH_LENGTH - 2;
  if (message.length > room) throw new Error('message too long');
  const data = concat(sha256(new Uint8Array()), new Uint8Array(room - message.length), Uint8Array.of(1), message);
  const maskedData = xor(data, mask(seed, data.length));
  const maskedSeed = xor(seed, mask(maskedData, HASH_LENGTH));
  const block = toBigInt(concat(Uint8Array.of(0), maskedSeed, maskedData));
  return toBytes(power(block, key.exponent, key.modulus), key.size);
}
