import { LOG_REACH, type PlatformSet } from '#kit/server/platform-set.ts';

/** Exports and imports on charts and screens. */
export const platformSets: readonly PlatformSet[] = [
  {
    code: 'system.exports',
    name: '导入导出',
    remark: '按天统计后台导入导出任务',
    sql: `select cast(create_time as date) as day, case kind when 'export' then '导出' else '导入' end as kind, entity_label,
      case state when 'done' then '成功' when 'failed' then '失败' when 'cancelled' then '已取消' else '进行中' end as state,
      count(*) as transfers, sum(done_rows) as done_rows
      from sys_transfer where create_time > ${LOG_REACH} group by 1, 2, 3, 4`,
    fields: [
      ['day', '日期', 'dimension', 'date'],
      ['kind', '类型', 'dimension', 'string'],
      ['entity_label', '数据', 'dimension', 'string'],
      ['state', '结果', 'dimension', 'string'],
      ['transfers', '任务数', 'measure', 'number', { agg: 'sum' }],
      ['done_rows', '行数', 'measure', 'number', { agg: 'sum' }],
    ],
  },
];
