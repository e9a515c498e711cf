import type { SqlQuotes, SqlWords } from './dialects.ts';
import { portablePattern } from './pattern.ts';
import { Unsupported } from './problem.ts';
import type { SqlForm } from './tree.ts';

/*
 * Chinese numbers as conditions of SQL, by arithmetic over their characters. The validators of `kit/core/cn` say the same; tests hold both against
 * each other on generated numbers. Mobile numbers are taken by their form alone: segments are given out all the time.
 */

const PROVINCES = '11 12 13 14 15 21 22 23 31 32 33 34 35 36 37 41 42 43 44 45 46 50 51 52 53 54 61 62 63 64 65 71 81 82 83 91'.split(' ');
/** Weights of GB 11643 (ISO 7064 MOD 11-2: 2^(18-i) mod 11). */
const ID_WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
/** Weights of GB 32100: 3^(i-1) mod 31. */
const CREDIT_WEIGHTS = [1, 3, 9, 27, 19, 26, 16, 17, 20, 29, 25, 13, 8, 24, 10, 30, 28];
const CREDIT_ALPHABET = '0123456789ABCDEFGHJKLMNPQRTUWXY';
/** Weights of GB 11714. */
const ORG_WEIGHTS = [3, 7, 9, 10, 5, 8, 4, 2];
const ORG_ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';
/** 登记管理部门 with the 机构类别 that each registers (GB 32100, table 1). */
const BODIES = '11 12 13 19 21 29 31 32 33 34 35 39 41 49 51 52 53 59 61 62 69 71 72 79 81 89 91 92 93 A1 A9 N1 N2 N3 N9 Y1'.split(' ');
/** The character at place n is that whose doubled digit has the sum n: Luhn doubles by looking up. */
const DOUBLED = '0516273849';
const CARD_NETWORKS = '62 60 81 51 52 53 54 55 22 23 24 25 26 27 34 35 36 37'.split(' ');

const IPV4 = '((25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])[.]){3}(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])';
const HEX = '[0-9A-Fa-f]{1,4}';
const IPV6 = [
  `(${HEX}:){7}${HEX}`,
  ...[1, 2, 3, 4, 5, 6].map((n) => `(${HEX}:){1,${n}}(:${HEX}){1,${7 - n}}`),
  `:(:${HEX}){1,7}`,
  `(${HEX}:){1,7}:`,
  '::',
].join('|');
/** Forms that a regular expression says whole. */
export const FORM_PATTERNS: Readonly<Partial<Record<SqlForm, string>>> = {
  email: '^[A-Za-z0-9._%+-]+@[A-Za-z0-9-]+([.][A-Za-z0-9-]+)+$',
  phone: '^([(]?0(10|2[0-9]|[3-9][0-9]{2})[)]?[- ]?[2-8][0-9]{6,7}([-转][0-9]{1,6})?|[48]00-?[0-9]{3}-?[0-9]{4})$',
  plate:
    '^[京津沪渝冀豫云辽黑湘皖鲁新苏浙赣鄂桂甘晋蒙陕吉闽贵粤青藏川宁琼][A-HJ-Z][·. ]?([A-HJ-NP-Z0-9]{4}[A-HJ-NP-Z0-9挂学警港澳]|[DF][A-HJ-NP-Z0-9][0-9]{4}|[0-9]{5}[DF])$',
  ipv4: `^${IPV4}$`,
  ipv6: `^(${IPV6})$`,
  areaCode: `^(${PROVINCES.join('|')})[0-9]{4}$`,
  // nothing of what is not written: control characters, and letters, digits and marks of double width
  noControl: '^[^\u0001-\u001f\u007f]*$',
  noFullWidth: '^[^\uff01-\uff5e]*$',
  han: '^[\u4e00-\u9fff·]+$',
  taxNo: '^([0-9A-HJ-NPQRTUWXY]{18}|[0-9A-Z]{15}|[0-9A-Z]{17}|[0-9A-Z]{20})$',
};

/** Characters by position, as they stand between brackets, and how many of them. */
type Runs = readonly (readonly [chars: string, times: number])[];

/** What the conditions of one text are written with. */
class FormWriter {
  readonly #words: SqlWords;
  readonly #quotes: SqlQuotes;

  constructor(words: SqlWords, quotes: SqlQuotes) {
    this.#words = words;
    this.#quotes = quotes;
  }

