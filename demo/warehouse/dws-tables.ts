import { type Step, table } from './table.ts';

const MONTHS = `(select distinct month, (month + interval '1 month')::date as next_month from dwd.dim_date, dwd.etl_batch where date_day between first_date and data_date)`;

/** Monthly sums that the screens and boards read; each is one statement over the cleaned layer. */
export const SUMS: readonly Step[] = [
  {
    table: table(
      'dws',
      'dws_org_month',
      '组织月度经营汇总',
      `
  org_id text! 组织编号
  month date! 月份（月初）
  contract_count integer! 新签合同数
  contract_amount numeric(18,2)! 新签合同额（元）
  inner_amount numeric(18,2)! 其中集团内新签（元）
  output_plan numeric(18,2)! 计划产值（元）
  output_actual numeric(18,2)! 实际产值（元）
  revenue numeric(18,2)! 营业收入（元，不含税）
  cost numeric(18,2)! 项目成本（元）
  expense numeric(18,2)! 期间费用（元）
  profit numeric(18,2)! 利润总额（元）
  receipt_plan numeric(18,2)! 到期应收款（元）
  receipt_actual numeric(18,2)! 实际回款（元）
  receipt_on_time numeric(18,2)! 其中按期回款（元）
  headcount integer! 月末在岗人数
  entry_count integer! 入职人数
  leave_count integer! 离职人数
  active_project_count integer! 有产值的项目数
  bid_count integer! 投标数（开标日不晚于数据日）
  bid_opened_count integer! 已开标数
  win_count integer! 中标数
  win_amount numeric(18,2)! 中标额（元）
  opp_count integer! 新增商机数（含线索）`,
      { key: ['org_id', 'month'], links: { org_id: 'dwd.dim_org(org_id)' }, indexes: [['month']] },
    ),
    sql: `
insert into dws.dws_org_month (org_id, month, contract_count, contract_amount, inner_amount, output_plan, output_actual, revenue, cost, expense, profit,
  receipt_plan, receipt_actual, receipt_on_time, headcount, entry_count, leave_count, active_project_count, bid_count, bid_opened_count, win_count, win_amount, opp_count)
select o.org_id, m.month, coalesce(c.n, 0), coalesce(c.amount, 0), coalesce(c.inner_amount, 0), coalesce(t.plan, 0), coalesce(t.actual, 0),
       coalesce(r.revenue, 0), coalesce(r.cost, 0), coalesce(x.amount, 0), coalesce(r.revenue, 0) - coalesce(r.cost, 0) - coalesce(x.amount, 0),
       coalesce(p.due, 0), coalesce(k.amount, 0), coalesce(k.on_time, 0), coalesce(h.headcount, 0), coalesce(h.entries, 0), coalesce(h.leaves, 0),
       coalesce(t.projects, 0), coalesce(b.n, 0), coalesce(b.opened, 0), coalesce(b.won, 0), coalesce(b.win_amount, 0), coalesce(s.n, 0)
from dwd.dim_org o
cross join ${MONTHS} m
left join (select org_id, date_trunc('month', sign_date)::date as month, count(*) as n, sum(amount) as amount, sum(amount) filter (where inner_flag = '1') as inner_amount
           from dwd.biz_contract group by 1, 2) c on c.org_id = o.org_id and c.month = m.month
left join (select p.org_id, u.month, sum(u.plan_output) as plan, sum(u.actual_output) as actual, count(*) as projects
           from dwd.biz_output_month u join dwd.biz_project p on p.project_id = u.project_id group by 1, 2) t on t.org_id = o.org_id and t.month = m.month
left join (select org_id, month, sum(revenue) as revenue, sum(cost) as cost from dwd.biz_revenue group by 1, 2) r on r.org_id = o.org_id and r.month = m.month
left join (select org_id, month, sum(amount) as amount from dwd.biz_expense group by 1, 2) x on x.org_id = o.org_id and x.month = m.month
left join (select c.org_id, date_trunc('month', l.plan_date)::date as month, sum(l.plan_amount) as due
           from dwd.biz_receipt_plan l join dwd.biz_contract c on c.contract_id = l.contract_id cross join dwd.etl_batch e where l.plan_date <= e.data_date group by 1, 2) p
  on p.org_id = o.org_id and p.month = m.month
left join (select c.org_id, date_trunc('month', l.actual_date)::date as month, sum(l.actual_amount) as amount, sum(l.actual_amount) filter (where l.is_on_time = '1') as on_time
           from dwd.biz_receipt l join dwd.biz_contract c on c.contract_id = l.contract_id group by 1, 2) k on k.org_id = o.org_id and k.month = m.month
left join (select e.org_id, m.month, count(*) filter (where e.leave_date is null or e.leave_date >= m.next_month) as headcount,
                  count(*) filter (where e.entry_date >= m.month) as entries,
                  count(*) filter (where e.leave_date < m.next_month) as leaves
           from ${MONTHS} m join dwd.hr_employee e on e.entry_date < m.next_month and (e.leave_date is null or e.leave_date >= m.month) group by 1, 2) h
  on h.org_id = o.org_id and h.month = m.month
left join (select org_id, date_trunc('month', bid_date)::date as month, count(*) as n, count(*) filter (where result in ('1', '2')) as opened,
                  count(*) filter (where result = '1') as won, sum(win_amount) as win_amount
           from dwd.biz_bid cross join dwd.etl_batch e where bid_date <= e.data_date group by 1, 2) b on b.org_id = o.org_id and b.month = m.month
left join (select org_id, date_trunc('month', created_at)::date as month, count(*) as n from dwd.biz_opportunity group by 1, 2) s on s.org_id = o.org_id and s.month = m.month`,
  },
  {
    table: table(
      'dws',
      'dws_business_month',
      '业务类型月度汇总',
      `
  business_code text! 业务类型编码
  org_id text! 组织编号
  month date! 月份（月初）
  contract_count integer! 新签合同数
  contract_amount numeric(18,2)! 新签合同额（元）
  revenue numeric(18,2)! 营业收入（元）
  cost numeric(18,2)! 项目成本（元）`,
      {
        key: ['business_code', 'org_id', 'month'],
        links: { business_code: 'dwd.dim_business(business_code)', org_id: 'dwd.dim_org(org_id)' },
      },
    ),
    sql: `
insert into dws.dws_business_month (business_code, org_id, month, contract_count, contract_amount, revenue, cost)
select u.business_code, u.org_id, u.month, sum(u.n), sum(u.amount), sum(u.revenue), sum(u.cost)
from (
  select c.business_code, c.org_id, date_trunc('month', c.sign_date)::date as month, count(*) as n, sum(c.amount) as amount, 0 as revenue, 0 as cost
  from dwd.biz_contract c join dwd.etl_batch e on c.sign_date >= e.first_date group by 1, 2, 3
  union all
  select r.business_code, r.org_id, r.month, 0, 0, sum(r.revenue), sum(r.cost) from dwd.biz_revenue r group by 1, 2, 3
) u group by 1, 2, 3`,
  },
  {
    table: table(
      'dws',
      'dws_area_month',
      '地区月度汇总',
      `
  province_code text! 省份代码
  city_code text! 城市代码
  org_id text! 组织编号
  month date! 月份（月初）
  contract_count integer! 新签合同数
  contract_amount numeric(18,2)! 新签合同额（元）
  output_actual numeric(18,2)! 实际产值（元）`,
      { key: ['city_code', 'org_id', 'month'], links: { province_code: 'dwd.dim_area(area_code)', city_code: 'dwd.dim_area(area_code)' } },
    ),
    sql: `
insert into dws.dws_area_month (province_code, city_code, org_id, month, contract_count, contract_amount, output_actual)
select min(u.province_code), u.city_code, u.org_id, u.month, sum(u.n), sum(u.amount), sum(u.output)
from (
  select c.province_code, c.city_code, c.org_id, date_trunc('month', c.sign_date)::date as month, count(*) as n, sum(c.amount) as amount, 0 as output
  from dwd.biz_contract c join dwd.etl_batch e on c.sign_date >= e.first_date group by 1, 2, 3, 4
  union all
  select c.province_code, c.city_code, c.org_id, m.month, 0, 0, sum(m.actual_output)
  from dwd.biz_output_month m join dwd.biz_project p on p.project_id = m.project_id join dwd.biz_contract c on c.contract_id = p.contract_id group by 1, 2, 3, 4
) u group by 2, 3, 4`,
  },
  {
    table: table(
      'dws',
      'dws_project_total',
      '项目累计指标（挣值、质量、综合风险）',
      `
  project_id text! 项目编号
  org_id text! 承担组织编号
  output_plan numeric(18,2)! 累计计划产值（元）
  output_actual numeric(18,2)! 累计实际产值（元）
  cost numeric(18,2)! 累计成本（元）
  earned numeric(18,2)! 挣值（预算×实际进度，元）
  spi numeric(8,4) 进度绩效（实际进度÷计划进度）
  cpi numeric(8,4) 成本绩效（挣值÷实际成本）
  found integer! 发现问题数
  rectified integer! 已整改数
  delay_days integer! 延期天数
  risk_score numeric(6,2)! 综合风险分（0.4成本+0.3进度+0.3质量）`,
      { key: ['project_id'], links: { project_id: 'dwd.biz_project(project_id)' }, indexes: [['org_id']] },
    ),
    sql: `
insert into dws.dws_project_total (project_id, org_id, output_plan, output_actual, cost, earned, spi, cpi, found, rectified, delay_days, risk_score)
select p.project_id, p.org_id, coalesce(o.plan, 0), coalesce(o.actual, 0), p.cost, p.budget * p.progress_actual,
       case when p.progress_plan > 0 then least(9, p.progress_actual / p.progress_plan) end,
       case when p.cost > 0 then least(9, p.budget * p.progress_actual / p.cost) end,
       coalesce(q.found, 0), coalesce(q.rectified, 0),
       case when p.actual_end is not null then greatest(0, p.actual_end - p.plan_end) when p.status in ('1', '3') then greatest(0, e.data_date - p.plan_end) else 0 end,
       round(0.4 * least(100, greatest(0, case when p.cost > 0 and p.progress_actual > 0 then (p.cost / (p.budget * p.progress_actual) - 1) * 500 else 0 end))
           + 0.3 * least(100, greatest(0, (p.progress_plan - p.progress_actual) * 250))
           + 0.3 * least(100, case when q.found > 0 then (q.found - q.rectified) * 100.0 / q.found else 0 end), 2)
from dwd.biz_project p
cross join dwd.etl_batch e
left join (select project_id, sum(plan_output) as plan, sum(actual_output) as actual from dwd.biz_output_month group by project_id) o on o.project_id = p.project_id
left join (select project_id, sum(found) as found, sum(rectified) as rectified from dwd.biz_quality_safety group by project_id) q on q.project_id = p.project_id`,
  },
  {
    table: table(
      'dws',
      'dws_customer_year',
      '客户年度汇总',
      `
  customer_id text! 客户编号
  year smallint! 年度
  contract_count integer! 签约合同数
  contract_amount numeric(18,2)! 签约金额（元）
  receipt_amount numeric(18,2)! 回款金额（元）`,
      { key: ['customer_id', 'year'], links: { customer_id: 'dwd.biz_customer(customer_id)' } },
    ),
    sql: `
insert into dws.dws_customer_year (customer_id, year, contract_count, contract_amount, receipt_amount)
select u.customer_id, u.year, sum(u.n), sum(u.amount), sum(u.receipt)
from (
  select c.customer_id, extract(year from c.sign_date)::smallint as year, count(*) as n, sum(c.amount) as amount, 0 as receipt
  from dwd.biz_contract c join dwd.etl_batch e on c.sign_date >= e.first_date group by 1, 2
  union all
  select c.customer_id, extract(year from r.actual_date)::smallint, 0, 0, sum(r.actual_amount)
  from dwd.biz_receipt r join dwd.biz_contract c on c.contract_id = r.contract_id group by 1, 2
) u group by 1, 2`,
  },
  {
    table: table(
      'dws',
      'dws_funnel_month',
      '商机漏斗月度汇总（按创建月份）',
      `
  month date! 月份（月初）
  org_id text! 组织编号
  source char(1)! 来源：1展会 2老客户 3网络推广 4转介绍 5公开招标 9其他
  lead_count integer! 线索数
  opportunity_count integer! 转为商机数
  proposal_count integer! 进入方案数
  bidding_count integer! 进入招投标数
  signed_count integer! 签约数
  lost_count integer! 丢单数
  amount numeric(18,2)! 预计金额（元）
  signed_amount numeric(18,2)! 签约商机金额（元）
  cycle_days numeric(8,1) 平均成交周期（天）`,
      { key: ['month', 'org_id', 'source'], links: { org_id: 'dwd.dim_org(org_id)' } },
    ),
    sql: `
insert into dws.dws_funnel_month (month, org_id, source, lead_count, opportunity_count, proposal_count, bidding_count, signed_count, lost_count, amount, signed_amount, cycle_days)
select date_trunc('month', o.created_at)::date, o.org_id, o.source, count(*), count(*) filter (where o.reached >= 2), count(*) filter (where o.reached >= 3),
       count(*) filter (where o.reached >= 4), count(*) filter (where o.stage = 'signed'), count(*) filter (where o.stage = 'lost'), sum(o.amount),
       coalesce(sum(o.amount) filter (where o.stage = 'signed'), 0), round(avg(o.closed_at - o.created_at) filter (where o.stage = 'signed'), 1)
from dwd.biz_opportunity o
group by 1, 2, 3`,
  },
  {
    table: table(
      'dws',
      'dws_hr_month',
      '人力月度汇总',
      `
  org_id text! 组织编号
  month date! 月份（月初）
  headcount integer! 月末在岗人数
  own_count integer! 其中自有人数
  outsourced_count integer! 其中外包人数
  master_count integer! 硕士及以上人数
  middle_title_count integer! 中级及以上职称人数
  average_age numeric(5,1)! 平均年龄
  average_service numeric(5,1)! 平均司龄（年）
  labor_cost numeric(16,2)! 月人工成本（元）`,
      { key: ['org_id', 'month'], links: { org_id: 'dwd.dim_org(org_id)' } },
    ),
    sql: `
insert into dws.dws_hr_month (org_id, month, headcount, own_count, outsourced_count, master_count, middle_title_count, average_age, average_service, labor_cost)
select e.org_id, m.month, count(*), count(*) filter (where e.emp_type = '1'), count(*) filter (where e.emp_type = '2'), count(*) filter (where e.education >= '3'),
       count(*) filter (where e.title_level >= '3'), round(avg((m.next_month - e.birthday) / 365.25), 1), round(avg((m.next_month - e.entry_date) / 365.25), 1), sum(e.monthly_cost)
from ${MONTHS} m
join dwd.hr_employee e on e.entry_date < m.next_month and (e.leave_date is null or e.leave_date >= m.next_month)
group by 1, 2`,
  },
  {
    table: table(
      'dws',
      'dws_timesheet_month',
      '工时月度汇总',
      `
  org_id text! 组织编号
  month date! 月份（月初）
  people integer! 填报人数
  work_hours numeric(14,1)! 正常工时（小时）
  project_hours numeric(14,1)! 项目工时（小时）
  overtime_hours numeric(14,1)! 加班工时（小时）
  leave_days integer! 休假人天
  saturation numeric(6,4) 人员饱和度（项目工时÷正常工时）`,
      { key: ['org_id', 'month'], links: { org_id: 'dwd.dim_org(org_id)' } },
    ),
    sql: `
insert into dws.dws_timesheet_month (org_id, month, people, work_hours, project_hours, overtime_hours, leave_days, saturation)
select a.org_id, a.month, count(*), sum(a.work_hours), sum(a.project_hours), sum(a.overtime_hours), sum(a.leave_days),
       round(sum(a.project_hours) / nullif(sum(a.work_hours), 0), 4)
from dwd.hr_attendance_month a
group by 1, 2`,
  },
  {
    table: table(
      'dws',
      'dws_receivable_age',
      '应收账款账龄（截至数据日）',
      `
  org_id text! 组织编号
  age_band char(1)! 账龄段：1三个月内 2三至六个月 3六至十二个月 4一年以上
  plan_count integer! 未收齐笔数
  amount numeric(18,2)! 应收余额（元）`,
      { key: ['org_id', 'age_band'], links: { org_id: 'dwd.dim_org(org_id)' } },
    ),
    sql: `
insert into dws.dws_receivable_age (org_id, age_band, plan_count, amount)
select c.org_id, case when e.data_date - l.plan_date <= 90 then '1' when e.data_date - l.plan_date <= 180 then '2' when e.data_date - l.plan_date <= 365 then '3' else '4' end,
       count(*), sum(l.plan_amount - l.paid_amount)
from dwd.biz_receipt_plan l
join dwd.biz_contract c on c.contract_id = l.contract_id
cross join dwd.etl_batch e
where l.plan_date <= e.data_date and l.paid_amount < l.plan_amount
group by 1, 2`,
  },
];
