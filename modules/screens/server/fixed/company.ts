import { CHOSEN, OF_ORG, OF_YEAR, PASSED, type ScreenSet } from './grammar.ts';

/** A month counts in comparisons once it is over, in both years. */
const CLOSED = "case when m.yr = p.y then m.month < p.this_month else m.month + interval '1 year' < p.this_month end";
const both = (column: string, name = column): string =>
  `sum(m.${column}) filter (where m.yr = p.y) as ${name}, sum(m.${column}) filter (where m.yr = p.y and ${CLOSED}) as ${name}_now,
   sum(m.${column}) filter (where m.yr = p.y - 1 and ${CLOSED}) as ${name}_before`;
const change = (name: string): string => `(s.${name}_now - s.${name}_before) / nullif(s.${name}_before, 0) as ${name}_yoy`;
const MONTHS = `(select x.*, cast(extract(year from x.month) as integer) as yr from dws.dws_org_month x)`;

/** Figures of the company: each is defined here once and read by every screen that shows it. */
export const companySets: readonly ScreenSet[] = [
  {
    key: 'company',
    name: '大屏·年度经营指标',
    remark:
      '所选年份、单位的新签、营收、回款、利润、产值、投标与人均；人均产值 = 实际产值 ÷ 平均在岗，人均营收 = 营收 ÷ 平均在岗；投标数截至数据日；同比取两年中都已结束的月份；序时目标 = 年度目标 × 时间进度',
    sql: `${CHOSEN},
s as (select ${both('contract_amount')}, ${both('revenue')}, ${both('receipt_actual', 'receipt')}, ${both('profit')}, ${both('output_actual', 'output')},
   sum(m.receipt_plan) filter (where m.yr = p.y) as receipt_due, sum(m.receipt_on_time) filter (where m.yr = p.y) as receipt_on_time,
   sum(m.output_plan) filter (where m.yr = p.y) as output_plan, sum(m.inner_amount) filter (where m.yr = p.y) as inner_amount,
   sum(m.contract_count) filter (where m.yr = p.y) as contract_count, sum(m.bid_count) filter (where m.yr = p.y) as bid_count,
   sum(m.bid_opened_count) filter (where m.yr = p.y) as opened_count, sum(m.win_count) filter (where m.yr = p.y) as win_count,
   sum(m.win_amount) filter (where m.yr = p.y) as win_amount, sum(m.headcount) filter (where m.yr = p.y) as heads,
   count(distinct m.month) filter (where m.yr = p.y) as months
  from ${MONTHS} m cross join p where m.yr in (p.y, p.y - 1) and ${OF_ORG('m.org_id')}),
t as (select sum(t.contract) as contract, sum(t.revenue) as revenue, sum(t.receipt) as receipt, sum(t.profit) as profit, sum(t.output) as output
  from dwd.biz_target_year t cross join p where t.year = p.y and ${OF_ORG('t.org_id')}),
d as (select ${PASSED} as passed from p)
select s.contract_amount, t.contract as contract_target, t.contract * d.passed as contract_due, s.contract_amount / nullif(t.contract, 0) as contract_rate, ${change('contract_amount')},
  s.revenue, t.revenue as revenue_target, t.revenue * d.passed as revenue_due, s.revenue / nullif(t.revenue, 0) as revenue_rate, ${change('revenue')},
  s.receipt, t.receipt as receipt_target, t.receipt * d.passed as receipt_pace, s.receipt / nullif(s.receipt_due, 0) as collection_rate,
  s.receipt_on_time / nullif(s.receipt_due, 0) as on_time_rate, ${change('receipt')}, s.receipt_due,
  s.profit, t.profit as profit_target, t.profit * d.passed as profit_due, s.profit / nullif(s.revenue, 0) as profit_rate, ${change('profit')},
  s.output, s.output_plan, s.output / nullif(s.output_plan, 0) as output_rate, ${change('output')},
  cast(s.heads as numeric) / nullif(s.months, 0) as headcount_average, s.revenue / nullif(cast(s.heads as numeric) / nullif(s.months, 0), 0) as revenue_per_head,
  s.output / nullif(cast(s.heads as numeric) / nullif(s.months, 0), 0) as output_per_head,
  s.contract_count, s.bid_count, s.opened_count, s.win_count, s.win_amount, cast(s.win_count as numeric) / nullif(s.opened_count, 0) as win_rate,
  s.inner_amount, s.contract_amount - s.inner_amount as outer_amount, d.passed
from s cross join t cross join d`,
    fields: `
contract_amount 新签合同额 元
contract_target 新签目标 元
contract_due 新签序时目标 元
contract_rate 新签完成率 pct
contract_amount_yoy 新签同比 pct
revenue 营业收入 元
revenue_target 营收目标 元
revenue_due 营收序时目标 元
revenue_rate 营收完成率 pct
revenue_yoy 营收同比 pct
receipt 回款额 元
receipt_target 回款目标 元
receipt_pace 回款序时目标 元
receipt_due 到期应收款 元
collection_rate 回款率 pct
on_time_rate 回款及时率 pct
receipt_yoy 回款同比 pct
profit 利润总额 元
profit_target 利润目标 元
profit_due 利润序时目标 元
profit_rate 利润率 pct
profit_yoy 利润同比 pct
output 实际产值 元
output_plan 计划产值 元
output_rate 产值完成率 pct
output_yoy 产值同比 pct
headcount_average 平均在岗人数 人
revenue_per_head 人均营收 元
output_per_head 人均产值 元
contract_count 新签合同数 份
bid_count 投标数 次
opened_count 已开标数 次
win_count 中标数 次
win_amount 中标额 元
win_rate 中标率 pct
inner_amount 集团内新签 元
outer_amount 集团外新签 元
passed 时间进度 pct`,
  },
  {
    key: 'now',
    name: '大屏·当前规模',
    remark:
      '截至数据日：手持合同额、在建与延期项目（在建或暂停且延期天数大于0）、在岗人数、有效证书、有效专利、客户、覆盖省市、应收余额；口径同 ads_company_now',
    sql: `${CHOSEN}
select (select sum(c.balance) from dwd.biz_contract c where ${OF_ORG('c.org_id')}) as in_hand,
  (select count(*) from dwd.biz_project c where c.status = '1' and ${OF_ORG('c.org_id')}) as active_projects,
  (select count(*) from dwd.biz_project c where c.status = '2' and ${OF_ORG('c.org_id')}) as done_projects,
  (select count(*) from dwd.biz_project c join dws.dws_project_total t on t.project_id = c.project_id where c.status in ('1', '3') and t.delay_days > 0 and ${OF_ORG('c.org_id')}) as delayed_projects,
  (select count(*) from dwd.biz_project c where c.status = '1' and c.risk_level = '3' and ${OF_ORG('c.org_id')}) as high_risk_projects,
  (select count(*) from dwd.biz_project c where ${OF_ORG('c.org_id')}) as all_projects,
  (select count(*) from dwd.hr_employee c where c.on_duty = '1' and ${OF_ORG('c.org_id')}) as headcount,
  (select count(*) from dwd.prj_certificate c where c.valid_to > p.data_date and c.register_status <> '4' and ${OF_ORG('c.org_id')}) as certificates,
  (select count(*) from dwd.prj_certificate c where c.valid_to - p.data_date between 1 and 90 and c.register_status <> '4' and ${OF_ORG('c.org_id')}) as expiring,
  (select count(*) from dwd.prj_intellectual_property c where c.ip_type in ('1', '2', '3') and c.legal_status = '4') as patents,
  (select count(*) from dwd.prj_quality_project c where c.stage = '5') as awards,
  (select count(*) from dwd.biz_customer c where c.first_coop_date is not null) as customers,
  (select count(*) from dwd.biz_customer c where c.first_coop_date is not null and c.level = '1') as strategic_customers,
  (select count(distinct c.province_code) from dwd.biz_contract c where ${OF_ORG('c.org_id')}) as provinces,
  (select count(distinct c.city_code) from dwd.biz_contract c where ${OF_ORG('c.org_id')}) as cities,
  (select sum(c.amount) from dws.dws_receivable_age c where ${OF_ORG('c.org_id')}) as receivable,
  (select count(*) from dwd.dim_org c where c.is_branch = '1') as branches,
  (select count(*) from dwd.prj_supplier c) as suppliers,
  cast(extract(year from p.data_date) as integer) - (select min(cast(extract(year from c.found_date) as integer)) from dwd.dim_org c) as founded_years
from p`,
    fields: `
in_hand 手持合同额 元
active_projects 在建项目 个
done_projects 完工项目 个
delayed_projects 延期项目 个
high_risk_projects 高风险项目 个
all_projects 累计项目 个
headcount 在岗人数 人
certificates 有效证书 本
expiring 90天内到期证书 本
patents 有效专利 项
awards 累计获奖 项
customers 合作客户 家
strategic_customers 战略客户 家
provinces 覆盖省份 个
cities 覆盖城市 个
receivable 应收余额 元
branches 分子公司 家
suppliers 供应商 家
founded_years 成立年限 年`,
    calculated: 'strategic_rate 战略客户占比 pct = SUM([战略客户]) / NULLIF(SUM([合作客户]), 0)',
  },
  {
    key: 'month',
    name: '大屏·月度经营',
    remark: '所选年份各月，含上年同月与累计目标；单位可选',
    sql: `${CHOSEN}
select m.month, sum(m.contract_amount) as contract_amount, sum(m.revenue) as revenue, sum(m.receipt_actual) as receipt, sum(m.receipt_plan) as receipt_due,
  sum(m.output_plan) as output_plan, sum(m.output_actual) as output, sum(m.profit) as profit, sum(m.bid_count) as bid_count, sum(m.win_count) as win_count,
  sum(m.win_amount) as win_amount, sum(m.bid_opened_count) as opened_count, sum(m.opp_count) as lead_count, sum(b.contract_amount) as contract_before, sum(b.revenue) as revenue_before,
  sum(m.cost) as cost, sum(m.expense) as expense
from dws.dws_org_month m cross join p
left join dws.dws_org_month b on b.org_id = m.org_id and b.month = cast(m.month - interval '1 year' as date)
where ${OF_YEAR('m.month')} and ${OF_ORG('m.org_id')} group by m.month`,
    fields: `
month 月份 date
contract_amount 新签合同额 元
contract_before 上年同月新签 元
revenue 营业收入 元
revenue_before 上年同月营收 元
receipt 回款额 元
receipt_due 到期应收款 元
output 实际产值 元
output_plan 计划产值 元
profit 利润总额 元
cost 项目成本 元
expense 期间费用 元
bid_count 投标数 次
opened_count 已开标数 次
win_count 中标数 次
win_amount 中标额 元
lead_count 新增线索 条`,
    calculated: `
collection_rate 回款率 pct = SUM([回款额]) / NULLIF(SUM([到期应收款]), 0)
output_rate 产值完成率 pct = SUM([实际产值]) / NULLIF(SUM([计划产值]), 0)
spend 成本与费用 元 = SUM([项目成本]) + SUM([期间费用])
surplus 回款结余 元 = SUM([回款额]) - SUM([项目成本]) - SUM([期间费用])
profit_rate 利润率 pct = SUM([利润总额]) / NULLIF(SUM([营业收入]), 0)
win_rate 中标率 pct = SUM([中标数]) / NULLIF(SUM([已开标数]), 0)`,
  },
  {
    key: 'trend',
    name: '大屏·近24个月走势',
    remark: '所选年份末月（当年为数据月）往前24个月；近12个月滚动合计到最近一个已结束的月份',
    sql: `${CHOSEN},
e as (select least(p.this_month, cast(concat(p.y, '-12-01') as date)) as last_month, p.this_month as open_month, p.org from p),
m as (select m.month, sum(m.contract_amount) as contract_amount, sum(m.revenue) as revenue, sum(m.receipt_actual) as receipt, sum(m.profit) as profit,
   sum(m.headcount) as headcount, sum(m.entry_count) as entries, sum(m.leave_count) as leaves
  from dws.dws_org_month m cross join p where ${OF_ORG('m.org_id')} group by m.month),
r as (select m.*, (select sum(x.contract_amount) from m x where x.month <= m.month and x.month > m.month - interval '12 month') as contract_rolling,
   (select sum(x.revenue) from m x where x.month <= m.month and x.month > m.month - interval '12 month') as revenue_rolling from m)
select r.month, r.contract_amount, r.revenue, r.receipt, r.profit, r.headcount, r.entries, r.leaves,
  case when r.month < e.open_month then r.contract_rolling end as contract_rolling, case when r.month < e.open_month then r.revenue_rolling end as revenue_rolling
from r cross join e where r.month <= e.last_month and r.month > e.last_month - interval '24 month'`,
    fields: `
month 月份 date
contract_amount 新签合同额 元
revenue 营业收入 元
receipt 回款额 元
profit 利润总额 元
headcount 在岗人数 人
entries 入职人数 人
leaves 离职人数 人
contract_rolling 近12个月新签 元
revenue_rolling 近12个月营收 元`,
  },
  {
    key: 'branch',
    name: '大屏·分子公司指标',
    remark: '所选年份各经营单位的完成、目标、同比与五项得分（各项完成率，100 为达标）；不受单位筛选限制',
    sql: `${CHOSEN},
s as (select m.org_id, ${both('contract_amount')}, ${both('revenue')}, ${both('receipt_actual', 'receipt')}, ${both('profit')}, ${both('output_actual', 'output')},
   sum(m.receipt_plan) filter (where m.yr = p.y) as receipt_due, sum(m.output_plan) filter (where m.yr = p.y) as output_plan,
   sum(m.win_count) filter (where m.yr = p.y) as win_count, sum(m.bid_opened_count) filter (where m.yr = p.y) as opened_count
  from ${MONTHS} m cross join p where m.yr in (p.y, p.y - 1) group by m.org_id),
d as (select ${PASSED} as passed from p)
select o.short_name, s.contract_amount, t.contract as contract_target, ${change('contract_amount')}, s.contract_amount / nullif(t.contract, 0) as contract_rate, t.contract * d.passed as contract_due, t.revenue * d.passed as revenue_due,
  s.revenue, t.revenue as revenue_target, s.revenue / nullif(t.revenue, 0) as revenue_rate, ${change('revenue')},
  s.receipt, s.receipt_due, s.receipt / nullif(s.receipt_due, 0) as collection_rate, s.profit, t.profit as profit_target, s.profit / nullif(s.revenue, 0) as profit_rate,
  s.output, s.output_plan, s.output / nullif(s.output_plan, 0) as output_rate, cast(s.win_count as numeric) / nullif(s.opened_count, 0) as win_rate,
  s.contract_amount / nullif(t.contract * d.passed, 0) * 100 as score_contract, s.revenue / nullif(t.revenue * d.passed, 0) * 100 as score_revenue,
  s.receipt / nullif(t.receipt * d.passed, 0) * 100 as score_receipt, s.profit / nullif(t.profit * d.passed, 0) * 100 as score_profit,
  s.output / nullif(s.output_plan, 0) * 100 as score_output,
  (select count(*) from dwd.hr_employee e where e.on_duty = '1' and e.org_id = o.org_id) as headcount,
  (select count(*) from dwd.biz_project e where e.status = '1' and e.org_id = o.org_id) as active_projects,
  (select count(*) from dwd.prj_certificate e where e.valid_to > p.data_date and e.register_status <> '4' and e.org_id = o.org_id) as certificates,
  case when p.org = o.short_name then '1' else '0' end as is_chosen
from s cross join p cross join d join dwd.dim_org o on o.org_id = s.org_id and o.is_branch = '1'
join dwd.biz_target_year t on t.org_id = s.org_id and t.year = p.y`,
    fields: `
short_name 单位 text
is_chosen 是否所选单位 text
contract_amount 新签合同额 元
contract_target 新签目标 元
contract_due 新签序时目标 元
contract_rate 新签完成率 pct
contract_amount_yoy 新签同比 pct
revenue 营业收入 元
revenue_target 营收目标 元
revenue_due 营收序时目标 元
revenue_rate 营收完成率 pct
revenue_yoy 营收同比 pct
receipt 回款额 元
receipt_due 到期应收款 元
collection_rate 回款率 pct
profit 利润总额 元
profit_target 利润目标 元
profit_rate 利润率 pct
output 实际产值 元
output_plan 计划产值 元
output_rate 产值完成率 pct
win_rate 中标率 pct
score_contract 新签得分 avg:分
score_revenue 营收得分 avg:分
score_receipt 回款得分 avg:分
score_profit 利润得分 avg:分
score_output 产值得分 avg:分
headcount 在岗人数 人
active_projects 在建项目 个
certificates 有效证书 本`,
  },
  {
    key: 'score',
    name: '大屏·五项得分',
    remark: '所选单位（或全集团）各项实际 ÷ 序时目标，100 为达标',
    sql: `${CHOSEN},
s as (select sum(m.contract_amount) as contract, sum(m.revenue) as revenue, sum(m.receipt_actual) as receipt, sum(m.profit) as profit, sum(m.output_actual) as output, sum(m.output_plan) as output_plan
  from dws.dws_org_month m cross join p where ${OF_YEAR('m.month')} and ${OF_ORG('m.org_id')}),
t as (select sum(t.contract) as contract, sum(t.revenue) as revenue, sum(t.receipt) as receipt, sum(t.profit) as profit
  from dwd.biz_target_year t cross join p where t.year = p.y and ${OF_ORG('t.org_id')}),
d as (select ${PASSED} as passed from p)
select 1 as no, '新签' as item, s.contract / nullif(t.contract * d.passed, 0) * 100 as score, 100 as target from s cross join t cross join d
union all select 2, '营收', s.revenue / nullif(t.revenue * d.passed, 0) * 100, 100 from s cross join t cross join d
union all select 3, '回款', s.receipt / nullif(t.receipt * d.passed, 0) * 100, 100 from s cross join t cross join d
union all select 4, '利润', s.profit / nullif(t.profit * d.passed, 0) * 100, 100 from s cross join t cross join d
union all select 5, '产值', s.output / nullif(s.output_plan, 0) * 100, 100 from s cross join d`,
    fields: `
no 序号 no
item 指标 text
score 得分 avg:分
target 达标线 avg:分`,
  },
  {
    key: 'goal',
    name: '大屏·目标达成',
    remark: '新签、营收、回款、利润、产值：实际、年度目标、同比，环比 = 最近两个已结束的月份',
    sql: `${CHOSEN},
e as (select least(p.this_month, cast(concat(p.y + 1, '-01-01') as date)) as open_month from p),
s as (select ${['contract_amount contract', 'revenue', 'receipt_actual receipt', 'profit', 'output_actual output']
      .map((one) => {
        const [column, name = column] = one.split(' ');
        const of = (months: number) => `sum(m.${column}) filter (where m.month = e.open_month - interval '${months} month')`;
        return `${of(1)} / nullif(${of(2)}, 0) - 1 as ${name}_mom`;
      })
      .join(
        ', ',
      )}, ${both('contract_amount', 'contract')}, ${both('revenue')}, ${both('receipt_actual', 'receipt')}, ${both('profit')}, ${both('output_actual', 'output')}
  from ${MONTHS} m cross join p cross join e where m.yr in (p.y, p.y - 1) and ${OF_ORG('m.org_id')}),
t as (select sum(t.contract) as contract, sum(t.revenue) as revenue, sum(t.receipt) as receipt, sum(t.profit) as profit, sum(t.output) as output
  from dwd.biz_target_year t cross join p where t.year = p.y and ${OF_ORG('t.org_id')}),
d as (select ${PASSED} as passed from p)
${['contract 新签合同额', 'revenue 营业收入', 'receipt 回款额', 'profit 利润总额', 'output 实际产值']
  .map((one, i) => {
    const [name, label] = one.split(' ') as [string, string];
    return `select ${i + 1} as no, '${label}' as item, s.${name} as actual, t.${name} as target, t.${name} * d.passed as due, s.${name} / nullif(t.${name}, 0) as rate, ${change(name).replace(/ as \w+$/, ' as yoy')}, s.${name}_mom as mom from s cross join t cross join d`;
  })
  .join('\nunion all ')}`,
    fields: `
no 序号 no
item 指标 text
actual 实际 元
target 年度目标 元
due 序时目标 元
rate 完成率 pct
yoy 同比 pct
mom 环比 pct`,
  },
  {
    key: 'area',
    name: '大屏·区域分布',
    remark: '所选年份各城市的新签合同与产值，可从省下钻到市',
    sql: `${CHOSEN}
select a.area_name as province_name, c.area_name as city_name, sum(s.contract_count) as contract_count, sum(s.contract_amount) as contract_amount, sum(s.output_actual) as output
from dws.dws_area_month s cross join p join dwd.dim_area a on a.area_code = s.province_code join dwd.dim_area c on c.area_code = s.city_code
where ${OF_YEAR('s.month')} and ${OF_ORG('s.org_id')} group by a.area_name, c.area_name`,
    fields: `
province_name 省份 province
city_name 城市 city
contract_count 新签合同数 份
contract_amount 新签合同额 元
output 实际产值 元`,
  },
  {
    key: 'business',
    name: '大屏·业务结构',
    remark: '所选年份各业务类型的新签、营收、成本；毛利率 =（营收 − 成本）÷ 营收',
    sql: `${CHOSEN}
select b.business_name, o.short_name as org_name, sum(s.contract_count) as contract_count, sum(s.contract_amount) as contract_amount, sum(s.revenue) as revenue, sum(s.cost) as cost
from dws.dws_business_month s cross join p join dwd.dim_business b on b.business_code = s.business_code join dwd.dim_org o on o.org_id = s.org_id
where ${OF_YEAR('s.month')} and ${OF_ORG('s.org_id')} group by b.business_name, o.short_name`,
    fields: `
business_name 业务类型 text
org_name 单位 text
contract_count 新签合同数 份
contract_amount 新签合同额 元
revenue 营业收入 元
cost 项目成本 元`,
    calculated: `margin 毛利率 pct = (SUM([营业收入]) - SUM([项目成本])) / NULLIF(SUM([营业收入]), 0)`,
  },
  {
    key: 'inner',
    name: '大屏·集团内外',
    remark: '所选年份新签合同额来自集团内、集团外',
    sql: `${CHOSEN},
s as (select sum(m.contract_amount) as total, sum(m.inner_amount) as inner_amount from dws.dws_org_month m cross join p where ${OF_YEAR('m.month')} and ${OF_ORG('m.org_id')})
select 1 as no, '集团外' as item, s.total - s.inner_amount as amount, s.total from s
union all select 2, '集团内', s.inner_amount, s.total from s`,
    fields: `
no 序号 no
item 来源 text
amount 新签合同额 元
total 合计 元`,
  },
  {
    key: 'receivable',
    name: '大屏·应收账龄',
    remark: '截至数据日的应收余额按账龄、单位',
    sql: `${CHOSEN}
select r.age_band as no, case r.age_band when '1' then '3个月内' when '2' then '3–6个月' when '3' then '6–12个月' else '1年以上' end as age_name,
  o.short_name as org_name, r.plan_count, r.amount
from dws.dws_receivable_age r cross join p join dwd.dim_org o on o.org_id = r.org_id where ${OF_ORG('r.org_id')}`,
    fields: `
no 账龄序号 text
age_name 账龄 text
org_name 单位 text
plan_count 未收齐笔数 笔
amount 应收余额 元`,
  },
  {
    key: 'warning',
    name: '大屏·经营预警',
    remark: '严重延期（超过30天）、成本超支、证书到期、回款逾期；口径同 ads_warning',
    sql: `${CHOSEN}
select w.kind, case w.level when '3' then '严重' else '预警' end as level_name, w.subject, w.org_name, w.detail, w.happen_date, 1 as n
from ads.ads_warning w cross join p where ${OF_ORG('w.org_id')}`,
    fields: `
kind 预警类型 text
level_name 级别 text
subject 预警对象 text
org_name 单位 text
detail 说明 text
happen_date 相关日期 date
n 预警数 项`,
  },
  {
    key: 'org',
    name: '大屏·经营单位',
    remark: '单位筛选的取值',
    sql: `select o.short_name, a.area_name as province_name, 1 as n from dwd.dim_org o join dwd.dim_area a on a.area_code = o.province_code where o.is_branch = '1'`,
    fields: `
short_name 单位 text
province_name 省份 province
n 单位数 家`,
  },
];
