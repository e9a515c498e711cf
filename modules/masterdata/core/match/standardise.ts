import { creditCodeProblem, normalCreditCode } from '#kit/core/cn/credit-code.ts';
import { idCardProblem } from '#kit/core/cn/id-card.ts';
import { bigramsOf } from '#kit/core/text/alike.ts';
import { syllablesOf } from '#kit/core/text/pinyin.ts';
import { companyName, plainText, type CompanyName } from './company.ts';
import type { MatchKind } from './kinds.ts';
import { withoutPlaces } from './places.ts';

/** A value made comparable, with what its comparison needs more than once. */
export interface Standard {
  readonly text: string;
  /** identifiers: whether the value is well formed to its check digit */
  readonly isValid: boolean;
  readonly grams: readonly string[];
  readonly sound: string;
  readonly company: CompanyName | null;
  /** numbers and days: the figure */
  readonly figure: number;
}

const soundOf = (text: string): string => syllablesOf(text).join(' ');
const DAY_MS = 86_400_000;

/** A phone number without country code, brackets and dashes; an extension goes. */
export function plainPhone(value: string): string {
  const text = value.normalize('NFKC').replace(/(?:转|#|ext\.?|分机).*$/i, '');
  return text.replace(/\D/g, '').replace(/^(?:0086|86)(?=1\d{10}$|0\d{9,11}$)/, '');
}

/** An address without what everybody leaves out or writes in another way. */
const plainAddress = (value: string): string => {
  const { places, rest } = withoutPlaces(plainText(value).replace(/[()（）]/g, ''));
  return places.join('') + rest.replace(/(?<=\d)(?:号院|號|号楼|幢|栋)/g, '号');
};

/** A day of a text as it is written in Chinese papers: 2026-11-2, 2026年11月2日, 20261102. NaN for none. */
function dayOf(value: string): number {
  const found = /^(\d{4})\D?(\d{1,2})\D?(\d{1,2})/.exec(value.normalize('NFKC').trim());
  return found ? Date.UTC(Number(found[1]), Number(found[2]) - 1, Number(found[3])) / DAY_MS : Number.NaN;
}
const day = (figure: number): string => new Date(figure * DAY_MS).toISOString().slice(0, 10);

const TEXTS: Readonly<Record<MatchKind, (value: string) => string>> = {
  company: (value) => plainText(value).replace(/[()[\]【】]/g, ''),
  creditCode: (value) => normalCreditCode(value.normalize('NFKC')).replace(/[^0-9A-Z]/g, ''),
  idCard: (value) =>
    value
      .normalize('NFKC')
      .toUpperCase()
      .replace(/[^0-9X]/g, ''),
  code: (value) => plainText(value),
  phone: plainPhone,
  person: (value) => plainText(value).replace(/(?:先生|女士|小姐|经理|总)$/, ''),
  address: plainAddress,
  text: (value) => plainText(value).replace(/[()[\]【】]/g, ''),
  exact: (value) => value.normalize('NFKC').trim(),
  number: (value) => value.normalize('NFKC').replace(/[\s,]/g, ''),
  date: (value) => value.trim(),
};

const NONE = { isValid: false, grams: [], sound: '', company: null, figure: Number.NaN } as const;

/** The comparable form of a value; null when there is nothing to compare. */
export function standardise(kind: MatchKind, value: string | null | undefined): Standard | null {
  if (value === null || value === undefined) return null;
  const text = TEXTS[kind](value);
  if (!text) return null;
  if (kind === 'company') {
    const company = companyName(value);
    return { ...NONE, text, company, grams: bigramsOf(company.core), sound: soundOf(company.core) };
  }
  if (kind === 'creditCode') return { ...NONE, text, isValid: creditCodeProblem(text) === null };
  if (kind === 'idCard') return { ...NONE, text, isValid: idCardProblem(text) === null };
  if (kind === 'number') {
    const figure = Number(text);
    return Number.isFinite(figure) ? { ...NONE, text: String(figure), figure } : null;
  }
  if (kind === 'date') {
    const figure = dayOf(text);
    return Number.isFinite(figure) ? { ...NONE, text: day(figure), figure } : null;
  }
  if (kind === 'person') return { ...NONE, text, sound: soundOf(text) };
  if (kind === 'address' || kind === 'text') return { ...NONE, text, grams: bigramsOf(text), sound: kind === 'text' ? soundOf(text) : '' };
  return { ...NONE, text };
}
