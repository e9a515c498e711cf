import type { Random } from './random.ts';

const WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];

/** Check character of an 18-digit identity number (GB 11643). */
function idCardCheck(first17: string): string {
  const sum = WEIGHTS.reduce((total, weight, index) => total + weight * Number(first17[index]), 0);
  return '10X98765432'[sum % 11] as string;
}

/**
 * A well-formed identity number that nobody has: the area part is the code of a whole city (…00),
 * while real numbers carry the code of a district.
 */
export function idCardNo(city: string, birthday: string, serial: number, gender: '1' | '2'): string {
  const order = String((((serial * 2) % 998) + (gender === '1' ? 1 : 2)) % 1000).padStart(3, '0');
  const body = `${city}${birthday.replaceAll('-', '')}${order}`;
  return body + idCardCheck(body);
}

/** 11 digits that pass the usual pattern; the prefixes 154 and 164 are not given out to people. */
export const mobileNo = (serial: number): string =>
  `1${serial % 2 ? 5 : 6}4${String((serial * 7_919_317 + 20_114_023) % 100_000_000).padStart(8, '0')}`;

/** 19-digit card number with a valid Luhn digit and a bank prefix that does not exist. */
export function bankCardNo(serial: number): string {
  const body = `629999${String((serial * 104_729_633 + 37) % 1_000_000_000_000).padStart(12, '0')}`;
  let sum = 0;
  for (let i = 0; i < body.length; i++) {
    const digit = Number(body[body.length - 1 - i]) * (i % 2 === 0 ? 2 : 1);
    sum += digit > 9 ? digit - 9 : digit;
  }
  return body + String((10 - (sum % 10)) % 10);
}

const CREDIT = '0123456789ABCDEFGHJKLMNPQRTUWXY';
/** Check character of a unified social credit code (GB 32100). */
function creditCheck(first17: string): string {
  let sum = 0;
  for (let i = 0; i < 17; i++) sum += CREDIT.indexOf(first17[i] as string) * (3 ** i % 31);
  return CREDIT[(31 - (sum % 31)) % 31] as string;
}
const ORG_WEIGHTS = [3, 7, 9, 10, 5, 8, 4, 2];
/** Check character of an organisation code (GB 11714), which is part of the credit code. */
function orgCheck(first8: string): string {
  const sum = ORG_WEIGHTS.reduce((total, weight, index) => total + weight * parseInt(first8[index] as string, 36), 0);
  return '0123456789X0'[11 - (sum % 11)] as string;
}
/** 18-character credit code of an organisation in a city; kind 11 = authority, 91 = company. */
export function creditCode(kind: '11' | '12' | '91', city: string, random: Random): string {
  let body = `${kind}${city}MA`;
  while (body.length < 17) body += CREDIT[random.int(0, 30)];
  body = body.slice(0, 16) + orgCheck(body.slice(8, 16));
  return body + creditCheck(body);
}
