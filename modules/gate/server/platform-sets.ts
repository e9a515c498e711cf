import { LOG_REACH, type PlatformSet } from '#kit/server/platform-set.ts';

/** Classes and checked queries on charts and screens. */
export const platformSets: readonly PlatformSet[] = [
  {
    code: 'metadata.classes',
    name: '数据分类分级',
    remark: '按分类和敏感级别统计字段数',
    sql: `select coalesce(k.class_name, '未分类') as class_name, coalesce(c.level, k.level, '未定级') as level, s.source_name, count(*) as columns
      from metadata_column c join metadata_source s on s.id = c.source_id and s.deleted_at is null
      left join metadata_class k on k.id = c.class_id and k.deleted_at is null
      where c.deleted_at is null group by 1, 2, 3`,
    fields: [
      ['class_name', '分类', 'dimension', 'string'],
      ['level', '敏感级别', 'dimension', 'string'],
      ['source_name', '数据源', 'dimension', 'string'],
      ['columns', '字段数', 'measure', 'number', { agg: 'sum' }],
    ],
  },
  {
    code: 'metadata.queries',
    name: '数据查询次数',
    remark: '经过数据安全检查的查询，按小时、用途、数据源和结果统计',
    sql: `select cast(date_trunc('hour', h.create_time) as timestamp) as hour, h.source_name,
      case h.purpose when 'chart' then '图表' when 'console' then 'SQL工作台' when 'preview' then '数据预览' when 'export' then '导出' else '其他' end as purpose,
      case h.outcome when 'success' then '成功' when 'refused' then '拒绝' when 'failed' then '失败' when 'timeout' then '超时' else '已取消' end as outcome,
      count(*) as queries, sum(coalesce(h.row_count, 0)) as row_count, sum(h.time_ms) as time_ms
      from metadata_sql_history h where h.create_time > ${LOG_REACH} group by 1, 2, 3, 4`,
    fields: [
      ['hour', '时间', 'dimension', 'datetime'],
      ['source_name', '数据源', 'dimension', 'string'],
      ['purpose', '用途', 'dimension', 'string'],
      ['outcome', '结果', 'dimension', 'string'],
      ['queries', '查询次数', 'measure', 'number', { agg: 'sum' }],
      ['row_count', '返回行数', 'measure', 'number', { agg: 'sum' }],
      ['time_ms', '耗时（毫秒）', 'measure', 'number', { agg: 'sum' }],
      ['average_ms', '平均耗时（毫秒）', 'measure', 'number', { expr: 'SUM([耗时（毫秒）]) / SUM([查询次数])' }],
    ],
  },
];
