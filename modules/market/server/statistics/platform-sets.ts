import { LOG_REACH, type PlatformSet } from '#kit/server/platform-set.ts';
import { BOUNDS } from '../../core/statistics.ts';

/** Calls that took longer than a bound are those of the classes above it. */
const above = (ms: number): string =>
  [...Array(BOUNDS.length + 1).keys()]
    .filter((i) => i > BOUNDS.findIndex((bound) => bound === ms))
    .map((i) => `s.h${i + 1}`)
    .join(' + ');
const COUNTS = `sum(s.calls) as calls, sum(s.calls - s.failed - s.refused - s.limited) as succeeded, sum(s.failed) as failed,
  sum(s.refused) as refused, sum(s.limited) as limited, sum(s.row_count) as row_count, sum(s.total_ms) as time_ms, sum(${above(1000)}) as slow`;
const MEASURES: PlatformSet['fields'] = [
  ['calls', '调用次数', 'measure', 'number', { agg: 'sum' }],
  ['succeeded', '成功次数', 'measure', 'number', { agg: 'sum' }],
  ['failed', '失败次数', 'measure', 'number', { agg: 'sum' }],
  ['refused', '拒绝次数', 'measure', 'number', { agg: 'sum' }],
  ['limited', '限流次数', 'measure', 'number', { agg: 'sum' }],
  ['row_count', '返回行数', 'measure', 'number', { agg: 'sum' }],
  ['time_ms', '耗时（毫秒）', 'measure', 'number', { agg: 'sum' }],
  ['slow', '超过1秒的次数', 'measure', 'number', { agg: 'sum' }],
  [
    'success_rate',
    '成功率',
    'measure',
    'number',
    {
      expr: 'SUM([成功次数]) / NULLIF(SUM([调用次数]), 0)',
      format: { kind: 'percent', digits: 1, scale: 'none', thousands: false },
    },
  ],
  [
    'failure_rate',
    '失败率',
    'measure',
    'number',
    {
      expr: 'SUM([失败次数]) / NULLIF(SUM([调用次数]), 0)',
      format: { kind: 'percent', digits: 1, scale: 'none', thousands: false },
    },
  ],
  ['average_ms', '平均耗时（毫秒）', 'measure', 'number', { expr: 'SUM([耗时（毫秒）]) / NULLIF(SUM([调用次数]), 0)' }],
];

/** Calls of published data APIs on charts and screens: names of APIs and applications, no address and no parameter. */
export const platformSets: readonly PlatformSet[] = [
  {
    code: 'market.hours',
    name: '数据API调用（分时）',
    remark: '已发布数据API的调用，按小时和API统计',
    sql: `select cast(s.slot as timestamp) as hour, a.api_name, ${COUNTS}
      from market_stat_hour s join market_api a on a.id = s.object_id and a.deleted_at is null
      where s.kind = 'api' and s.slot > now() - interval '100 day' group by 1, 2`,
    fields: [['hour', '时间', 'dimension', 'datetime'], ['api_name', '数据API', 'dimension', 'string'], ...MEASURES],
  },
  {
    code: 'market.days',
    name: '数据API调用（按天和应用）',
    remark: '已发布数据API的调用，按天、API和应用统计',
    sql: `select s.day, a.api_name, coalesce(p.app_name, '未识别') as app_name, ${COUNTS}
      from market_stat_day s join market_api a on a.id = s.object_id and a.deleted_at is null
      left join market_app p on p.id = s.app_id
      where s.kind = 'api' and s.day > cast(${LOG_REACH} as date) group by 1, 2, 3`,
    fields: [
      ['day', '日期', 'dimension', 'date'],
      ['api_name', '数据API', 'dimension', 'string'],
      ['app_name', '应用', 'dimension', 'string'],
      ...MEASURES,
    ],
  },
];
