/*
 * FF1 of NIST SP 800-38G: encryption of a row of numerals to one of equal length. The cipher of blocks is given, so that AES and SM4 serve.
 */

type Block = (block: Uint8Array) => Uint8Array;
export interface Ff1 {
  encrypt(numerals: readonly number[], tweak: Uint8Array): number[];
  decrypt(numerals: readonly number[], tweak: Uint8Array): number[];
}

/** Fewer values than this can be tried one by one (SP 800-38G Rev. 1). */
export const LEAST_DOMAIN = 1_000_000;
const ROUNDS = 10;
const BLOCK_BYTES = 16;
const LONGEST_TWEAK = 65_536;
/** Moduli below this leave room for one more byte in the 53 bits of a number. */
const MAX_IN_NUMBERS = 2 ** 45;

/** Sums of half the numerals: in numbers where they fit, which is much faster. */
interface Arithmetic<N> {
  power(radix: number, length: number): N;
  read(numerals: readonly number[], radix: number): N;
  write(value: N, radix: number, length: number): number[];
  /** `value` as big-endian bytes at the end of a block */
  store(value: N, into: Uint8Array, length: number): void;
  add(value: N, bytes: Uint8Array, modulus: N): N;
  subtract(value: N, bytes: Uint8Array, modulus: N): N;
}

function modulo(bytes: Uint8Array, modulus: number): number {
  let rest = 0;
  for (let i = 0; i < bytes.length; i++) rest = (rest * 256 + bytes[i]!) % modulus;
  return rest;
}
const numbers: Arithmetic<number> = {
  power: (radix, length) => radix ** length,
  read: (numerals, radix) => numerals.reduce((value, numeral) => value * radix + numeral, 0),
  write(value, radix, length) {
    const numerals = Array<number>(length);
    for (let at = length - 1, left = value; at >= 0; at--, left = Math.floor(left / radix)) numerals[at] = left % radix;
    return numerals;
  },
  store(value, into, length) {
    for (let at = 1, left = value; at <= length; at++, left = Math.floor(left / 256)) into[into.length - at] = left % 256;
  },
  add: (value, bytes, modulus) => (value + modulo(bytes, modulus)) % modulus,
  subtract: (value, bytes, modulus) => (value - modulo(bytes, modulus) + modulus) % modulus,
};

const bigModulo = (bytes: Uint8Array, modulus: bigint): bigint =>
  bytes.reduce((value, byte) => value * 256n + BigInt(byte), 0n as bigint) % modulus;
const bigNumbers: Arithmetic<bigint> = {
  power: (radix, length) => BigInt(radix) ** BigInt(length),
  read: (numerals, radix) => numerals.reduce((value, numeral) => value * BigInt(radix) + BigInt(numeral), 0n as bigint),
  write(value, radix, length) {
    const numerals = Array<number>(length);
    for (let at = length - 1, left = value; at >= 0; at--, left /= BigInt(radix)) numerals[at] = Number(left % BigInt(radix));
    return numerals;
  },
  store(value, into, length) {
    for (let at = 1, left = value; at <= length; at++, left /= 256n) into[into.length - at] = Number(left % 256n);
  },
  add: (value, bytes, modulus) => (value + bigModulo(bytes, modulus)) % modulus,
  subtract: (value, bytes, modulus) => (value - bigModulo(bytes, modulus) + modulus) % modulus,
};

