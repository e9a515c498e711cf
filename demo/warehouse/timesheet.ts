import { type DefectCode, countOf } from './defects/index.ts';
import { type Step, table } from './table.ts';

export const timesheet = table(
  'dwd',
  'pm_timesheet',
  '工时明细（每人每日每项目一行）',
  `
  timesheet_id bigint! 工时单号
  work_date date! 工作日期
  emp_id text! 员工工号
  org_id text! 所属组织编号
  project_id text 项目编号（职能工作为空）
  work_type char(1)! 工作类型：1生产 2配合 3会议培训 4差旅 5休假 6职能管理
  hours numeric(4,1)! 正常工时（小时）
  overtime_hours numeric(4,1)! 加班工时（小时）
  approve_status char(1)! 审批状态：0待审 1通过`,
  {
    key: ['timesheet_id'],
    links: { emp_id: 'dwd.hr_employee(emp_id)', project_id: 'dwd.biz_project(project_id)' },
    indexes: [['work_date'], ['project_id'], ['emp_id', 'work_date']],
  },
);
export const attendance = table(
  'dwd',
  'hr_attendance_month',
  '月度出勤与工时（由工时明细汇总）',
  `
  emp_id text! 员工工号
  month date! 所属月份（月初）
  org_id text! 所属组织编号
  work_days smallint! 出勤天数
  leave_days smallint! 休假天数
  work_hours numeric(7,1)! 正常工时（小时）
  overtime_hours numeric(7,1)! 加班工时（小时）
  project_hours numeric(7,1)! 项目工时（小时）`,
  { key: ['emp_id', 'month'], links: { emp_id: 'dwd.hr_employee(emp_id)', org_id: 'dwd.dim_org(org_id)' }, indexes: [['month', 'org_id']] },
);

/** Projects that a branch worked on in a month, as an array to choose from. */
export const PROJECTS_OF_MONTH = `
create temp table month_projects on commit drop as
select p.org_id, m.month, array_agg(p.project_id order by p.project_id) as ids, count(*)::int as n
from dwd.biz_output_month m join dwd.biz_project p on p.project_id = m.project_id
group by p.org_id, m.month;
analyze month_projects`;

// A repeatable mix of employee, day and slot; arithmetic only, so that every PostgreSQL version answers the same.
const mix = (salt: number) => `(((((e.no * 7919 + d.no * 104729 + s.slot * 1299709 + ${salt}) * 2654435761) % 4294967296) >> 9) % 1000)`;

/**
 * The sheets of the working days from `$1` to `$2` (the second excluded): one or two lines a day, for production people on projects of
 * their branch. Made inside the database: two million lines would otherwise travel for nothing.
 */
const lines = (extra: { columns: string; values: string; target: string }) => `
insert into ${extra.target} (timesheet_id, work_date, emp_id, org_id, project_id, work_type, hours, overtime_hours, approve_status${extra.columns})
select (d.no * 100000 + e.no) * 10 + s.slot, d.date_day, e.emp_id, e.org_id,
       case when h.leave then null else m.ids[1 + (e.no * 31 + d.no / 30 * 7 + s.slot * 13 + h.c % 3) % m.n] end,
       case when h.leave then '5' when m.n is null then case when h.c < 120 then '3' else '6' end when h.c < 780 then '1' when h.c < 900 then '2' else '4' end,
       case when h.leave or not h.split then 8 when s.slot = 0 then 3 + h.d % 3 else 5 - h.d % 3 end,
       case when h.leave or s.slot = 1 or h.b >= d.busy then 0 else 1 + h.d % 3 end,
       case when d.date_day > $2::date - 4 then '0' else '1' end${extra.values}
from (select date_day, month, (date_day - date '1970-01-01')::bigint as no, case when month_no in (6, 11, 12) then 330 else 190 end as busy
      from dwd.dim_date where is_workday = '1' and date_day >= $1::date and date_day < $2::date) d
join (select emp_id, org_id, substr(emp_id, 2)::bigint as no, entry_date, coalesce(leave_date, '9999-12-31') as leave_date, post_series in ('1', '2', '3') as makes
      from dwd.hr_employee) e on e.entry_date <= d.date_day and e.leave_date > d.date_day
left join month_projects m on m.org_id = e.org_id and m.month = d.month and e.makes
cross join (values (0), (1)) s (slot)
cross join lateral (select ((((e.no * 7919 + d.no * 104729) * 2654435761) % 4294967296) >> 9) % 1000 as a, ${mix(17)} as b, ${mix(4111)} as c, ${mix(90001)} as d) g
cross join lateral (select g.a < 32 as leave, g.a >= 32 and g.a < 400 and m.n is not null as split, g.b, g.c, g.d) h
where s.slot = 0 or h.split`;

