import { ALLOWED_KINDS, words } from '../allowed.ts';
import type { Dialect } from '../dialects.ts';
import { CAUTIOUS, commonFunctions } from './common.ts';

/** SQL Server. Statements need no semicolon between them, so words that begin one are refused wherever they stand. */
export const tsql: Dialect = {
  ...CAUTIOUS,
  name: 'tsql',
  label: 'SQL Server',
  text: {
    ...CAUTIOUS.text,
    quotes: { ...CAUTIOUS.text.quotes, '[': { close: ']', kind: 'quoted', escapes: 'no' } },
    prefixes: { plain: 'nN', escaping: '' },
  },
  names: { ...CAUTIOUS.names, hasCaseDoubt: true },
  quote: (name) => `[${name.replaceAll(']', ']]')}]`,
  literal: (value) => `N${CAUTIOUS.literal(value)}`,
  kinds: new Set([...ALLOWED_KINDS, 'var', 'top', 'apply']),
  functions: commonFunctions(`
    char charindex choose convert count_big datalength dateadd datediff datefromparts datename datepart datetimefromparts day difference
    eomonth format getdate getutcdate iif isdate isjson isnull isnumeric json_query json_value len log10 max month nchar parse
    patindex percentile_cont percentile_disc quotename replicate space square stdev stdevp str string_agg string_escape stuff
    sysdatetime sysutcdatetime translate try_cast try_convert try_parse unicode var varp year date_part
  `),
  searchPath: (schemas) => (schemas.includes('dbo') ? ['dbo'] : schemas.slice(0, 1)),
  systemSchemas: /^(sys|information_schema|guest|cdc|db_.*)$/i,
  systemTables: /^(sp_|xp_|fn_|sys(objects|users|logins|databases|columns|processes|comments)$)/i,
  forbiddenWords: words(`
    table alter backup begin bulk checkpoint close commit create dbcc deallocate declare delete deny disable drop dump enable exec
    execute goto grant if insert kill lineno load merge open option print raiserror readtext reconfigure restore return revert revoke
    rollback save set setuser shutdown throw truncate update updatetext use waitfor while writetext for go
  `),
  aliases: 'outside',
};

