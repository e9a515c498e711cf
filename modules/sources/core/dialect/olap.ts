import { words } from '../allowed.ts';
import type { Dialect } from '../dialects.ts';
import { MYSQL_FUNCTIONS, mysql } from './mysql.ts';

/** Both speak MySQL, but the settings that decide about `"` and the backslash are not ours to change, and nothing is changed in them. */
const family = (name: 'doris' | 'starrocks', label: string, more: string): Dialect => ({
  ...mysql,
  name,
  label,
  text: {
    ...mysql.text,
    quotes: { "'": { close: "'", kind: 'string', escapes: 'refused' }, '`': { close: '`', kind: 'quoted', escapes: 'no' } },
    refused: [
      { begins: /^"/, message: '字符串请使用单引号，不支持双引号' },
      { begins: /^\[/, message: '不支持方括号写法' },
      ...mysql.text.refused,
    ],
  },
  literal: (value) => {
    if (/[\0\\]/.test(value)) throw new RangeError('cannot be a literal');
    return `'${value.replaceAll("'", "''")}'`;
  },
  systemSchemas: /^(mysql|information_schema|performance_schema|sys|__internal_schema|_statistics_)$/i,
  functions: new Set([...MYSQL_FUNCTIONS, ...words(more)].filter((called) => called !== 'sleep')),
  sharedColumns: 'unknown',
  explain: { words: words('verbose costs logical'), hasOptionList: false, hasFormat: false },
  writes: new Set(),
});
const MORE = `
  approx_count_distinct array_contains array_join array_size bitmap_count bitmap_union bitmap_union_count date_trunc days_add
  days_sub days_diff hours_add hours_diff hll_cardinality hll_union_agg initcap months_add months_diff months_sub ndv null_or_empty
  percentile percentile_approx split_part starts_with ends_with str_to_date weeks_add years_add years_diff
`;
export const doris = family('doris', 'Apache Doris', MORE);
export const starrocks = family('starrocks', 'StarRocks', MORE);
