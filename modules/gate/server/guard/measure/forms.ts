import type { DialectName } from '#modules/sources/contract/db-types.ts';
import { dialectOf } from '#modules/sources/core/index.ts';

/** Check characters by a weighted sum, which every dialect can add up: sum(weight × value) mod `modulus` = `remainder`. */
interface CheckDigits {
  /** first position, from 1 */
  readonly from: number;
  readonly weights: readonly number[];
  /** the value of a character is its place in this text, from 0 */
  readonly alphabet: string;
  /** the same for the check character itself, where it has its own */
  readonly lastAlphabet: string;
  readonly modulus: number;
  readonly remainder: number;
}
/** A text of one length: characters by position, as they stand between brackets, and what its check characters must fulfil. */
interface Form {
  readonly runs: readonly (readonly [chars: string, times: number])[];
  readonly checks: readonly CheckDigits[];
  /** small letters count as capitals */
  readonly isUpper: boolean;
}

const DIGITS_X = '0123456789X';
const CREDIT = '0123456789ABCDEFGHJKLMNPQRTUWXY';
const CREDIT_CHARS = '0-9A-HJ-NPQRTUWXY';
const FORMS: Readonly<Record<'mobile' | 'idCard' | 'creditCode', Form>> = {
  mobile: {
    runs: [
      ['1', 1],
      ['3-9', 1],
      ['0-9', 9],
    ],
    checks: [],
    isUpper: false,
  },
  // GB 11643: ISO 7064 MOD 11-2 over all eighteen characters
  idCard: {
    runs: [
      ['1-9', 1],
      ['0-9', 16],
      ['0-9X', 1],
    ],
    checks: [
      {
        from: 1,
        weights: [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2, 1],
        alphabet: DIGITS_X,
        lastAlphabet: DIGITS_X,
        modulus: 11,
        remainder: 1,
      },
    ],
    isUpper: true,
  },
  // GB 32100: weights 3^i mod 31; the organisation code of GB 11714 inside has a check character of its own
  creditCode: {
    runs: [
      [CREDIT_CHARS, 2],
      ['0-9', 6],
      [CREDIT_CHARS, 8],
      ['0-9X', 1],
      [CREDIT_CHARS, 1],
    ],
    checks: [
      {
        from: 1,
        weights: [1, 3, 9, 27, 19, 26, 16, 17, 20, 29, 25, 13, 8, 24, 10, 30, 28, 1],
        alphabet: CREDIT,
        lastAlphabet: CREDIT,
        modulus: 31,
        remainder: 0,
      },
      {
        from: 9,
        weights: [3, 7, 9, 10, 5, 8, 4, 2, 1],
        alphabet: '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ',
        lastAlphabet: DIGITS_X,
        modulus: 11,
        remainder: 0,
      },
    ],
    isUpper: true,
  },
};

/** Dialects without a means for patterns beyond their own wildcards. */
type Matching = 'regex' | 'glob' | 'like';
const matchingOf = (dialect: DialectName): Matching => (dialect === 'sqlite' ? 'glob' : dialect === 'tsql' ? 'like' : 'regex');

function matches(dialect: DialectName, text: string, pattern: string): string {
  switch (dialect) {
    case 'postgres':
      return `${text} ~ '${pattern}'`;
    case 'mysql':
    case 'doris':
    case 'starrocks':
      return `${text} regexp '${pattern}'`;
    case 'duckdb':
      return `regexp_matches(${text}, '${pattern}')`;
    case 'oracle':
    case 'trino':
      return `regexp_like(${text}, '${pattern}')`;
    case 'clickhouse':
      return `match(${text}, '${pattern}')`;
    case 'sqlite':
      return `${text} glob '${pattern}'`;
    case 'tsql':
      return `${text} like '${pattern}'`;
  }
}

const lengthOf = (dialect: DialectName): string =>
  dialect === 'tsql' ? 'len' : dialect === 'mysql' || dialect === 'doris' || dialect === 'starrocks' ? 'char_length' : 'length';

/** Where a character stands in a text, from 1; 0 = nowhere. */
function placeOf(dialect: DialectName, char: string, within: string): string {
  switch (dialect) {
    case 'postgres':
    case 'trino':
      return `strpos(${within}, ${char})`;
    case 'tsql':
      return `charindex(${char}, ${within})`;
    case 'clickhouse':
      return `toInt32(position(${within}, ${char}))`;
    default:
      return `instr(${within}, ${char})`;
  }
}

/**
 * The text of a column compared letter by letter, whatever the column's own collation says; fixed lengths without the blanks that pad them.
 */
