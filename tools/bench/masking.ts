import { randomBytes } from 'node:crypto';
import { cpus, loadavg } from 'node:os';
import { describeMask } from '#kit/core/mask/describe.ts';
import { MASK_ALGORITHMS, masked, type Mask } from '#kit/core/mask/index.ts';
import { ciphersOf } from '#kit/server/masks/ciphers.ts';
import { secretBox } from '#kit/server/secret-box.ts';

const TARGET_US = 300_000;
const VALUES = 1000;
const ROUNDS = 3;

const digits = (n: number, length: number): string => String(n).padStart(length, '0').slice(-length);
/** A thousand different values of each kind, as columns hold them. */
const VALUES_OF: Record<string, (n: number) => string> = {
  mobile: (n) => `138${digits(n * 7919, 8)}`,
  name: (n) => `${['王', '欧阳', '李'][n % 3]}${['芳', '小明', '娜'][n % 3]}`,
  idCard: (n) => withIdCheck(`110101199${n % 10}0${(n % 9) + 1}1${n % 10}${digits(n, 3)}`),
  bankCard: (n) => withLuhn(`622202${digits(n * 104_729, 12)}`),
  address: (n) => `浙江省杭州市西湖区文三路${n}号`,
  email: (n) => `user${n}@example.com`,
  creditCode: () => '91350100M000100Y43',
  phone: (n) => `0571-8${digits(n * 7919, 7)}`,
  other: (n) => `GD-2026-${digits(n, 6)}`,
  ip: (n) => `192.168.${n % 256}.${n % 199}`,
  geo: (n) => `120.15${digits(n, 4)},30.28${digits(n, 4)}`,
  date: (n) => `19${digits(n, 2)}-05-06`,
  number: (n) => String(n * 7.77 + 0.5),
  plate: (n) => `浙A${digits(n * 7919, 5)}`,
};
const WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
const withIdCheck = (body: string): string =>
  body + '10X98765432'[WEIGHTS.reduce((sum, weight, i) => sum + weight * Number(body[i]), 0) % 11];
function withLuhn(body: string): string {
  const sum = [...body].reverse().reduce((total, char, i) => {
    const doubled = Number(char) * (i % 2 === 0 ? 2 : 1);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return body + String((10 - (sum % 10)) % 10);
}

const CASES: readonly [Mask, values: string][] = [
  [{ algorithm: 'keep', params: { head: 3, tail: 4 } }, 'mobile'],
  [{ algorithm: 'range', params: { from: 4, to: 7 } }, 'mobile'],
  [{ algorithm: 'after', params: { char: '-' } }, 'other'],
  [{ algorithm: 'pattern', params: { pattern: '###****####' } }, 'mobile'],
  [{ algorithm: 'name', params: {} }, 'name'],
  [{ algorithm: 'idCard', params: {} }, 'idCard'],
  [{ algorithm: 'mobile', params: {} }, 'mobile'],
  [{ algorithm: 'phone', params: {} }, 'phone'],
  [{ algorithm: 'email', params: {} }, 'email'],
  [{ algorithm: 'bankCard', params: {} }, 'bankCard'],
  [{ algorithm: 'address', params: {} }, 'address'],
  [{ algorithm: 'creditCode', params: {} }, 'creditCode'],
  [{ algorithm: 'plate', params: {} }, 'plate'],
  [{ algorithm: 'ip', params: {} }, 'ip'],
  [{ algorithm: 'geo', params: {} }, 'geo'],
  [{ algorithm: 'date', params: { unit: 'month' } }, 'date'],
  [{ algorithm: 'round', params: { step: 1000 } }, 'number'],
  [{ algorithm: 'amount', params: { step: 1000 } }, 'number'],
  [{ algorithm: 'hash', params: {} }, 'mobile'],
  [{ algorithm: 'token', params: { hash: 'sha256' } }, 'mobile'],
  [{ algorithm: 'token', params: { hash: 'sm3' } }, 'mobile'],
  [{ algorithm: 'encrypt', params: { cipher: 'aes' } }, 'mobile'],
  [{ algorithm: 'encrypt', params: { cipher: 'sm4' } }, 'mobile'],
  ...(['mobile', 'phone', 'idCard', 'bankCard', 'creditCode'] as const).flatMap((kind): [Mask, string][] => [
    [{ algorithm: 'preserve', params: { kind, cipher: 'aes' } }, kind],
    [{ algorithm: 'preserve', params: { kind, cipher: 'sm4' } }, kind],
  ]),
];

/** Microseconds of processor time per value, the best of three rounds: the wall clock would measure whoever else is at work. */
function timed(show: (value: unknown) => unknown, values: readonly string[]): number {
  for (const value of values) show(value);
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round++) {
    let count = 0;
    const begun = process.cpuUsage();
    const spent = () => {
      const { user, system } = process.cpuUsage(begun);
      return user + system;
    };
    while (spent() < TARGET_US) {
      for (const value of values) show(value);
      count += values.length;
    }
    best = Math.min(best, spent() / count);
  }
  return best;
}

/** How long a value takes by each mask. */
export function maskingReport(): string {
  const secret = randomBytes(32);
  const box = secretBox(secret);
  const ciphers = ciphersOf([{ version: 1, secret }], (text) => box.sign(text, 'metadata-mask'));
  let failures = 0;
  const lines = CASES.map(([mask, kind]) => {
    const values = Array.from({ length: VALUES }, (_, n) => VALUES_OF[kind]!(n));
    const micro = timed(
      masked(mask, ciphers, () => failures++),
      values,
    );
    const cipher = mask.algorithm === 'preserve' ? (mask.params.cipher === 'aes' ? ' AES-256' : ' SM4') : '';
    return `| ${MASK_ALGORITHMS[mask.algorithm]} | ${describeMask(mask)}${cipher} | ${micro.toFixed(micro < 10 ? 2 : 1)} | ${((micro * VALUES) / 1000).toFixed(1)} |`;
  });
  return [
    `${new Date().toISOString().slice(0, 10)}, Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model.trim() ?? '?'}, load ${loadavg()[0]!.toFixed(1)}; values that could not be masked: ${failures}`,
    '',
    '| algorithm | what it leaves | processor time per value, µs | per 1,000 rows, ms |',
    '|---|---|---|---|',
    ...lines,
  ].join('\n');
}
