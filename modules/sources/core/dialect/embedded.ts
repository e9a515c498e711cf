import { ALLOWED_KINDS, words } from '../allowed.ts';
import type { Dialect } from '../dialects.ts';
import { CAUTIOUS, commonFunctions } from './common.ts';

/** Uploaded SQLite files. A row id may be a column under another name, so it is none of the hidden columns. */
export const sqlite: Dialect = {
  ...CAUTIOUS,
  name: 'sqlite',
  label: 'SQLite',
  text: {
    ...CAUTIOUS.text,
    quotes: { ...CAUTIOUS.text.quotes, '`': { close: '`', kind: 'quoted', escapes: 'no' } },
    prefixes: { plain: 'xX', escaping: '' },
    param: /^\?\d*/,
    refused: [
      { begins: /^\[/, message: '标识符请使用双引号，不支持方括号' },
      { begins: /^[@#:\\{}]/, message: '不支持变量和命名占位符' },
    ],
    isDoubtful: null,
  },
  // `?`: where values may travel apart is decided by the words of the text
  kinds: new Set([...ALLOWED_KINDS, 'placeholder']),
  functions: commonFunctions(`
    acosh asinh atanh char changes date datetime format group_concat hex if ifnull iif instr json json_array json_array_length
    json_extract json_group_array json_group_object json_object json_patch json_quote json_remove json_replace json_set json_type
    json_valid julianday like likely log10 log2 nullif octet_length pow printf quote random sinh soundex strftime string_agg tanh
    time timediff total typeof unhex unicode unixepoch unlikely
  `),
  searchPath: (schemas) => (schemas.includes('main') ? ['main'] : schemas.slice(0, 1)),
  systemSchemas: /^(temp|sqlite_.*)$/i,
  systemTables: /^(sqlite_|pragma_|fts|dbstat$|bytecode$|tables_used$)/i,
  forbiddenWords: words('attach detach pragma vacuum reindex'),
  explain: { words: words('query plan'), hasOptionList: false, hasFormat: false },
};

/** Functions that turn one value into several columns would shift what stands behind them. */
const COLUMN_MAKERS = new Set(['unnest', 'lateral', 'subscript', 'array_slice', 'table_sample', 'generate_series']);

/** Uploaded data files, read by DuckDB. */
export const duckdb: Dialect = {
  ...CAUTIOUS,
  name: 'duckdb',
  label: 'DuckDB',
  text: {
    ...CAUTIOUS.text,
    prefixes: { plain: 'xX', escaping: 'eE' },
    hasDollarStrings: true,
    param: /^(\?|\$\d{1,6})/,
    refused: [
      { begins: /^[uU]&["']/, message: '不支持 U& 转义写法' },
      { begins: /^`/, message: '标识符请使用双引号，不支持反引号' },
      { begins: /^[@#\\{}]/, message: '不支持变量、列序号和花括号写法' },
      { begins: /^:=/, message: '不支持变量赋值' },
    ],
    isDoubtful: null,
  },
  kinds: new Set([...ALLOWED_KINDS].filter((kind) => !COLUMN_MAKERS.has(kind))),
  functions: commonFunctions(`
    age any_value approx_count_distinct arg_max arg_min array_agg bit_and bit_count bit_or bit_xor bool_and bool_or cbrt chr contains
    corr covar_pop covar_samp date date_add date_diff date_part date_sub datediff datepart datetrunc day dayname dayofmonth
    dayofweek dayofyear decade ends_with entropy epoch epoch_ms even factorial first format gcd hash hour if ifnull instr isfinite
    isnan isodow isoyear kurtosis last last_day lcase lcm levenshtein list list_sort log10 log2 mad make_date make_time
    make_timestamp max_by md5 median microsecond millisecond min_by minute mode month monthname nfc_normalize ord pow printf product
    quantile quantile_cont quantile_disc quarter random regexp_extract regexp_extract_all regexp_full_match regexp_matches
    regexp_split_to_array row_to_json second sha256 skewness split_part starts_with strftime string_agg string_split strip_accents
    strlen strpos strptime suffix time_bucket to_base64 to_json to_timestamp today translate try_cast typeof ucase unicode uuid week
    weekday weekofyear year yearweek
  `),
  searchPath: (schemas) => (schemas.includes('main') ? ['main'] : schemas.slice(0, 1)),
  systemSchemas: /^(information_schema|pg_catalog|system|temp)$/i,
  systemTables: /^(duckdb_|pg_|pragma_|sqlite_)/i,
  forbiddenWords: words('table attach detach install load copy export import pragma checkpoint pivot unpivot describe summarize show call'),
  explain: { words: words('analyze'), hasOptionList: false, hasFormat: false },
};
