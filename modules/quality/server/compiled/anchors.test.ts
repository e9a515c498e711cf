import { expect, it } from 'vitest';
import { DATAVINES, GX, QUALITIS } from '../../core/catalogue/test-anchors.ts';
import { RuleConfig } from '../../contract/rule-config.ts';
import {
  catalogueOutcome,
  compileTable,
  driftOutcome,
  judgeStream,
  numberOutcome,
  verdictOf,
  type Outcome,
  type RuleToRun,
} from '../../core/index.ts';
import { onEngines, tableOf, type Engine, type Fixture } from './test-engines.ts';

/* What Great Expectations, Qualitis and Datavines check, by their names: each once as it should pass and once as it should fail, on every engine. */

const SALE: Fixture = {
  name: 'sale',
  key: ['id'],
  columns: [
    ['id', 'integer', 'number'],
    ['city', 'varchar(20)', 'text'],
    ['code', 'varchar(20)', 'text'],
    ['qty', 'integer', 'number'],
    ['price', 'numeric(10,2)', 'number'],
    ['total', 'numeric(10,2)', 'number'],
    ['day', 'varchar(20)', 'text'],
    ['extra', 'varchar(60)', 'text'],
    ['empty', 'varchar(10)', 'text'],
    ['seen', 'timestamp', 'time'],
    ['idno', 'varchar(20)', 'text'],
  ],
  // qty: 1 to 8, mean 4.5, sum 36, sample variance 6; median 4.5
  rows: [
    [1, '北京', 'A-01', 1, 2.5, 2.5, '2026-01-01', '{"a":1}', null, '2026-03-01 08:00:00', '11010519491231002X'],
    [2, '北京', 'A-02', 2, 2.5, 5, '2026-01-02', '{"a":2}', null, '2026-03-01 08:10:00', '440524188001010014'],
    [3, '上海', 'B-03', 3, 2, 6, '2026-02-28', '{"a":"x"}', null, '2026-03-01 08:20:00', '11010519491231002X'],
    [4, '上海', 'B-04', 4, 2, 8, '2026-02-30', '[1,', null, null, '110105194912310021'],
    [5, '北京', 'A-05', 5, 2, 10, '2026-3-1', '{}', null, '2026-02-01 08:20:00', null],
    [6, '广州', 'C06', 6, 1, 6, '12', '1', null, '2026-02-01 08:20:00', null],
    [7, null, null, 7, 1, 8, null, null, null, null, null],
    [8, '  ', 'a-01', 8, 100, 800, '2026/02/01', 'x', 'y', '2026-02-01 08:20:00', null],
  ],
};
const OTHER: Fixture = {
  name: 'other_sale',
  columns: [
    ['id', 'integer', 'number'],
    ['qty', 'integer', 'number'],
  ],
  rows: [1, 2, 3, 4, 5, 6, 7, 9].map((id) => [id, id === 3 ? 30 : id]),
};

