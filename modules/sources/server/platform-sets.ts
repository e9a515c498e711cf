import type { PlatformSet } from '#kit/server/platform-set.ts';

/** Sources on charts and screens. */
export const platformSets: readonly PlatformSet[] = [
  {
    code: 'metadata.sources',
    name: '数据源概况',
    remark: '已登记数据源的表数、字段数和同步状态',
    sql: `select source_name, db_type, case status when '1' then '启用' else '禁用' end as state, env,
      case is_sync when '2' then '已同步' when '1' then '同步中' when '3' then '同步失败' else '未同步' end as sync_state,
      table_count, column_count, routine_count, cast(date_trunc('second', sync_time) as timestamp) as sync_time, 1 as sources
      from metadata_source where deleted_at is null`,
    fields: [
      ['source_name', '数据源', 'dimension', 'string'],
      ['db_type', '数据库类型', 'dimension', 'string', { dict: 'data_db_type' }],
      ['state', '状态', 'dimension', 'string'],
      ['env', '环境', 'dimension', 'string'],
      ['sync_state', '同步状态', 'dimension', 'string'],
      ['sync_time', '最近同步时间', 'dimension', 'datetime'],
      ['sources', '数据源数', 'measure', 'number', { agg: 'sum' }],
      ['table_count', '表数', 'measure', 'number', { agg: 'sum' }],
      ['column_count', '字段数', 'measure', 'number', { agg: 'sum' }],
      ['routine_count', '存储过程数', 'measure', 'number', { agg: 'sum' }],
    ],
  },
];
