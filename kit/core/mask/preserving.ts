import { bankCardProblem, luhnCheck } from '../cn/bank-card.ts';
import { CREDIT_CODE_CHARACTERS, creditCodeCheck, creditCodeProblem, normalCreditCode } from '../cn/credit-code.ts';
import { idCardCheck, idCardProblem } from '../cn/id-card.ts';
import { mobileProblem } from '../cn/mobile.ts';
import { orgCodeCheck } from '../cn/org-code.ts';
import { phoneProblem } from '../cn/phone.ts';
import type { PreservedKind } from './algorithms.ts';
import { ff1, type Ff1 } from './ff1.ts';
import { folded } from './parts.ts';

/*
 * Encryption that keeps the form of a value: what comes out passes the check of its kind, and leads back to the value. Of each kind one part
 * stays as it is and goes into the encryption as its tweak, one part is encrypted by FF1, and check characters are computed anew.
 */

interface Parts {
  readonly kept: string;
  readonly radix: number;
  readonly numerals: readonly number[];
  /** the value with other numerals; null when no value has them */
  readonly join: (numerals: readonly number[]) => string | null;
}

const digitsOf = (text: string): number[] => Array.from(text, Number);
/** A value of its kind, or null: encryption goes on until it meets one, which keeps it a permutation of the values of the kind. */
const checked = (text: string, problem: (text: string) => string | null): string | null => (problem(text) === null ? text : null);

function mobile(value: string): Parts | null {
  const text = folded(value).trim();
  const found = /^((?:\+?86[- ]?)?1\d{2})([- ]?)(\d{4})([- ]?)(\d{4})$/.exec(text);
  if (!found || mobileProblem(text) !== null) return null;
  const [, front, first, , second] = found as unknown as [string, string, string, string, string];
  return {
    kept: front.slice(-3),
    radix: 10,
    numerals: digitsOf(found[3]! + found[5]!),
    join: (numerals) => `${front}${first}${numerals.slice(0, 4).join('')}${second}${numerals.slice(4).join('')}`,
  };
}

function phone(value: string): Parts | null {
  const text = folded(value).trim();
  const found = /^(\(?0(?:10|2\d|[3-9]\d{2})\)?[- ]?)(\d{7,8})((?:[-转]\d{1,6})?)$|^([48]00-?)(\d{3})(-?)(\d{4})$/.exec(text);
  if (!found || phoneProblem(text) !== null) return null;
  const area = found[1];
  if (area !== undefined)
    return {
      kept: area.replace(/\D/g, ''),
      radix: 10,
      numerals: digitsOf(found[2]!),
      join: (numerals) => checked(`${area}${numerals.join('')}${found[3]}`, phoneProblem),
    };
  return {
    kept: found[4]!.slice(0, 3),
    radix: 10,
    numerals: digitsOf(found[5]! + found[7]!),
    join: (numerals) => `${found[4]}${numerals.slice(0, 3).join('')}${found[6]}${numerals.slice(3).join('')}`,
  };
}

const BIN = 6;
function bankCard(value: string): Parts | null {
  const text = folded(value).replaceAll(' ', '');
  if (bankCardProblem(text) !== null) return null;
  const kept = text.slice(0, BIN);
  return {
    kept,
    radix: 10,
    numerals: digitsOf(text.slice(BIN, -1)),
    join: (numerals) => {
      const body = kept + numerals.join('');
      return checked(body + luhnCheck(body), bankCardProblem);
    },
  };
}

function creditCode(value: string): Parts | null {
  const text = normalCreditCode(folded(value));
  if (creditCodeProblem(text) !== null) return null;
  const kept = text.slice(0, 8);
  return {
    kept,
    radix: CREDIT_CODE_CHARACTERS.length,
    numerals: Array.from(text.slice(8, 16), (char) => CREDIT_CODE_CHARACTERS.indexOf(char)),
    join: (numerals) => {
      const organisation = numerals.map((numeral) => CREDIT_CODE_CHARACTERS[numeral]).join('');
      const body = kept + organisation + orgCodeCheck(organisation);
      return body + creditCodeCheck(body);
    },
  };
}