/** Oracle and 达梦. Functions run without parentheses, so a name that is certainly no column is refused. */
export const oracle: Dialect = {
  ...CAUTIOUS,
  name: 'oracle',
  label: 'Oracle',
  kinds: new Set([...ALLOWED_KINDS, 'pseudocolumn']),
  text: {
    ...CAUTIOUS.text,
    prefixes: { plain: 'nN', escaping: '' },
    refused: [{ begins: /^n?q'/i, message: "不支持 q'[…]' 写法，请使用普通单引号字符串" }, ...CAUTIOUS.text.refused],
  },
  names: {
    fold: ({ text, quoted }) => (quoted ? text : text.toUpperCase()),
    stored: (name) => name,
    hasExactTables: false,
    hasCaseDoubt: false,
  },
  functions: commonFunctions(`
    add_months bitand chr corr decode dump empty_blob empty_clob initcap instr instrb last_day lengthb listagg lnnvl median months_between
    nanvl next_day nls_lower nls_upper numtodsinterval numtoyminterval nvl nvl2 ratio_to_report regexp_count regexp_instr
    regexp_substr remainder soundex stats_mode substrb sysdate systimestamp to_char to_clob to_date to_dsinterval to_nchar to_number
    to_timestamp to_timestamp_tz to_yminterval translate tz_offset width_bucket percentile_cont percentile_disc json_value json_query
  `),
  searchPath: (_, place) => (place?.account ? [place.account.toUpperCase()] : []),
  systemSchemas: /^(SYS|SYSTEM|SYSMAN|DBSNMP|XDB|MDSYS|CTXSYS|OUTLN|WMSYS|ORDSYS|SYSAUDITOR|SYSSSO|APEX_.*)$/i,
  systemTables: /^(DBA_|ALL_|USER_|CDB_|V\$|GV\$|X\$|V_\$|SYS)/i,
  emptyTables: new Map([['DUAL', ['DUMMY']]]),
  niladic: words('sysdate systimestamp current_date current_timestamp localtimestamp sessiontimezone dbtimezone rownum user'),
  hiddenColumns: words('ROWID ORA_ROWSCN'),
  aliases: 'outside',
  sharedColumns: 'first',
  hasBareCalls: true,
  forbiddenWords: words('table connect prior model pivot unpivot'),
  aliasWord: '',
};

/** ClickHouse. An alias counts before a column, in every clause. */
export const clickhouse: Dialect = {
  ...CAUTIOUS,
  name: 'clickhouse',
  label: 'ClickHouse',
  text: {
    ...CAUTIOUS.text,
    quotes: {
      "'": { close: "'", kind: 'string', escapes: 'yes' },
      '"': { close: '"', kind: 'quoted', escapes: 'refused' },
      '`': { close: '`', kind: 'quoted', escapes: 'refused' },
    },
    refused: CAUTIOUS.text.refused.filter(({ begins }) => !begins.test('`')),
    isDoubtful: null,
  },
  names: { fold: ({ text }) => text, stored: (name) => name, hasExactTables: false, hasCaseDoubt: false },
  literal: (value) => {
    if (value.includes('\0')) throw new RangeError('cannot be a literal');
    return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
  },
  functions: commonFunctions(`
    adddays addmonths any anylast argmax argmin avgif avgweighted countif datediff date_diff dateadd datesub formatdatetime
    has if ifnull intdiv intdivorzero isnull isnotnull lengthutf8 lowerutf8 match median multiif notempty empty nullif parsedatetime
    quantile quantileexact quantiles round sumif substringutf8 substringindex splitbychar splitbystring startswith endswith toclosest
    today yesterday todate todate32 todatetime todatetime64 today todayofmonth todayofweek todayofyear tofloat32 tofloat64 tohour
    toint8 toint16 toint32 toint64 tominute tomonth tomonday toquarter tosecond tostartofday tostartofhour tostartofmonth
    tostartofquarter tostartofweek tostartofyear tostring touint8 touint16 touint32 touint64 toyear toyyyymm toyyyymmdd uniq
    uniqexact uniqif upperutf8 anyif minif maxif
  `),
  searchPath: (schemas, place) => (place?.database ? [place.database] : schemas.slice(0, 1)),
  systemSchemas: /^(system|information_schema|_.*)$/i,
  forbiddenWords: words('table settings format outfile'),
  aliases: 'beforeColumns',
  explain: { words: words('plan syntax pipeline'), hasOptionList: false, hasFormat: false },
};

/** Trino: every name is lower case, quoted or not. */
export const trino: Dialect = {
  ...CAUTIOUS,
  name: 'trino',
  label: 'Trino',
  text: { ...CAUTIOUS.text, prefixes: { plain: 'xX', escaping: '' } },
  names: { ...CAUTIOUS.names, fold: ({ text }) => text.toLowerCase(), stored: (name) => name.toLowerCase() },
  functions: commonFunctions(`
    any_value approx_distinct approx_percentile arbitrary array_agg array_join bit_count bool_and bool_or cardinality cbrt chr codepoint
    contains corr count_if covar_pop covar_samp current_timezone date date_add date_diff date_format date_parse day day_of_month
    day_of_week day_of_year format format_datetime from_unixtime geometric_mean hour if is_nan json_array_length json_extract
    json_extract_scalar json_format json_parse last_day_of_month length levenshtein_distance listagg log10 log2 max_by min_by
    minute month normalize nullif parse_datetime pow quarter random regexp_count regexp_extract regexp_position regexp_split second
    sequence soundex split split_part starts_with strpos to_char to_date to_unixtime translate truncate try try_cast typeof url_decode
    url_encode week width_bucket year
  `),
  searchPath: (schemas, place) =>
    place && schemas.includes(place.database) ? [place.database] : schemas.includes('default') ? ['default'] : schemas.slice(0, 1),
  systemSchemas: /^(information_schema|jdbc|runtime|metadata)$/i,
  systemTables: /\$/,
  aliases: 'outside',
  sharedColumns: 'first',
  explain: { words: words('analyze verbose'), hasOptionList: true, hasFormat: false },
};
