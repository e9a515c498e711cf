import type { PlatformSet } from '#kit/server/platform-set.ts';

/** Runs of scheduled jobs on charts and screens. */
export const platformSets: readonly PlatformSet[] = [
  {
    code: 'scheduler.days',
    name: '任务运行结果',
    remark: '定时任务每天的运行次数和结果',
    sql: `select cast(d.day as date) as day, j.job_name, sum(d.done) as done, sum(d.failed) as failed, sum(d.cancelled) as cancelled,
      sum(d.skipped) as skipped, sum(d.done_ms) as done_ms
      from scheduler_day d join scheduler_job j on j.id = d.job_id group by 1, 2`,
    fields: [
      ['day', '日期', 'dimension', 'date'],
      ['job_name', '任务', 'dimension', 'string'],
      ['done', '成功次数', 'measure', 'number', { agg: 'sum' }],
      ['failed', '失败次数', 'measure', 'number', { agg: 'sum' }],
      ['cancelled', '取消次数', 'measure', 'number', { agg: 'sum' }],
      ['skipped', '跳过次数', 'measure', 'number', { agg: 'sum' }],
      ['done_ms', '耗时（毫秒）', 'measure', 'number', { agg: 'sum' }],
      [
        'rate',
        '成功率',
        'measure',
        'number',
        {
          expr: 'SUM([成功次数]) / (SUM([成功次数]) + SUM([失败次数]))',
          format: { kind: 'percent', digits: 1, scale: 'none', thousands: true },
        },
      ],
    ],
  },
];