/** What the rounds need of the lengths of numerals and tweak (steps 1 to 5). */
interface Lengths {
  readonly u: number;
  readonly v: number;
  /** bytes of a half, and of what is added to it */
  readonly b: number;
  readonly d: number;
  /** the first block of every round, encrypted */
  readonly start: Uint8Array;
  /** how many values each half has */
  readonly moduli: readonly [number, number];
}
function lengthsOf(block: Block, radix: number, n: number, t: number): Lengths {
  if (n < 2 || radix ** n < LEAST_DOMAIN) throw new RangeError('too few values for FF1');
  const u = Math.floor(n / 2);
  const v = n - u;
  const b = Math.ceil(bitsOf(radix, v) / 8);
  const p = new Uint8Array(BLOCK_BYTES);
  p.set([1, 2, 1, radix >>> 16, radix >>> 8, radix, ROUNDS, u]);
  const view = new DataView(p.buffer);
  view.setUint32(8, n);
  view.setUint32(12, t);
  return { u, v, b, d: 4 * Math.ceil(b / 4) + 4, start: block(p), moduli: [radix ** u, radix ** v] };
}
/** Bits of the largest number of `length` numerals. */
const bitsOf = (radix: number, length: number): number => (BigInt(radix) ** BigInt(length) - 1n).toString(2).length;

/** The `d` bytes that a round adds (step 6): the last block of a chain over the tweak and one half, made longer by counting. */
function roundBytes(block: Block, q: Uint8Array, { start, d }: Lengths): Uint8Array {
  let last = start;
  const mixed = new Uint8Array(BLOCK_BYTES);
  for (let at = 0; at < q.length; at += BLOCK_BYTES) {
    for (let i = 0; i < BLOCK_BYTES; i++) mixed[i] = last[i]! ^ q[at + i]!;
    last = block(mixed);
  }
  if (d <= BLOCK_BYTES) return last.subarray(0, d);
  const bytes = new Uint8Array(Math.ceil(d / BLOCK_BYTES) * BLOCK_BYTES);
  bytes.set(last);
  for (let j = 1; j * BLOCK_BYTES < d; j++) {
    const counted = Uint8Array.from(last);
    const view = new DataView(counted.buffer);
    view.setUint32(12, view.getUint32(12) ^ j);
    bytes.set(block(counted), j * BLOCK_BYTES);
  }
  return bytes.subarray(0, d);
}

/** FF1 over numerals of a radix. Throws RangeError for rows with fewer than a million values. */
export function ff1(block: Block, radix: number): Ff1 {
  const known = new Map<number, Lengths>();
  function run<N>(math: Arithmetic<N>, lengths: Lengths, numerals: readonly number[], tweak: Uint8Array, direction: 1 | -1): number[] {
    const { u, v, b } = lengths;
    const q = new Uint8Array(Math.ceil((tweak.length + b + 1) / BLOCK_BYTES) * BLOCK_BYTES);
    q.set(tweak);
    const moduli = [math.power(radix, u), math.power(radix, v)] as const;
    let left = math.read(numerals.slice(0, u), radix);
    let right = math.read(numerals.slice(u), radix);
    for (let step = 0; step < ROUNDS; step++) {
      const round = direction === 1 ? step : ROUNDS - 1 - step;
      q[q.length - b - 1] = round;
      math.store(direction === 1 ? right : left, q, b);
      const bytes = roundBytes(block, q, lengths);
      const modulus = moduli[round % 2 === 0 ? 0 : 1];
      if (direction === 1) [left, right] = [right, math.add(left, bytes, modulus)];
      else [left, right] = [math.subtract(right, bytes, modulus), left];
    }
    return [...math.write(left, radix, u), ...math.write(right, radix, v)];
  }
  const turn = (numerals: readonly number[], tweak: Uint8Array, direction: 1 | -1): number[] => {
    const key = numerals.length * LONGEST_TWEAK + tweak.length;
    let lengths = known.get(key);
    if (!lengths) {
      lengths = lengthsOf(block, radix, numerals.length, tweak.length);
      known.set(key, lengths);
    }
    return lengths.moduli[1] < MAX_IN_NUMBERS
      ? run(numbers, lengths, numerals, tweak, direction)
      : run(bigNumbers, lengths, numerals, tweak, direction);
  };
  return {
    encrypt: (numerals, tweak) => turn(numerals, tweak, 1),
    decrypt: (numerals, tweak) => turn(numerals, tweak, -1),
  };
}
