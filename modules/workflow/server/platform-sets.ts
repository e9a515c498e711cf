import { LOG_REACH, type PlatformSet } from '#kit/server/platform-set.ts';

/** Open tasks of whoever looks, and finished work without names, for charts and screens. */
export const platformSets: readonly PlatformSet[] = [
  {
    code: 'workflow.mine',
    name: '待我审批',
    remark: '查看人自己的待办任务，投屏和分享时为空',
    sql: `select i.title, coalesce(b.business_name, i.business_code) as business, u.nickname as starter, t.name as node,
      cast(t.create_time as timestamp) as arrived, cast(t.due_time as timestamp) as due,
      case when t.due_time < now() then '逾期' when t.due_time is not null then '限时' else '待办' end as state, 1 as n
      from flow_task t join flow_instance i on i.id = t.instance_id
      left join flow_business b on b.business_code = i.business_code and b.deleted_at is null
      left join sys_user u on u.id = i.starter_id
      where t.state = 'todo' and i.suspension_state = '1'
        and (t.assignee_id = \${user.id} or (t.assignee_id is null and exists (select 1 from flow_candidate c where c.task_id = t.id
          and ((c.kind = 'user' and c.ref = \${user.id})
            or (c.kind = 'role' and exists (select 1 from sys_user_role r where r.role_id = c.ref and r.user_id = \${user.id}))))))`,
    fields: [
      ['title', '标题', 'dimension', 'string'],
      ['business', '业务', 'dimension', 'string'],
      ['starter', '发起人', 'dimension', 'string'],
      ['node', '节点', 'dimension', 'string'],
      ['arrived', '到达时间', 'dimension', 'datetime'],
      ['due', '到期时间', 'dimension', 'datetime'],
      ['state', '状态', 'dimension', 'string'],
      ['n', '待办数', 'measure', 'number', { agg: 'sum' }],
    ],
  },
  {
    code: 'workflow.days',
    name: '审批办结',
    remark: '按天、业务统计办结的任务数和平均用时（小时）',
    sql: `select cast(t.end_time as date) as day, coalesce(b.business_name, i.business_code) as business, t.result,
      count(*) as tasks, cast(sum(extract(epoch from t.end_time - t.create_time)) / 3600 as numeric(18, 2)) as hours
      from flow_task t join flow_instance i on i.id = t.instance_id
      left join flow_business b on b.business_code = i.business_code and b.deleted_at is null
      where t.state = 'done' and t.end_time > ${LOG_REACH} group by 1, 2, 3`,
    fields: [
      ['day', '日期', 'dimension', 'date'],
      ['business', '业务', 'dimension', 'string'],
      ['result', '结果', 'dimension', 'string'],
      ['tasks', '任务数', 'measure', 'number', { agg: 'sum' }],
      ['hours', '用时（小时）', 'measure', 'number', { agg: 'sum' }],
      ['average', '平均用时（小时）', 'measure', 'number', { expr: 'SUM([用时（小时）]) / SUM([任务数])' }],
    ],
  },
];
