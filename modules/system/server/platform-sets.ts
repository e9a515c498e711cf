import { LOG_REACH, type PlatformSet } from '#kit/server/platform-set.ts';

/** Calls, sign-ins and operations on charts and screens. */
export const platformSets: readonly PlatformSet[] = [
  {
    code: 'system.calls',
    name: '平台接口调用',
    remark: '平台接口每小时的调用次数和失败次数',
    sql: 'select cast(hour as timestamp) as hour, sum(calls) as calls, sum(failures) as failures from kit_call_stat group by 1',
    fields: [
      ['hour', '时间', 'dimension', 'datetime'],
      ['calls', '调用次数', 'measure', 'number', { agg: 'sum' }],
      ['failures', '失败次数', 'measure', 'number', { agg: 'sum' }],
      [
        'failure_rate',
        '失败率',
        'measure',
        'number',
        { expr: 'SUM([失败次数]) / SUM([调用次数])', format: { kind: 'percent', digits: 2, scale: 'none', thousands: true } },
      ],
    ],
  },
  {
    code: 'system.logins',
    name: '登录次数',
    remark: '按天统计登录成功、失败次数和登录人数',
    sql: `select cast(op_date as date) as day, case result when '1' then '成功' else '失败' end as result, count(*) as logins,
      count(distinct user_id) as users
      from sys_login_log where event = 'login' and op_date > ${LOG_REACH} group by 1, 2`,
    fields: [
      ['day', '日期', 'dimension', 'date'],
      ['result', '结果', 'dimension', 'string'],
      ['logins', '登录次数', 'measure', 'number', { agg: 'sum' }],
      ['users', '登录人数', 'measure', 'number', { agg: 'sum' }],
    ],
  },
  {
    code: 'system.operations',
    name: '操作次数',
    remark: '按小时、模块统计操作日志',
    sql: `select cast(date_trunc('hour', create_time) as timestamp) as hour, module, title,
      case result when '1' then '成功' else '失败' end as result, count(*) as operations, sum(time_ms) as time_ms
      from sys_oper_log where create_time > ${LOG_REACH} group by 1, 2, 3, 4`,
    fields: [
      ['hour', '时间', 'dimension', 'datetime'],
      ['module', '模块', 'dimension', 'string'],
      ['title', '操作', 'dimension', 'string'],
      ['result', '结果', 'dimension', 'string'],
      ['operations', '操作次数', 'measure', 'number', { agg: 'sum' }],
      ['time_ms', '耗时（毫秒）', 'measure', 'number', { agg: 'sum' }],
    ],
  },
];
