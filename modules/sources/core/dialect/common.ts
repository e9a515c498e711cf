import { ALLOWED_KINDS, words } from '../allowed.ts';
import type { Dialect } from '../dialects.ts';

/** Functions that mean the same in nearly every kind of database. */
const COMMON = `
  abs acos ascii asin atan atan2 avg cast ceil ceiling char_length character_length coalesce concat concat_ws cos cot count cume_dist
  current_date current_time current_timestamp date_trunc degrees dense_rank exp extract first_value floor greatest grouping lag
  last_value lead least left length ln log lower lpad ltrim max min mod now nth_value ntile nullif percent_rank pi position power
  radians rank regexp_like regexp_replace repeat replace reverse right round row row_number rpad rtrim sign sin sqrt stddev
  stddev_pop stddev_samp substr substring sum tan trim trunc upper var_pop var_samp variance
`;
export const commonFunctions = (more: string): ReadonlySet<string> => words(`${COMMON} ${more}`);

/** A to Z only, as servers do that compare names by bytes otherwise. */
export const asciiLower = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/** Letters of other scripts that have a case, an accent or a width: servers differ in whether they are another letter. */
export const DOUBTFUL_LETTERS = /[\p{Lu}\p{Ll}\p{Lt}\p{M}\uff00-\uffef]/u;
export const doubtful = (name: string): boolean => DOUBTFUL_LETTERS.test(name.replace(/[A-Za-z]/g, ''));

export const plainLiteral = (value: string): string => {
  if (/[\0\\]/.test(value)) throw new RangeError('cannot be a literal');
  return `'${value.replaceAll("'", "''")}'`;
};
export const doubleQuoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/**
 * What holds for a dialect unless it says otherwise: standard quotes, names of any case are one name, nothing changes data,
 * and whatever is not certain is refused.
 */
export const CAUTIOUS: Omit<Dialect, 'name' | 'label' | 'functions' | 'searchPath' | 'systemSchemas'> = {
  text: {
    quotes: {
      "'": { close: "'", kind: 'string', escapes: 'no' },
      '"': { close: '"', kind: 'quoted', escapes: 'no' },
    },
    prefixes: { plain: '', escaping: '' },
    hasDollarStrings: false,
    lineComment: { needsBlank: false, hash: false, end: /\n/g },
    hasNestedComments: false,
    liveComment: /^\/\*[!+]/,
    param: null,
    refused: [
      { begins: /^[uU]&["']/, message: '不支持 U& 转义写法' },
      { begins: /^--\+/, message: '不支持优化器提示' },
      { begins: /^`/, message: '标识符请使用双引号，不支持反引号' },
      { begins: /^[@#?\\{}]/, message: '不支持变量、占位符和花括号写法' },
      { begins: /^:/, message: '不支持变量和冒号写法' },
    ],
    mostNameBytes: null,
    isDoubtful: doubtful,
  },
  names: { fold: ({ text }) => asciiLower(text), stored: asciiLower, hasExactTables: false, hasCaseDoubt: false },
  quote: doubleQuoted,
  literal: plainLiteral,
  systemTables: /^$/,
  emptyTables: new Map(),
  kinds: ALLOWED_KINDS,
  unitCalls: new Set(),
  checksCallsByText: true,
  forbiddenCall:
    /^(sleep|benchmark|system|shell|exec.*|eval|url|file|files|s3.*|hdfs.*|remote.*|read_.*|write_.*|load_.*|open(rowset|query|datasource|xml)|dblink.*|.*_lock)$/i,
  forbiddenWords: words('table'),
  forbiddenType: /^reg/i,
  niladic: words('current_date current_time current_timestamp current_user localtime localtimestamp'),
  hiddenColumns: new Set(),
  functionColumns: new Set(),
  aliases: 'afterColumns',
  sharedColumns: 'unknown',
  hasBareCalls: false,
  explain: null,
  writes: new Set(),
  hasJoinedWrites: false,
  aliasWord: 'as ',
};