type Result = number | 'good' | 'wrong' | 'skip';
/** Name elsewhere, rule type, column, parameters, bad rows or what a number is. */
type Case = readonly [names: string, code: string, column: string | null, config: object, expected: Result];
const range = (min: number | null, max: number | null) => ({ metric: { min: min?.toString() ?? null, max: max?.toString() ?? null } });
const acc = (accuracy: object) => ({ accuracy });
const CASES: readonly Case[] = [
  ['column_distinct_values_to_be_in_set', 'consistent_key', 'city', { consistent: { gbTypeId: '1' } }, 2],
  ['column_distinct_values_to_contain_set', 'integrity_values_present', 'city', { integrity: { values: ['北京', '广州'] } }, 'good'],
  ['column_distinct_values_to_contain_set', 'integrity_values_present', 'city', { integrity: { values: ['北京', '深圳'] } }, 'wrong'],
  ['column_distinct_values_to_equal_set', 'accuracy_equal_set', 'qty', acc({ values: ['1', '2', '3', '4', '5', '6', '7', '8'] }), 'good'],
  ['column_distinct_values_to_equal_set', 'accuracy_equal_set', 'city', acc({ values: ['北京', '上海', '广州'] }), 'wrong'],
  ['column_max_to_be_between column_max 最大值检测', 'accuracy_max', 'qty', range(8, 8), 'good'],
  ['column_max_to_be_between column_max 最大值检测', 'accuracy_max', 'qty', range(null, 7), 'wrong'],
  ['column_min_to_be_between column_min 最小值检测', 'accuracy_min', 'qty', range(1, 1), 'good'],
  ['column_min_to_be_between column_min 最小值检测', 'accuracy_min', 'qty', range(2, null), 'wrong'],
  ['column_mean_to_be_between column_avg 平均值检测', 'accuracy_mean', 'qty', range(4.5, 4.5), 'good'],
  ['column_mean_to_be_between column_avg 平均值检测', 'accuracy_mean', 'qty', range(4.6, 5), 'wrong'],
  ['column_median_to_be_between', 'accuracy_median', 'qty', range(4.5, 4.5), 'good'],
  ['column_median_to_be_between', 'accuracy_median', 'price', range(2, 2), 'good'],
  ['column_median_to_be_between', 'accuracy_median', 'qty', range(5, 6), 'wrong'],
  ['column_sum_to_be_between column_sum 总和检测', 'accuracy_sum', 'qty', range(36, 36), 'good'],
  ['column_sum_to_be_between column_sum 总和检测', 'accuracy_sum', 'qty', range(37, null), 'wrong'],
  ['column_stdev_to_be_between column_std_dev', 'accuracy_stdev', 'qty', range(2.449, 2.45), 'good'],
  ['column_stdev_to_be_between column_std_dev', 'accuracy_stdev', 'qty', range(null, 2.4), 'wrong'],
  ['column_variance', 'accuracy_variance', 'qty', range(5.99, 6.01), 'good'],
  ['column_quantile_values_to_be_between', 'accuracy_quantile', 'qty', { metric: { share: 0.25, min: '2.75', max: '2.75' } }, 'good'],
  ['column_quantile_values_to_be_between', 'accuracy_quantile', 'qty', { metric: { share: 0.9, min: '1', max: '7' } }, 'wrong'],
  ['column_most_common_value_to_be_in_set', 'accuracy_most_common', 'city', acc({ values: ['北京'] }), 'good'],
  ['column_most_common_value_to_be_in_set', 'accuracy_most_common', 'city', acc({ values: ['上海'] }), 'wrong'],
  ['column_pair_cramers_phi_value_to_be_less_than', 'consistent_association', 'city', { metric: { columnId: 'city', min: '1' } }, 'good'],
  [
    'column_pair_cramers_phi_value_to_be_less_than',
    'consistent_association',
    'city',
    { metric: { columnId: 'code', max: '0.5' } },
    'wrong',
  ],
  ['column_pair_values_a_to_be_greater_than_b', 'consistent_columns', 'total', { consistent: { columnId: 'price', operator: 'gt' } }, 1],
  ['column_pair_values_to_be_equal', 'consistent_columns', 'total', { consistent: { columnId: 'price', operator: 'eq' } }, 7],
  [
    'column_pair_values_to_be_in_set',
    'consistent_pairs',
    'city',
    {
      consistent: {
        columnId: 'price',
        pairs: [
          ['北京', '2.5'],
          ['上海', '2'],
          ['广州', '1'],
        ],
      },
    },
    2,
  ],
  ['column_proportion_of_unique_values_to_be_between column_unique', 'unique_ratio', 'qty', range(100, null), 'good'],
  ['column_proportion_of_unique_values_to_be_between column_unique', 'unique_ratio', 'city', range(60, null), 'wrong'],
  ['column_unique_value_count_to_be_between column_distinct', 'unique_count', 'city', range(4, 4), 'good'],
  ['column_unique_value_count_to_be_between column_distinct', 'unique_count', 'city', range(5, null), 'wrong'],
  ['column_value_lengths_to_be_between column_length', 'accuracy_length_between', 'city', acc({ minLength: 2, maxLength: 2 }), 0],
  ['column_value_lengths_to_equal column_length', 'accuracy_length', 'code', acc({ length: 4 }), 1],
  ['column_length', 'accuracy_key_length', 'code', acc({ maxLength: 3 }), 6],
  ['column_min_length', 'accuracy_min_length', 'code', range(3, 3), 'good'],
  ['column_max_length', 'accuracy_max_length', 'city', range(null, 2), 'good'],
  ['column_max_length', 'accuracy_max_length', 'code', range(null, 3), 'wrong'],
  ['column_avg_length', 'accuracy_mean_length', 'city', range(2, 2), 'good'],
  ['column_value_z_scores_to_be_less_than', 'accuracy_z_score', 'price', acc({ times: 2 }), 1],
  ['column_values_to_be_between column_value_between 数值范围检测', 'accuracy_range', 'qty', acc({ min: '2', max: '7' }), 2],
  ['column_values_to_be_dateutil_parseable', 'accuracy_date_readable', 'day', {}, 3],
  ['column_values_to_match_strftime_format 时间格式检测', 'accuracy_date_format', 'day', acc({ format: 'yyyy-MM-dd' }), 4],
  ['column_values_to_be_increasing', 'accuracy_increasing', 'qty', acc({ orderColumnId: 'id', isStrict: true }), 0],
  ['column_values_to_be_increasing', 'accuracy_increasing', 'total', acc({ orderColumnId: 'id' }), 1],
  ['column_values_to_be_decreasing', 'accuracy_decreasing', 'price', acc({ orderColumnId: 'id' }), 1],
  ['column_values_to_be_in_set column_in_enums 枚举值检测', 'accuracy_in_set', 'city', acc({ values: ['北京', '上海'] }), 2],
  ['column_values_to_not_be_in_set column_not_in_enums', 'accuracy_not_in_set', 'city', acc({ values: ['北京'] }), 3],
  ['column_values_to_be_json_parseable', 'accuracy_json', 'extra', {}, 2],
  [
    'column_values_to_match_json_schema',
    'accuracy_json_schema',
    'extra',
    acc({ schema: '{"type":"object","required":["a"],"properties":{"a":{"type":"integer"}}}' }),
    5,
  ],
  ['column_values_to_be_null', 'integrity_must_be_null', 'empty', {}, 1],
  ['column_values_to_not_be_null column_not_null column_null 空值检测', 'integrity_key', 'city', {}, 1],
  ['column_null', 'integrity_null_rate', 'empty', range(null, 87.5), 'good'],
  ['column_null', 'integrity_null_rate', 'empty', range(null, 87.4), 'wrong'],
  ['column_blank', 'integrity_not_blank', 'city', {}, 2],
  ['column_values_to_be_of_type', 'conform_type', 'city', { conform: { types: ['varchar'] } }, 'good'],
  ['column_values_to_be_in_type_list', 'conform_type', 'qty', { conform: { types: ['varchar', 'text'] } }, 'wrong'],
  ['column_values_to_be_unique column_duplicate', 'unique_key', 'city', {}, 3],
  ['column_values_to_match_like_pattern', 'accuracy_like', 'code', acc({ patterns: ['A-%'] }), 4],
  ['column_values_to_match_like_pattern_list', 'accuracy_like', 'code', acc({ patterns: ['A-%', 'B-0_'] }), 2],
  ['column_values_to_not_match_like_pattern', 'accuracy_not_like', 'code', acc({ patterns: ['A-%'] }), 3],
  ['column_values_to_not_match_like_pattern_list', 'accuracy_not_like', 'code', acc({ patterns: ['A-%', '%03'] }), 4],
  ['column_values_to_match_regex column_match_regex 正则表达式检测', 'accuracy_regex', 'code', acc({ pattern: '^[A-Z]-\\d{2}$' }), 2],
  ['column_values_to_match_regex_list', 'accuracy_regex_any', 'code', acc({ patterns: ['^A-', '^[BC]'] }), 1],
  ['column_values_to_not_match_regex column_match_not_regex', 'accuracy_not_regex', 'code', acc({ pattern: '^\\w-0[1-3]$' }), 4],
  ['column_values_to_not_match_regex_list', 'accuracy_regex_none', 'code', acc({ patterns: ['^A', '^B'] }), 5],
  ['compound_columns_to_be_unique', 'unique_columns', null, { unique: { columnIds: ['city', 'price'] } }, 2],
  ['multicolumn_sum_to_equal', 'consistent_expression', null, { consistent: { requirement: '[qty] * [price] = [total]' } }, 1],
  [
    'multicolumn_values_to_be_unique select_column_values_to_be_unique_within_record',
    'unique_within_row',
    null,
    { unique: { columnIds: ['price', 'total'] } },
    1,
  ],
  ['column_to_exist', 'conform_columns_exist', null, { conform: { names: ['id', 'qty'] } }, 'good'],
  ['column_to_exist', 'conform_columns_exist', null, { conform: { names: ['gone'] } }, 'wrong'],
  ['table_column_count_to_be_between', 'conform_column_count', null, { conform: { min: '2', max: '11' } }, 'good'],
  ['table_column_count_to_equal', 'conform_column_count', null, { conform: { min: '10', max: '10' } }, 'wrong'],
  [
    'table_columns_to_match_set',
    'conform_columns_set',
    null,
    { conform: { names: SALE.columns.map(([name]) => name).toReversed() } },
    'good',
  ],
  [
    'table_columns_to_match_ordered_list',
    'conform_columns_ordered',
    null,
    { conform: { names: SALE.columns.map(([name]) => name).toReversed() } },
    'wrong',
  ],
  ['table_row_count_to_be_between table_row_count 表行数检测', 'integrity_row_count', null, range(1, 8), 'good'],
  ['table_row_count_to_equal', 'integrity_row_count', null, range(9, 9), 'wrong'],
  [
    'table_row_count_to_equal_other_table multi_table_value_comparison',
    'consistent_aggregate',
    null,
    { consistent: { relatedTableId: 'other_sale', aggregate: 'count' } },
    'good',
  ],
  [
    'multi_table_value_comparison',
    'consistent_aggregate',
    null,
    { consistent: { relatedTableId: 'other_sale', aggregate: 'sum', columnId: 'qty', relatedColumnId: 'qty', tolerance: 27 } },
    'wrong',
  ],
  [
    'multi_table_accuracy',
    'consistent_table',
    null,
    { consistent: { relatedTableId: 'other_sale', keyColumnIds: ['id'], relatedKeyColumnIds: ['id'], columnIds: ['qty'] } },
    3,
  ],
  ['table_freshness', 'timeliness_latest', 'seen', { timeliness: { threshold: 15, unit: 'minute' } }, 'good'],
  ['table_freshness', 'timeliness_latest', 'seen', { timeliness: { threshold: 5, unit: 'minute' } }, 'wrong'],
  ['主键检测', 'unique_table_key', null, {}, 0],
  ['数值格式检测', 'accuracy_type', 'day', acc({ type: 'integer' }), 6],
  ['身份证检测', 'accuracy_id_card', 'idno', {}, 1],
  ['逻辑类检测', 'consistent_condition', null, { consistent: { condition: "[city] = '北京'", requirement: '[qty] < 5' } }, 1],
  ['custom_aggregate_sql', 'custom_number', null, { custom: { sql: 'select max(qty) from SALE', operator: 'eq', value: '8' } }, 'good'],
  ['custom_aggregate_sql', 'custom_number', null, { custom: { sql: 'select max(qty) from SALE', operator: 'lt', value: '8' } }, 'wrong'],
  // without a name elsewhere
  ['', 'accuracy_iqr', 'price', acc({ times: 3 }), 1],
  ['', 'timeliness_gap', 'seen', { timeliness: { threshold: 7 } }, 1],
  ['', 'timeliness_before', 'seen', { timeliness: { before: '08:15' } }, 'good'],
  ['', 'timeliness_partition', 'day', { timeliness: { partition: '2026-01-01' } }, 'good'],
  ['', 'accuracy_precision', 'price', acc({ precision: 3, scale: 1 }), 1],
  ['', 'accuracy_zero_rate', 'qty', range(null, 0), 'good'],
  ['', 'accuracy_case', 'code', acc({ letters: 'upper' }), 1],
  ['', 'accuracy_chinese', 'city', {}, 1],
  ['', 'accuracy_no_control', 'city', {}, 0],
  ['', 'integrity_conditional', 'empty', { integrity: { condition: '[qty] >= 7' } }, 1],
  ['', 'integrity_record', null, { integrity: { columnIds: ['city', 'code'] } }, 2],
  ['', 'consistent_sum', 'total', { consistent: { columnIds: ['price'], tolerance: 7.5 } }, 2],
];
const DRIFTS: readonly Case[] = [
  [
    'column_bootstrapped_ks_test_p_value_to_be_greater_than',
    'history_drift',
    'qty',
    { metric: { distribution: 'ks', sensitivity: 0.05 } },
    'good',
  ],
  [
    'column_parameterized_distribution_ks_test_p_value_to_be_greater_than',
    'history_drift',
    'qty',
    { metric: { distribution: 'ks', sensitivity: 0.05 } },
    'wrong',
  ],
  [
    'column_chisquare_test_p_value_to_be_greater_than',
    'history_drift',
    'qty',
    { metric: { distribution: 'chiSquare', sensitivity: 0.05 } },
    'wrong',
  ],
  ['column_kl_divergence_to_be_less_than', 'history_drift', 'qty', { metric: { distribution: 'kl', sensitivity: 0.1 } }, 'wrong'],
  ['column_histogram', 'history_drift', 'qty', { metric: { distribution: 'psi', sensitivity: 0.2 } }, 'good'],
];
const EVERY = [...CASES, ...DRIFTS];
const RULES = EVERY.map(([, code, column, config], i): RuleToRun => ({
  id: String(i),
  columnId: column,
  config: RuleConfig.parse({ ruleItemCode: code, ...config }),
  codeSet: { name: '城市', codes: ['北京', '上海'] },
}));
const same = Array.from({ length: 200 }, (_, i) => i % 40);
const moved = same.map((value) => value + 15);
const bins = { of: 'number', edges: [4, 8, 12, 16, 20, 24, 28, 32, 36] } as const;
const countOf = (values: readonly number[]) =>
  [...bins.edges, Infinity].map((edge, i) => values.filter((value) => value < edge && value >= (bins.edges[i - 1] ?? -Infinity)).length);