  char(text: string, at: number, n = 1): string {
    return this.#words.functions.substr(text, String(at), String(n));
  }
  literal(text: string): string {
    return this.#quotes.literal(text);
  }
  list(texts: readonly string[]): string {
    return texts.map((text) => this.literal(text)).join(', ');
  }
  digit(text: string, at: number): string {
    const char = this.char(text, at);
    return this.#words.codePoint ? `(${this.#words.codePoint(char)} - 48)` : this.valueIn(char, '0123456789');
  }
  /** place of a character in an alphabet, from 0 */
  valueIn(char: string, alphabet: string): string {
    return `(${this.#words.place(char, this.literal(alphabet))} - 1)`;
  }
  length(text: string): string {
    return this.#words.functions.length(text);
  }
  modulo(sum: string, by: number): string {
    return this.#words.modulo(sum, String(by));
  }
  replaced(text: string, what: string): string {
    return this.#words.functions.replace(text, this.literal(what), this.literal(''));
  }
  last(text: string, n: number): string {
    return this.#words.functions.right(text, String(n));
  }
  concat(...parts: readonly string[]): string {
    return this.#words.functions.concat(...parts);
  }

  /** A text made of runs of characters; the length is asked too, because `$` matches before a last line break in places. */
  shape(text: string, runs: Runs): string {
    const length = runs.reduce((sum, [, times]) => sum + times, 0);
    const { regex } = this.#words;
    const glob = runs.map(([chars, times]) => `[${chars}]`.repeat(times)).join('');
    const matched = regex
      ? regex(text, this.literal(`^${runs.map(([chars, times]) => `[${chars}]${times === 1 ? '' : `{${times}}`}`).join('')}$`))
      : `${text} ${this.#quotes.name === 'tsql' ? 'like' : 'glob'} ${this.literal(glob)}`;
    return `${matched} and ${this.length(text)} = ${length}`;
  }
  /** A text of digits alone. */
  digits(text: string): string {
    const { regex } = this.#words;
    if (regex) return regex(text, this.literal('^[0-9]+$'));
    return this.#quotes.name === 'tsql' ? `${text} not like ${this.literal('%[^0-9]%')}` : `not (${text} glob ${this.literal('*[^0-9]*')})`;
  }
  pattern(text: string, pattern: string): string {
    const { regex } = this.#words;
    if (!regex) throw new Unsupported('regex');
    return regex(text, this.literal(portablePattern(pattern)));
  }
  /** The second is only looked at where the first holds. */
  inside(shape: string, inner: string): string {
    return `case when ${shape} then case when ${inner} then 1 else 0 end else 0 end = 1`;
  }

  /** Month and day of a text of digits are in the calendar; `at` are the places where year, month and day begin. */
  inCalendar(text: string, at: { year: number; month: number; day: number }): string {
    const month = this.char(text, at.month, 2);
    const two = (from: number) => `(10 * ${this.digit(text, from)} + ${this.digit(text, from + 1)})`;
    const leap = `case when ${this.char(text, at.year + 2, 2)} = ${this.literal('00')} then ${this.modulo(two(at.year), 4)} else ${this.modulo(two(at.year + 2), 4)} end = 0`;
    const longest = `case when ${month} in (${this.list(['04', '06', '09', '11'])}) then ${this.literal('30')} when ${month} = ${this.literal('02')} then case when ${leap} then ${this.literal('29')} else ${this.literal('28')} end else ${this.literal('31')} end`;
    const day = this.char(text, at.day, 2);
    return `${month} between ${this.literal('01')} and ${this.literal('12')} and ${day} >= ${this.literal('01')} and ${day} <= ${longest}`;
  }
}

/** GB 11643: province, area, date of birth, ISO 7064 MOD 11-2. */
function idCard(w: FormWriter, text: string): string {
  const shape = w.shape(text, [
    ['1-9', 1],
    ['0-9', 16],
    ['0-9Xx', 1],
  ]);
  const sum = ID_WEIGHTS.map((weight, i) => `${weight} * ${w.digit(text, i + 1)}`).join(' + ');
  const lastOne = `case when ${w.char(text, 18)} in (${w.list(['X', 'x'])}) then 10 else ${w.digit(text, 18)} end`;
  const parts = [
    `${w.char(text, 1, 2)} in (${w.list(PROVINCES)})`,
    `${w.char(text, 3, 4)} <> ${w.literal('0000')}`,
    `${w.char(text, 7, 4)} between ${w.literal('1880')} and ${w.literal('2099')}`,
    w.inCalendar(text, { year: 7, month: 11, day: 13 }),
    `${w.modulo(`${sum} + ${lastOne}`, 11)} = 1`,
  ];
  return w.inside(shape, parts.join(' and '));
}

/** GB 11714: eight characters and one by MOD 11, from place `from` on. */
const orgSum = (w: FormWriter, text: string, from: number): string => {
  const sum = ORG_WEIGHTS.map((weight, i) => `${weight} * ${w.valueIn(w.char(text, from + i), ORG_ALPHABET)}`).join(' + ');
  return `${w.modulo(`${sum} + ${w.valueIn(w.char(text, from + 8), '0123456789X')}`, 11)} = 0`;
};

