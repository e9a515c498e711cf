import { ALLOWED_KINDS, words } from '../allowed.ts';
import type { Dialect } from '../dialects.ts';

/** Functions of PostgreSQL that neither write, read files and settings, nor look into the catalogue. Who sleeps ends at the time limit. */
const FUNCTIONS = words(`
  abs acos acosd acosh age any_value array array_agg array_append array_cat array_dims array_fill array_length array_lower array_ndims
  array_position array_positions array_prepend array_remove array_replace array_sample array_shuffle array_sort array_to_json
  array_to_string array_to_tsvector array_upper ascii asin asind asinh atan atan2 atan2d atand atanh avg bit_and bit_count
  bit_length bit_or bit_xor bool_and bool_or btrim cardinality cbrt ceil ceiling char_length character_length chr coalesce
  clock_timestamp concat concat_ws convert_from convert_to corr cos cosd cosh cot cotd count covar_pop covar_samp crc32 cume_dist
  current_catalog current_database current_date current_role current_schema current_time current_timestamp current_user date
  date_add date_bin date_part date_subtract date_trunc decode degrees dense_rank diagonal diameter div encode erf erfc
  every exp extract factorial family first_value floor format gamma gcd gen_random_uuid generate_series generate_subscripts get_bit
  get_byte greatest grouping height host hostmask inet_merge inet_same_family initcap int4range int8range isempty isfinite
  json_agg json_array json_array_elements json_array_elements_text json_array_length json_arrayagg json_build_array
  json_build_object json_each json_each_text json_exists json_extract_path json_extract_path_text json_object
  json_object_agg json_object_keys json_objectagg json_populate_record json_populate_recordset json_query json_scalar
  json_serialize json_strip_nulls json_to_record json_to_recordset json_typeof json_value jsonb_agg jsonb_array_elements
  jsonb_array_elements_text jsonb_array_length jsonb_build_array jsonb_build_object jsonb_each jsonb_each_text
  jsonb_extract_path jsonb_extract_path_text jsonb_insert jsonb_object jsonb_object_agg jsonb_object_keys
  jsonb_path_exists jsonb_path_match jsonb_path_query jsonb_path_query_array jsonb_path_query_first jsonb_populate_record
  jsonb_populate_recordset jsonb_pretty jsonb_set jsonb_set_lax jsonb_strip_nulls jsonb_to_record jsonb_to_recordset jsonb_typeof
  justify_days justify_hours justify_interval lag last_value lcm lead least left length lgamma ln localtime localtimestamp log
  log10 lower lower_inc lower_inf lpad ltrim make_date make_interval make_time make_timestamp make_timestamptz masklen max
  md5 min min_scale mod mode netmask network normalize now nth_value ntile nullif num_nonnulls num_nulls numnode numrange
  octet_length overlaps overlay parse_ident percent_rank percentile_cont percentile_disc phraseto_tsquery pi plainto_tsquery
  point position pow power quote_ident quote_literal quote_nullable radians random random_normal range_agg range_intersect_agg
  range_merge rank regexp_count regexp_instr regexp_like regexp_match regexp_matches regexp_replace regexp_split_to_array
  regexp_split_to_table regexp_substr regr_avgx regr_avgy regr_count regr_intercept regr_r2 regr_slope regr_sxx regr_sxy
  regr_syy repeat replace reverse right rollup round row row_number row_to_json rpad rtrim scale session_user setweight sha224
  sha256 sha384 sha512 sign similar sin sind sinh split_part sqrt starts_with statement_timestamp stddev stddev_pop
  stddev_samp string_agg string_to_array string_to_table strip strpos substr substring sum tan tand tanh text timeofday
  timezone to_ascii to_bin to_char to_date to_hex to_json to_jsonb to_number to_oct to_timestamp to_tsquery to_tsvector
  transaction_timestamp translate trim trim_array trim_scale trunc ts_delete ts_filter ts_headline ts_rank ts_rank_cd tsquery_phrase
  tsrange tstzrange tsvector_to_array unicode_assigned unistr unnest upper upper_inc upper_inf user uuid_extract_timestamp
  uuid_extract_version uuidv4 uuidv7 var_pop var_samp variance version websearch_to_tsquery width width_bucket daterange cube
  xmlagg xmlcomment xmlconcat xmlelement xmlforest bpchar varchar char numeric int2 int4 int8 float4 float8 bool timestamp
  timestamptz time interval pg_typeof pg_size_pretty pg_sleep cast
`);
const quoteName = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** PostgreSQL and those that speak its language. */
export const postgres: Dialect = {
  name: 'postgres',
  label: 'PostgreSQL',
  text: {
    quotes: {
      "'": { close: "'", kind: 'string', escapes: 'no' },
      '"': { close: '"', kind: 'quoted', escapes: 'no' },
    },
    prefixes: { plain: 'bBxXnN', escaping: 'eE' },
    hasDollarStrings: true,
    lineComment: { needsBlank: false, hash: false, end: /[\n\r]/g },
    hasNestedComments: true,
    liveComment: /^\/\*[!+]/,
    param: /^\$\d{1,6}/,
    refused: [
      { begins: /^[uU]&["']/, message: '不支持 U& 转义写法' },
      { begins: /^`/, message: 'PostgreSQL 的标识符使用双引号，不支持反引号' },
      { begins: /^\\/, message: '不支持反斜杠命令' },
    ],
    mostNameBytes: 63,
    isDoubtful: null,
  },
  names: {
    fold: ({ text, quoted }) => (quoted ? text : text.toLowerCase()).slice(0, 63),
    stored: (name) => name,
    hasExactTables: false,
    hasCaseDoubt: false,
  },
  quote: quoteName,
  literal: (value) => {
    if (/[\0\\]/.test(value)) throw new RangeError('cannot be a literal');
    return `'${value.replaceAll("'", "''")}'`;
  },
  searchPath: (schemas) => [...schemas].sort((a, b) => (a === 'public' ? -1 : b === 'public' ? 1 : a < b ? -1 : 1)),
  systemSchemas: /^(pg_.*|information_schema)$/,
  systemTables: /^pg_/,
  emptyTables: new Map(),
  kinds: ALLOWED_KINDS,
  functions: FUNCTIONS,
  unitCalls: new Set(),
  checksCallsByText: false,
  forbiddenCall:
    /^(pg_(?!typeof$|size_pretty$|sleep$).*|lo_.*|loread|lowrite|dblink.*|set_config|current_setting|setval|nextval|currval|lastval|txid_.*|query_to_xml.*|table_to_xml.*|cursor_to_xml.*|schema_to_xml.*|database_to_xml.*|ts_stat|ts_rewrite|crosstab.*|connectby|xpath_table|binary_upgrade.*|has_.*_privilege|copy_.*|file_fdw.*|postgres_fdw.*)$/,
  // `(table t)` is a query that the parser takes for a name.
  forbiddenWords: words('table'),
  forbiddenType: /^reg(class|collation|config|dictionary|namespace|oper|operator|proc|procedure|role|type|database)$/i,
  niladic: words(
    'current_catalog current_role current_schema current_user session_user user current_date current_time current_timestamp localtime localtimestamp system_user default',
  ),
  hiddenColumns: words('ctid xmin xmax cmin cmax tableoid'),
  // Other names could be functions: `s.f` is `f(s)`.
  functionColumns: words('key value ordinality lexeme positions weights'),
  aliases: 'outside',
  sharedColumns: 'first',
  hasBareCalls: false,
  explain: { words: words('analyze verbose'), hasOptionList: true, hasFormat: false },
  writes: words('insert update delete'),
  hasJoinedWrites: false,
  aliasWord: 'as ',
};
