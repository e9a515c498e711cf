import { ALLOWED_KINDS, words } from '../allowed.ts';
import type { Dialect } from '../dialects.ts';
import { doubtful } from './common.ts';

/**
 * Functions of MySQL and MariaDB that neither write, read files, wait for others nor look at the server. Who sleeps ends at the
 * time limit. Functions that put values into error messages (extractvalue, updatexml) are left out.
 */
export const MYSQL_FUNCTIONS = words(`
  abs acos add_months adddate addtime any_value ascii asin atan atan2 avg bin bit_and bit_count bit_length bit_or bit_xor cast ceil
  ceiling char char_length character_length chr coalesce concat concat_ws conv convert convert_tz cos cot count crc32 cume_dist
  curdate current_date current_role current_time current_timestamp current_user curtime database date date_add date_format date_sub
  datediff day dayname dayofmonth dayofweek dayofyear degrees dense_rank div elt exp export_set extract field find_in_set
  first_value floor format from_base64 from_days from_unixtime get_format greatest group_concat grouping hex hour if ifnull
  inet_aton inet_ntoa inet6_aton inet6_ntoa insert instr interval is_ipv4 is_ipv6 isnull json_array json_array_append
  json_array_insert json_arrayagg json_compact json_contains json_contains_path json_depth json_detailed json_equals json_exists
  json_extract json_insert json_keys json_length json_loose json_merge json_merge_patch json_merge_preserve json_normalize
  json_object json_objectagg json_overlaps json_pretty json_query json_quote json_remove json_replace json_search json_set
  json_type json_unquote json_valid json_value lag last_day last_value lcase lead least left length ln localtime localtimestamp
  locate log log10 log2 lower lpad ltrim make_set makedate maketime max md5 median microsecond mid min minute mod month monthname
  months_between natural_sort_key now nth_value ntile nullif nvl nvl2 oct octet_length ord percent_rank percentile_cont
  percentile_disc period_add period_diff pi position pow power quarter quote radians rand rank regexp_instr regexp_like
  regexp_replace regexp_substr repeat replace reverse right round row row_number rpad rtrim schema sec_to_time second session_user
  sha sha1 sha2 sign sin sleep soundex space sqrt std stddev stddev_pop stddev_samp str_to_date strcmp subdate substr substring
  substring_index subtime sum sysdate system_user tan time time_format time_to_sec timediff timestamp timestampadd timestampdiff
  to_base64 to_char to_days to_seconds trim trunc truncate ucase unhex unix_timestamp upper user utc_date utc_time utc_timestamp
  uuid values var_pop var_samp variance version week weekday weekofyear weight_string year yearweek
`);

/** MySQL, MariaDB, TiDB and OceanBase. Their session is set up without ANSI_QUOTES, NO_BACKSLASH_ESCAPES and the like. */
export const mysql: Dialect = {
  name: 'mysql',
  label: 'MySQL',
  text: {
    quotes: {
      "'": { close: "'", kind: 'string', escapes: 'yes' },
      '"': { close: '"', kind: 'string', escapes: 'yes' },
      '`': { close: '`', kind: 'quoted', escapes: 'no' },
    },
    prefixes: { plain: 'bBxXnN', escaping: '' },
    hasDollarStrings: false,
    lineComment: { needsBlank: true, hash: true, end: /\n/g },
    hasNestedComments: false,
    liveComment: /^\/\*(!|\+|M!)/i,
    param: /^\?/,
    refused: [
      { begins: /^@/, message: '不支持用户变量和系统变量' },
      { begins: /^:=/, message: '不支持变量赋值' },
      { begins: /^[{}]/, message: '不支持花括号写法' },
      { begins: /^\\/, message: '不支持反斜杠写法' },
      { begins: /^_[a-z0-9]+\s*["']/i, message: '不支持在字符串前声明字符集' },
    ],
    mostNameBytes: null,
    isDoubtful: doubtful,
  },
  names: {
    fold: ({ text }) => text.toLowerCase(),
    stored: (name) => name.toLowerCase(),
    hasExactTables: true,
    hasCaseDoubt: true,
  },
  quote: (name) => `\`${name.replaceAll('`', '``')}\``,
  literal: (value) => {
    if (value.includes('\0')) throw new RangeError('cannot be a literal');
    return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
  },
  searchPath: (schemas, place) => [place?.database || schemas[0]].filter((name) => name !== undefined),
  systemSchemas: /^(mysql|information_schema|performance_schema|sys|metrics_schema|oceanbase|ndbinfo)$/i,
  systemTables: /^$/,
  emptyTables: new Map([['dual', []]]),
  kinds: new Set([...ALLOWED_KINDS, 'match_against', 'var', 'j_s_o_n_key_value', 'on_conflict', 'set_statement', 'placeholder']),
  functions: MYSQL_FUNCTIONS,
  unitCalls: words('timestampdiff timestampadd get_format'),
  checksCallsByText: true,
  forbiddenCall:
    /^(benchmark|.*_lock|release_all_locks|is_used_lock|load_.*|sys_.*|lib_mysqludf.*|master_.*|source_.*|wait_.*|wsrep_.*|nextval|lastval|setval|name_const|analyse|binlog_.*|ps_.*|gtid_.*|spider_.*|mysql_.*|keyring_.*|audit_.*|extractvalue|updatexml|last_insert_id|found_rows|row_count)$/i,
  forbiddenWords: words('procedure handler prepare deallocate outfile dumpfile load_file table'),
  forbiddenType: /^$/,
  niladic: words(
    'current_date current_role current_time current_timestamp current_user localtime localtimestamp utc_date utc_time utc_timestamp default maxvalue',
  ),
  hiddenColumns: new Set(),
  functionColumns: new Set(),
  aliases: 'afterColumns',
  hasBareCalls: false,
  sharedColumns: 'first',
  explain: { words: words('extended partitions analyze'), hasOptionList: false, hasFormat: true },
  writes: words('insert update delete replace'),
  hasJoinedWrites: true,
  aliasWord: 'as ',
};