async function results(engine: Engine): Promise<Map<string, Outcome>> {
  const table = tableOf(SALE, engine.schema());
  const other = tableOf(OTHER, engine.schema());
  const compiled = compileTable({
    quotes: engine.quotes,
    table,
    tables: new Map([[other.id, other]]),
    now: '2026-03-01 08:30:00',
    rules: RULES,
  });
  const rows = [];
  for (const { text } of compiled.statements) rows.push((await engine.ask(text))[0]!);
  const found = compiled.finish(rows);
  for (const stream of compiled.streams) found.push(judgeStream(stream, await engine.ask(stream.text)));
  for (const { ruleId, measure } of compiled.others) {
    if (measure.of === 'catalogue') found.push(catalogueOutcome(ruleId, measure, { table }));
    else if (measure.of === 'sql' && measure.gives === 'number') {
      const name = [engine.schema(), 'sale'].map((part) => engine.quotes.quote(part)).join('.');
      found.push(numberOutcome(ruleId, measure, (await engine.ask(measure.sql.replace('SALE', name)))[0]?.[0]));
    }
  }
  for (const [i, [, , , config, expected]] of EVERY.entries()) {
    if (i < CASES.length) continue;
    const { distribution, sensitivity } = (config as { metric: { distribution: 'psi' | 'kl' | 'ks' | 'chiSquare'; sensitivity: number } })
      .metric;
    const counts = { bins, baseline: countOf(same), current: countOf(expected === 'good' ? same.toReversed() : moved) };
    found.push(driftOutcome(String(i), { distribution, most: sensitivity }, counts));
  }
  // the last one of a rule counts: of drift the scan brings a number, the samples the judgement
  return new Map(found.map((one) => [one.ruleId, one]));
}