/** GB 32100: registering body and kind, alphabet, check character, and the organisation code inside with its own. */
function creditCode(w: FormWriter, upper: string): string {
  const shape = w.shape(upper, [
    ['0-9A-HJ-NPQRTUWXY', 2],
    ['0-9', 6],
    ['0-9A-HJ-NPQRTUWXY', 8],
    ['0-9X', 1],
    ['0-9A-HJ-NPQRTUWXY', 1],
  ]);
  const sum = [...CREDIT_WEIGHTS, 1].map((weight, i) => `${weight} * ${w.valueIn(w.char(upper, i + 1), CREDIT_ALPHABET)}`).join(' + ');
  const parts = [`${w.char(upper, 1, 2)} in (${w.list(BODIES)})`, `${w.modulo(sum, 31)} = 0`, orgSum(w, upper, 9)];
  return w.inside(shape, parts.join(' and '));
}

function orgCode(w: FormWriter, upper: string): string {
  const bare = w.replaced(upper, '-');
  const shape = w.shape(bare, [
    ['0-9A-Z', 8],
    ['0-9X', 1],
  ]);
  return w.inside(`${shape} and ${w.length(upper)} <= 10`, orgSum(w, bare, 1));
}

/** GB/T 15694: networks that issue cards in China, Luhn. Zeros before a number change nothing in it, so all are summed as 19 digits. */
function bankCard(w: FormWriter, text: string): string {
  const bare = w.replaced(text, ' ');
  const long = w.last(w.concat(w.literal('0000'), bare), 19);
  const sum = Array.from({ length: 19 }, (_, i) => (i % 2 === 0 ? w.digit(long, i + 1) : w.valueIn(w.char(long, i + 1), DOUBLED))).join(
    ' + ',
  );
  const shape = `${w.digits(bare)} and (${w.length(bare)} between 16 and 19 or ${w.length(bare)} = 15 and ${w.char(bare, 1, 2)} in (${w.list(['34', '37'])}))`;
  const parts = [
    `(${w.char(bare, 1)} in (${w.list(['4', '9'])}) or ${w.char(bare, 1, 2)} in (${w.list(CARD_NETWORKS)}))`,
    `${w.length(w.concat(w.literal('x'), replacedAll(w, bare)))} > 1`,
    `${w.modulo(sum, 10)} = 0`,
  ];
  return w.inside(shape, parts.join(' and '));
}
/** What is left of a text without the character it begins with: nothing, where all are the same. */
const replacedAll = (w: FormWriter, text: string): string => `replace(${text}, ${w.char(text, 1)}, ${w.literal('')})`;

/** Whether a text has a form, as a condition over `text`. Throws Unsupported. */
export function formSql(words: SqlWords, quotes: SqlQuotes, text: string, form: SqlForm): string {
  const w = new FormWriter(words, quotes);
  const upper = words.functions.upper(text);
  switch (form) {
    case 'idCard':
      return idCard(w, text);
    case 'creditCode':
      return creditCode(w, upper);
    case 'orgCode':
      return orgCode(w, upper);
    case 'bankCard':
      return bankCard(w, text);
    case 'mobile':
      return `(${w.shape(text, [
        ['1', 1],
        ['3-9', 1],
        ['0-9', 9],
      ])})`;
    case 'postcode':
      return `(${w.shape(text, [['0-9', 6]])})`;
    default:
      return w.pattern(text, FORM_PATTERNS[form]!);
  }
}

const FIELDS = /yyyy|MM|dd|HH|mm|ss/g;
/** Whether a text is a day or moment of the form `yyyy-MM-dd HH:mm:ss` or part of it, in the calendar. Throws Unsupported. */
export function datedSql(words: SqlWords, quotes: SqlQuotes, text: string, format: string): string {
  const w = new FormWriter(words, quotes);
  const runs: [string, number][] = [];
  const at: Record<string, number> = {};
  let end = 0;
  const mark = (marks: string) => [...marks].forEach((char) => runs.push([char, 1]));
  for (const { 0: field, index } of format.matchAll(FIELDS)) {
    mark(format.slice(end, index));
    at[field] = index + 1;
    end = index + field.length;
    if (field === 'HH') runs.push(['0-2', 1], ['0-9', 1]);
    else if (field === 'mm' || field === 'ss') runs.push(['0-5', 1], ['0-9', 1]);
    else runs.push(['0-9', field.length]);
  }
  mark(format.slice(end));
  const inside = [
    ...(at['yyyy'] && at['MM'] ? [w.inCalendar(text, { year: at['yyyy'], month: at['MM'], day: at['dd'] ?? at['MM'] })] : []),
    ...(at['HH'] ? [`${w.char(text, at['HH'], 2)} <= ${w.literal('23')}`] : []),
  ];
  const shape = w.shape(text, runs);
  return inside.length === 0 ? `(${shape})` : w.inside(shape, inside.join(' and '));
}