export const ARCHIVED_SHEETS = lines({ target: 'dwd.pm_timesheet', columns: '', values: '' });
export const RECENT_SHEETS = lines({
  target: 'ods.ods_pm_timesheet',
  columns: ', src_system, etl_time',
  values: ", 'PM', least(d.date_day + 1, $2::date) + time '02:10' at time zone 'Asia/Shanghai'",
});

const n = (code: DefectCode) => countOf(code);
/** The faults of the recent sheets; a sheet carries one at most. */
export const SPOIL_SHEETS = (dataDate: string): string[] => {
  const last = [n('ts_twice'), n('ts_twice') + n('ts_hours'), n('ts_twice') + n('ts_hours') + n('ts_emp')] as const;
  return [
    `create temp table spoilt on commit drop as
select timesheet_id, row_number() over (order by (timesheet_id * 48271) % 2147483647, timesheet_id) as place
from ods.ods_pm_timesheet where work_date < date '${dataDate}' - 35`,
    `insert into ods.ods_pm_timesheet select t.* from ods.ods_pm_timesheet t join spoilt s using (timesheet_id) where s.place <= ${last[0]}`,
    `update ods.ods_pm_timesheet t set hours = hours * 10 from spoilt s where s.timesheet_id = t.timesheet_id and s.place > ${last[0]} and s.place <= ${last[1]}`,
    `insert into ods.ods_pm_timesheet (timesheet_id, work_date, emp_id, org_id, project_id, work_type, hours, overtime_hours, approve_status, src_system, etl_time)
select t.timesheet_id + 5, t.work_date, 'EX' || lpad(s.place::text, 4, '0'), t.org_id, t.project_id, t.work_type, t.hours, t.overtime_hours, t.approve_status, t.src_system, t.etl_time
from ods.ods_pm_timesheet t join spoilt s using (timesheet_id) where s.place > ${last[1]} and s.place <= ${last[2]}`,
    `update ods.ods_pm_timesheet t set etl_time = t.etl_time + make_interval(days => (9 + s.place % 18)::int)
from spoilt s where s.timesheet_id = t.timesheet_id and s.place > ${last[2]} and s.place <= ${last[2] + n('ts_late')}`,
  ];
};

export const CLEAN_SHEETS: Step = {
  table: timesheet,
  sql: `
insert into dwd.pm_timesheet (timesheet_id, work_date, emp_id, org_id, project_id, work_type, hours, overtime_hours, approve_status)
select distinct on (o.timesheet_id) o.timesheet_id, o.work_date, o.emp_id, o.org_id, o.project_id, o.work_type,
       case when o.hours > 24 then o.hours / 10 else o.hours end, o.overtime_hours, o.approve_status
from ods.ods_pm_timesheet o
join dwd.hr_employee e on e.emp_id = o.emp_id
order by o.timesheet_id`,
};
export const ATTENDANCE: Step = {
  table: attendance,
  sql: `
insert into dwd.hr_attendance_month (emp_id, month, org_id, work_days, leave_days, work_hours, overtime_hours, project_hours)
-- 每人每天首行的工时单号以 0 结尾，据此计天数
select t.emp_id, date_trunc('month', t.work_date)::date, min(t.org_id), count(*) filter (where t.work_type <> '5' and t.timesheet_id % 10 = 0),
       count(*) filter (where t.work_type = '5' and t.timesheet_id % 10 = 0), coalesce(sum(t.hours) filter (where t.work_type <> '5'), 0),
       sum(t.overtime_hours), coalesce(sum(t.hours) filter (where t.project_id is not null), 0)
from dwd.pm_timesheet t
group by t.emp_id, date_trunc('month', t.work_date)`,
};