const AREAS = 9999;
const SERIALS = 1000;
const DAY_MS = 86_400_000;
const startOf = (year: number): number => Date.UTC(year, 0, 1);
const RANK_RADIX = 16;
const RANK_NUMERALS = 8;

/** Area below the province, day of the year and serial number are one number; province and year of birth stay. */
function idCard(value: string): Parts | null {
  const text = folded(value).trim().toUpperCase();
  const isOld = /^\d{15}$/.test(text);
  const long = isOld ? `${text.slice(0, 6)}19${text.slice(6)}` : text.slice(0, 17);
  if (idCardProblem(isOld ? long + idCardCheck(long) : text) !== null) return null;
  const [province, year] = [long.slice(0, 2), Number(long.slice(6, 10))];
  const days = (startOf(year + 1) - startOf(year)) / DAY_MS;
  const day = (Date.UTC(year, Number(long.slice(10, 12)) - 1, Number(long.slice(12, 14))) - startOf(year)) / DAY_MS;
  const rank = ((Number(long.slice(2, 6)) - 1) * days + day) * SERIALS + Number(long.slice(14, 17));
  return {
    kept: `${isOld ? 'old' : ''}${province}${year}`,
    radix: RANK_RADIX,
    numerals: Array.from(rank.toString(RANK_RADIX).padStart(RANK_NUMERALS, '0'), (digit) => parseInt(digit, RANK_RADIX)),
    join(numerals) {
      const other = numerals.reduce((sum, numeral) => sum * RANK_RADIX + numeral, 0);
      if (other >= AREAS * days * SERIALS) return null;
      const area = String(Math.floor(other / SERIALS / days) + 1).padStart(4, '0');
      const date = new Date(startOf(year) + (Math.floor(other / SERIALS) % days) * DAY_MS).toISOString();
      const born = date.slice(0, 10).replaceAll('-', '');
      const serial = String(other % SERIALS).padStart(3, '0');
      if (isOld) return `${province}${area}${born.slice(2)}${serial}`;
      const body = `${province}${area}${born}${serial}`;
      return body + idCardCheck(body);
    },
  };
}

const MAX_DIGITS = 60;
function digits(value: string): Parts | null {
  const found = value.match(/\d/g) ?? [];
  if (found.length > MAX_DIGITS) return null;
  return {
    kept: '',
    radix: 10,
    numerals: found.map(Number),
    join(numerals) {
      let at = 0;
      return value.replace(/\d/g, () => String(numerals[at++]));
    },
  };
}

const SPLITS: Record<PreservedKind, (value: string) => Parts | null> = { idCard, mobile, phone, bankCard, creditCode, digits };
/** One letter each: with a short tweak a round of FF1 takes one block. */
const LETTERS: Record<PreservedKind, string> = { idCard: 'i', mobile: 'm', phone: 'p', bankCard: 'b', creditCode: 'c', digits: 'd' };
const tweakOf = (kind: PreservedKind, { kept }: Parts): Uint8Array => Uint8Array.from(LETTERS[kind] + kept, (char) => char.charCodeAt(0));

export interface Preserver {
  encrypt(value: string): string;
  decrypt(value: string): string;
}

/** Encryption of one kind under one key. Both ways throw RangeError for what is no value of the kind, or has fewer than a million neighbours. */
export function preserver(kind: PreservedKind, block: (block: Uint8Array) => Uint8Array): Preserver {
  const ciphers = new Map<number, Ff1>();
  const turn = (value: string, way: 'encrypt' | 'decrypt'): string => {
    const parts = SPLITS[kind](value);
    if (parts === null) throw new RangeError(`no ${kind}`);
    const cipher = ciphers.get(parts.radix) ?? ff1(block, parts.radix);
    ciphers.set(parts.radix, cipher);
    const tweak = tweakOf(kind, parts);
    let numerals = cipher[way](parts.numerals, tweak);
    let text = parts.join(numerals);
    while (text === null) {
      numerals = cipher[way](numerals, tweak);
      text = parts.join(numerals);
    }
    return text;
  };
  return { encrypt: (value) => turn(value, 'encrypt'), decrypt: (value) => turn(value, 'decrypt') };
}