function resultOf(one: Outcome | undefined): Result | string {
  if (one === undefined) return 'none';
  if (one.problem) return one.problem.state === 'skip' ? 'skip' : one.problem.message;
  if (one.isGood === null) return one.bad!;
  return one.isGood ? 'good' : 'wrong';
}
/** No kind of database can do everything: it says so instead of failing. */
const skips = (engine: Engine, code: string) => engine.quotes.name === 'sqlite' && /stdev|variance|z_score/.test(code);

onEngines([SALE, OTHER], (engine) => {
  it('finds what the checks of others find', async () => {
    const found = await results(engine);
    const got = EVERY.map(([name, code], i) => [name, code, resultOf(found.get(String(i)))]);
    expect(got).toEqual(EVERY.map(([name, code, , , expected]) => [name, code, skips(engine, code) ? 'skip' : expected]));
    for (const [i, [, , , , expected]] of EVERY.entries()) {
      const one = found.get(String(i))!;
      if (one.problem) continue;
      expect(verdictOf(one, { strength: '1', threshold: null }).state).toBe(expected === 0 || expected === 'good' ? 'pass' : 'fail');
    }
  });
});

it('has a case for every name', () => {
  const named = new Set(EVERY.flatMap(([names]) => names.split(' ')));
  expect([...GX, ...QUALITIS, ...DATAVINES].filter((name) => !named.has(name))).toEqual([]);
});
