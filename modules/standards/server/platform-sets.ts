import type { PlatformSet } from '#kit/server/platform-set.ts';

/** How columns keep to their data elements, for charts and screens: counts alone. */
export const platformSets: readonly PlatformSet[] = [
  {
    code: 'standards.now',
    name: '落标情况',
    remark: '最近一次每日统计：各数据源绑定数据标准的字段中，符合、部分符合和不符合的数量；落标率 = 符合 ÷ 已绑定',
    sql: `select s.source_name, d.columns, d.bound, d.conform, d.partial, d.bad, d.exempt
      from standard_stat_day d join metadata_source s on s.id = d.source_id and s.deleted_at is null
      where d.day = (select max(x.day) from standard_stat_day x where x.source_id = d.source_id)`,
    fields: [
      ['source_name', '数据源', 'dimension', 'string'],
      ['columns', '字段数', 'measure', 'number', { agg: 'sum' }],
      ['bound', '已绑定字段', 'measure', 'number', { agg: 'sum' }],
      ['conform', '符合', 'measure', 'number', { agg: 'sum' }],
      ['partial', '部分符合', 'measure', 'number', { agg: 'sum' }],
      ['bad', '不符合', 'measure', 'number', { agg: 'sum' }],
      ['exempt', '豁免', 'measure', 'number', { agg: 'sum' }],
      [
        'kept_rate',
        '落标率',
        'measure',
        'number',
        {
          expr: 'SUM([符合]) / NULLIF(SUM([已绑定字段]), 0)',
          format: { kind: 'percent', digits: 1, scale: 'none', thousands: false },
        },
      ],
    ],
  },
];
