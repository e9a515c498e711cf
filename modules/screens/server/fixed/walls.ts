import { CHOSEN, OF_ORG, OF_YEAR, PASSED, type ScreenSet } from './grammar.ts';

const STEPS = ['线索', '商机', '方案', '招投标', '签约'] as const;
/** Leads of a year that count up to today's day of it, so that an unfinished year is compared with the same part of the one before. */
const SAME_PART = "o.created_at + interval '1 year' <= p.data_date";

/** What walls ask for: risks with their grades, the map with its units, the way from lead to contract. */
export const wallSets: readonly ScreenSet[] = [
  {
    key: 'risk',
    name: '大屏·风险清单',
    remark:
      '回款逾期（超过180天、50万元以上）、项目延期（超过30天）、成本超支（成本绩效低于0.92）、证书到期（90天内）；范围同经营预警。严重 = 逾期超过365天、延期超过90天、成本绩效低于0.8；高 = 逾期超过270天、延期超过60天、成本绩效低于0.85、证书14天内到期；中 = 其余及证书30天内到期；低 = 证书90天内到期',
    sql: `${CHOSEN},
r as (select '回款逾期' as kind, c.name as subject, l.plan_date as day, c.org_id, concat('回款逾期 ', p.data_date - l.plan_date, ' 天') as detail, l.plan_amount - l.paid_amount as amount,
   case when p.data_date - l.plan_date > 365 then 1 when p.data_date - l.plan_date > 270 then 2 else 3 end as grade
  from dwd.biz_receipt_plan l join dwd.biz_contract c on c.contract_id = l.contract_id cross join p where l.plan_date < p.data_date - 180 and l.plan_amount - l.paid_amount > 500000
union all select '项目延期', j.name, j.plan_end, j.org_id, concat('项目延期 ', t.delay_days, ' 天'), k.amount, case when t.delay_days > 90 then 1 when t.delay_days > 60 then 2 else 3 end
  from dwd.biz_project j join dws.dws_project_total t on t.project_id = j.project_id join dwd.biz_contract k on k.contract_id = j.contract_id where j.status in ('1', '3') and t.delay_days > 30
union all select '成本超支', j.name, j.plan_end, j.org_id, concat('成本超支 ', round((1 / t.cpi - 1) * 100), '%'), t.cost - t.earned, case when t.cpi < 0.8 then 1 when t.cpi < 0.85 then 2 else 3 end
  from dwd.biz_project j join dws.dws_project_total t on t.project_id = j.project_id where j.status = '1' and t.cpi < 0.92 and j.progress_actual > 0.1
union all select '证书到期', concat(t.type_name, ' ', c.cert_no), c.valid_to, c.org_id, concat('证书到期 剩 ', c.valid_to - p.data_date, ' 天'), null,
   case when c.valid_to - p.data_date <= 14 then 2 when c.valid_to - p.data_date <= 30 then 3 else 4 end
  from dwd.prj_certificate c join dwd.dim_cert_type t on t.type_code = c.type_code cross join p where c.valid_to - p.data_date between 1 and 90 and c.register_status <> '4')
select r.kind, r.subject, r.day, r.detail, r.amount, g.short_name as org_name, case r.grade when 1 then '严重' when 2 then '高' when 3 then '中' else '低' end as level_name,
  case when r.grade = 1 then 1 else 0 end as severe, 1 as n
from r cross join p join dwd.dim_org g on g.org_id = r.org_id where ${OF_ORG('r.org_id')}`,
    fields: `
kind 风险类型 text
subject 事项 text
level_name 级别 text
detail 说明 text
org_name 单位 text
day 相关日期 date
amount 涉及金额 元
severe 严重项数 项
n 风险数 项`,
  },
  {
    key: 'territory',
    name: '大屏·业务版图',
    remark:
      '所选年份各省新签合同额（没有单位名的行），以及各经营单位在所在省的新签合同额、序时达成率（实际 ÷ 序时目标）与风险数（口径同风险清单）',
    sql: `${CHOSEN},
d as (select ${PASSED} as passed from p),
s as (select m.org_id, sum(m.contract_amount) as amount from dws.dws_org_month m cross join p where ${OF_YEAR('m.month')} group by m.org_id),
w as (select x.org_id, count(*) as n from ads.ads_warning x group by x.org_id)
select a.area_name as province_name, cast(null as text) as unit_name, sum(x.contract_amount) as area_amount, cast(null as numeric) as amount, cast(null as numeric) as pace_rate, cast(null as bigint) as risks
from dws.dws_area_month x cross join p join dwd.dim_area a on a.area_code = x.province_code where ${OF_YEAR('x.month')} and ${OF_ORG('x.org_id')} group by a.area_name
union all select a.area_name, o.short_name, cast(null as numeric), s.amount, s.amount / nullif(t.contract * d.passed, 0), coalesce(w.n, 0)
from dwd.dim_org o join dwd.dim_area a on a.area_code = o.province_code join s on s.org_id = o.org_id cross join p cross join d
join dwd.biz_target_year t on t.org_id = o.org_id and t.year = p.y left join w on w.org_id = o.org_id where o.is_branch = '1' and ${OF_ORG('o.org_id')}`,
    fields: `
province_name 省份 province
unit_name 经营单位 text
area_amount 新签合同额 元
amount 单位新签 元
pace_rate 序时达成率 pct
risks 风险 项`,
  },
  {
    key: 'bid_area',
    name: '大屏·投标区域',
    remark: '所选年份已开标的投标按投标单位所在省与单位：投标额、中标额、中标率相对全集团的比值、已开标次数',
    sql: `${CHOSEN},
b as (select o.org_id, o.short_name, a.area_name, sum(b.bid_amount) as bid_amount, coalesce(sum(b.win_amount) filter (where b.result = '1'), 0) as win_amount, count(*) as opened,
   count(*) filter (where b.result = '1') as won
  from dwd.biz_bid b cross join p join dwd.dim_org o on o.org_id = b.org_id join dwd.dim_area a on a.area_code = o.province_code
  where b.result in ('1', '2') and ${OF_YEAR('b.bid_date')} and ${OF_ORG('b.org_id')} group by o.org_id, o.short_name, a.area_name),
g as (select cast(sum(b.won) as numeric) / nullif(sum(b.opened), 0) as rate from b)
select b.area_name as province_name, b.short_name as unit_name, b.bid_amount, b.win_amount, cast(b.won as numeric) / nullif(b.opened, 0) / nullif(g.rate, 0) as relative_rate,
  cast(b.won as numeric) / nullif(b.opened, 0) as win_rate, b.opened, b.won from b cross join g`,
    fields: `
province_name 省份 province
unit_name 经营单位 text
bid_amount 投标额 元
win_amount 中标额 元
win_rate 中标率 pct
relative_rate 中标率相对全集团 pct
opened 开标 次
won 中标 次`,
  },
  {
    key: 'process',
    name: '大屏·获客过程',
    remark: '所选年份创建的线索按来源：到达各阶段的数量、止于该阶段的丢单与在跟、到达时的金额（商机起）；对比期为上年同一时段创建的线索',
    sql: `${CHOSEN},
o as (select o.*, coalesce(s.std_name, '其他来源') as source_name, cast(extract(year from o.created_at) as integer) as yr from dwd.biz_opportunity o cross join p
  left join dwd.dim_code s on s.code_type = 'opp_source' and s.std_code = o.source
  where (${OF_YEAR('o.created_at')} or (cast(extract(year from o.created_at) as integer) = p.y - 1 and ${SAME_PART})) and ${OF_ORG('o.org_id')})
${STEPS.map(
  (
    step,
    i,
  ) => `select ${i + 1} as no, '${step}' as stage, o.source_name, count(*) filter (where o.yr = p.y) as n, count(*) filter (where o.yr = p.y - 1) as n_before,
  count(*) filter (where o.yr = p.y and o.reached = ${i + 1} and o.stage = 'lost') as lost, count(*) filter (where o.yr = p.y and o.reached = ${i + 1} and o.stage not in ('lost', 'signed')) as still_open,
  ${i === 0 ? 'cast(null as numeric)' : 'sum(o.amount) filter (where o.yr = p.y)'} as amount from o cross join p where o.reached >= ${i + 1} group by o.source_name`,
).join('\nunion all ')}`,
    fields: `
no 序号 no
stage 阶段 text
source_name 来源 text
n 数量 个
n_before 上年同期 个
lost 丢单 个
still_open 在跟 个
amount 金额 元`,
  },
  {
    key: 'step',
    name: '大屏·环节转化率',
    remark: '所选年份各月创建的线索在每个环节的转化率，与上年全年平均',
    sql: `${CHOSEN},
o as (select cast(date_trunc('month', o.created_at) as date) as month, cast(extract(year from o.created_at) as integer) as yr, o.reached from dwd.biz_opportunity o cross join p
  where cast(extract(year from o.created_at) as integer) in (p.y, p.y - 1) and ${OF_ORG('o.org_id')})
${STEPS.slice(1)
  .map(
    (
      step,
      i,
    ) => `select '${STEPS[i]} → ${step}' as step, o.month, cast(count(*) filter (where o.reached >= ${i + 2}) as numeric) / nullif(count(*) filter (where o.reached >= ${i + 1}), 0) as rate,
  (select cast(count(*) filter (where x.reached >= ${i + 2}) as numeric) / nullif(count(*) filter (where x.reached >= ${i + 1}), 0) from o x cross join p where x.yr = p.y - 1) as rate_before
from o cross join p where o.yr = p.y group by o.month`,
  )
  .join('\nunion all ')}`,
    fields: `
step 环节 text
month 月份 date
rate 转化率 pct
rate_before 上年平均 pct`,
  },
];
