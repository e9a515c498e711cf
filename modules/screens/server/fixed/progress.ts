import { CHOSEN, OF_ORG, PARAMS, PASSED, type ScreenSet } from './grammar.ts';

const SCORES = [
  ['新签', 'sum(m.contract_amount) / nullif(max(m.contract_target) * max(m.passed), 0)'],
  ['营收', 'sum(m.revenue) / nullif(max(m.revenue_target) * max(m.passed), 0)'],
  ['回款', 'sum(m.receipt_actual) / nullif(max(m.receipt_target) * max(m.passed), 0)'],
  ['利润', 'sum(m.profit) / nullif(max(m.profit_target) * max(m.passed), 0)'],
  ['产值', 'sum(m.output_actual) / nullif(sum(m.output_plan), 0)'],
] as const;

/** The course of a year, and two units side by side. */
export const progressSets: readonly ScreenSet[] = [
  {
    key: 'pace',
    name: '大屏·新签达成曲线',
    remark: '所选年份新签合同额与营业收入按月累计：实际（到数据月）、目标（年度目标按月均摊）、到数据日应完成、上年',
    sql: `${CHOSEN},
n as (select generate_series(1, 12) as no),
t as (select sum(t.contract) as contract, sum(t.revenue) as revenue from dwd.biz_target_year t cross join p where t.year = p.y and ${OF_ORG('t.org_id')}),
m as (select cast(extract(year from m.month) as integer) as yr, cast(extract(month from m.month) as integer) as no, sum(m.contract_amount) as amount, sum(m.revenue) as revenue
  from dws.dws_org_month m cross join p where cast(extract(year from m.month) as integer) in (p.y, p.y - 1) and ${OF_ORG('m.org_id')} group by 1, 2)
select cast(concat(p.y, '-', lpad(cast(n.no as text), 2, '0'), '-01') as date) as month,
  case when cast(concat(p.y, '-', lpad(cast(n.no as text), 2, '0'), '-01') as date) <= p.this_month then (select sum(m.amount) from m where m.yr = p.y and m.no <= n.no) end as actual,
  t.contract * n.no / 12 as target, t.contract * ${PASSED} as due, (select sum(m.amount) from m where m.yr = p.y - 1 and m.no <= n.no) as before,
  case when cast(concat(p.y, '-', lpad(cast(n.no as text), 2, '0'), '-01') as date) <= p.this_month then (select sum(m.revenue) from m where m.yr = p.y and m.no <= n.no) end as revenue,
  t.revenue * n.no / 12 as revenue_target, t.revenue * ${PASSED} as revenue_due
from n cross join p cross join t`,
    fields: `
month 月份 date
actual 实际累计 元
target 目标累计 元
due 今天应到 元
before 上年累计 元
revenue 营收累计 元
revenue_target 营收目标累计 元
revenue_due 营收今天应到 元`,
  },
  {
    key: 'history',
    name: '大屏·历年经营',
    remark: '全部月份到所选年份末月（当年为数据月），按季、按年看',
    sql: `${CHOSEN},
e as (select least(p.this_month, cast(concat(p.y, '-12-01') as date)) as last_month from p)
select m.month, sum(m.contract_amount) as contract_amount, sum(m.revenue) as revenue, sum(m.receipt_actual) as receipt, sum(m.profit) as profit
from dws.dws_org_month m cross join p cross join e where m.month <= e.last_month and ${OF_ORG('m.org_id')} group by m.month`,
    fields: `
month 月份 date
contract_amount 新签合同额 元
revenue 营业收入 元
receipt 回款额 元
profit 利润总额 元`,
  },
  {
    key: 'duel',
    name: '大屏·两家对比',
    remark: '两个单位的五项得分（实际 ÷ 序时目标，100 为达标）；没有选择时取新签合同额最高的两家',
    params: [...PARAMS, { name: 'peer', label: '对比单位', type: 'text', value: null }],
    sql: `${CHOSEN.replace('data_date,', 'cast(:peer as text) as peer, data_date,')},
d as (select ${PASSED} as passed from p),
r as (select g.org_id, g.short_name, row_number() over (order by sum(m.contract_amount) desc, g.short_name) as place
  from dws.dws_org_month m cross join p join dwd.dim_org g on g.org_id = m.org_id and g.is_branch = '1' where cast(extract(year from m.month) as integer) = p.y group by g.org_id, g.short_name),
a as (select r.org_id, r.short_name from r cross join p order by case when r.short_name = p.org then 0 else 1 end, r.place limit 1),
b as (select r.org_id, r.short_name from r cross join p cross join a where r.org_id <> a.org_id order by case when r.short_name = p.peer then 0 else 1 end, r.place limit 1),
o as (select 1 as side, a.org_id, a.short_name from a union all select 2, b.org_id, b.short_name from b),
m as (select o.side, o.short_name, x.*, t.contract as contract_target, t.revenue as revenue_target, t.receipt as receipt_target, t.profit as profit_target, d.passed
  from o cross join p cross join d join dws.dws_org_month x on x.org_id = o.org_id and cast(extract(year from x.month) as integer) = p.y
  join dwd.biz_target_year t on t.org_id = o.org_id and t.year = p.y)
${SCORES.map(([item, score], i) => `select ${i + 1} as no, '${item}' as item, m.side, m.short_name, ${score} * 100 as score from m group by m.side, m.short_name`).join('\nunion all ')}`,
    fields: `
no 序号 no
item 指标 text
side 左右 no
short_name 单位 text
score 得分 avg:分`,
  },
];