export function exactText(dialect: DialectName, name: string, dataType: string): string {
  const isPadded = /^n?(char|bpchar)/i.test(dataType);
  switch (dialect) {
    case 'postgres':
      return `${name}::text`;
    case 'mysql':
      return `cast(${name} as char character set utf8mb4) collate utf8mb4_bin`;
    case 'tsql':
      return `${isPadded ? `rtrim(${name})` : name} collate Latin1_General_100_BIN2`;
    case 'oracle':
      return isPadded ? `rtrim(${name})` : name;
    default:
      return name;
  }
}

const bracketed = (matching: Matching, runs: Form['runs']): string =>
  matching === 'regex'
    ? `^${runs.map(([chars, times]) => `[${chars}]{${times}}`).join('')}$`
    : runs.map(([chars, times]) => `[${chars}]`.repeat(times)).join('');

function checkSql(dialect: DialectName, text: string, check: CheckDigits): string {
  const { literal } = dialectOf(dialect);
  const cut = dialect === 'tsql' ? 'substring' : 'substr';
  const sum = check.weights
    .map((weight, i) => {
      const alphabet = i === check.weights.length - 1 ? check.lastAlphabet : check.alphabet;
      return `${weight} * (${placeOf(dialect, `${cut}(${text}, ${check.from + i}, 1)`, literal(alphabet))} - 1)`;
    })
    .join(' + ');
  return `${dialect === 'oracle' ? `mod(${sum}, ${check.modulus})` : `(${sum}) % ${check.modulus}`} = ${check.remainder}`;
}

/** A mail address as a pattern, or piece by piece where there are only wildcards: one @, and labels with dots between behind it. */
function emailSql(dialect: DialectName, text: string): string {
  const matching = matchingOf(dialect);
  if (matching === 'regex') return matches(dialect, text, '^[A-Za-z0-9._%+-]+@[A-Za-z0-9-]+([.][A-Za-z0-9-]+)+$');
  const any = matching === 'glob' ? '*' : '%';
  const at = placeOf(dialect, `'@'`, text);
  const [user, host] =
    dialect === 'tsql'
      ? [`left(${text}, ${at} - 1)`, `substring(${text}, ${at} + 1, 400)`]
      : [`substr(${text}, 1, ${at} - 1)`, `substr(${text}, ${at} + 1)`];
  const has = (part: string, pattern: string) => matches(dialect, part, pattern);
  const hasNot = (part: string, pattern: string) => `not (${has(part, pattern)})`;
  const whole = [
    hasNot(user, `${any}[^A-Za-z0-9._%+-]${any}`),
    hasNot(host, `${any}[^A-Za-z0-9.-]${any}`),
    has(host, `${any}.${any}`),
    hasNot(host, `${any}..${any}`),
    hasNot(host, `.${any}`),
    hasNot(host, `${any}.`),
  ];
  // CASE is read in order: nothing is cut at a mark that is not there
  return `case when ${at} > 1 then case when ${whole.join(' and ')} then 1 else 0 end else 0 end = 1`;
}

/** Whether a text has a form with right check characters, as a condition. The characters are only added up where the form is right. */
export function formSql(dialect: DialectName, text: string, of: 'mobile' | 'email' | 'idCard' | 'creditCode'): string {
  if (of === 'email') return emailSql(dialect, text);
  const form = FORMS[of];
  const exact = form.isUpper ? `upper(${text})` : text;
  const length = form.runs.reduce((sum, [, times]) => sum + times, 0);
  const shape = `${matches(dialect, exact, bracketed(matchingOf(dialect), form.runs))} and ${lengthOf(dialect)}(${exact}) = ${length}`;
  if (form.checks.length === 0) return `(${shape})`;
  const checks = form.checks.map((check) => checkSql(dialect, exact, check)).join(' and ');
  return `case when ${shape} then case when ${checks} then 1 else 0 end else 0 end = 1`;
}

/** A value as text, to compare with codes. */
export function codeText(dialect: DialectName, name: string, dataType: string, isText: boolean): string {
  if (isText) return exactText(dialect, name, dataType);
  switch (dialect) {
    case 'postgres':
      return `${name}::text`;
    case 'mysql':
      return `cast(${name} as char)`;
    case 'tsql':
      return `cast(${name} as nvarchar(4000))`;
    case 'oracle':
      return `to_char(${name})`;
    case 'sqlite':
      return `cast(${name} as text)`;
    case 'clickhouse':
      return `toString(${name})`;
    case 'doris':
    case 'starrocks':
      return `cast(${name} as string)`;
    case 'duckdb':
    case 'trino':
      return `cast(${name} as varchar)`;
  }
}
