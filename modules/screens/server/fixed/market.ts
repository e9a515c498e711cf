import { CHOSEN, OF_ORG, OF_YEAR, type ScreenSet } from './grammar.ts';

const STAGES = ['线索', '商机', '方案', '招投标', '签约'] as const;
const COUNTS = ['lead_count', 'opportunity_count', 'proposal_count', 'bidding_count', 'signed_count'] as const;

/** Customers, leads, tenders and contracts. */
export const marketSets: readonly ScreenSet[] = [
  {
    key: 'inbound',
    name: '大屏·获客指标',
    remark: '所选年份创建的线索及其去向；转化率 = 签约 ÷ 线索，成交周期 = 签约商机从创建到签约的平均天数；客户指标为全集团',
    sql: `${CHOSEN},
f as (select count(*) as leads, count(*) filter (where o.reached >= 2) as opportunities, sum(o.amount) filter (where o.reached >= 2) as amount,
   count(*) filter (where o.stage = 'signed') as signed, sum(o.amount) filter (where o.stage = 'signed') as signed_amount,
   count(*) filter (where o.stage = 'lost') as lost, avg(o.closed_at - o.created_at) filter (where o.stage = 'signed') as cycle_days,
   sum(o.amount) filter (where o.stage not in ('signed', 'lost')) as pipeline
  from dwd.biz_opportunity o cross join p where ${OF_YEAR('o.created_at')} and ${OF_ORG('o.org_id')}),
l as (select count(*) as leads from dwd.biz_opportunity o cross join p where cast(extract(year from o.created_at) as integer) = p.y - 1
  and o.created_at + interval '1 year' < p.this_month and ${OF_ORG('o.org_id')}),
n as (select count(*) as leads from dwd.biz_opportunity o cross join p where ${OF_YEAR('o.created_at')} and o.created_at < p.this_month and ${OF_ORG('o.org_id')})
select f.*, cast(f.signed as numeric) / nullif(f.leads, 0) as conversion, cast(f.signed as numeric) / nullif(f.signed + f.lost, 0) as win_share,
  cast(n.leads - l.leads as numeric) / nullif(l.leads, 0) as leads_yoy, c.new_count, c.customer_count, cast(c.repeat_count as numeric) / nullif(c.customer_count, 0) as repeat_rate,
  cast(c.strategic_count as numeric) / nullif(c.customer_count, 0) as strategic_rate
from f cross join l cross join n cross join p left join ads.ads_customer_year c on c.year = p.y`,
    fields: `
leads 线索数 条
leads_yoy 线索同比 pct
opportunities 商机数 个
amount 商机金额 元
pipeline 在途金额 元
signed 签约数 个
signed_amount 签约金额 元
lost 丢单数 个
cycle_days 平均成交周期 avg:天
conversion 转化率 pct
win_share 赢单率 pct
new_count 新客户数 家
customer_count 签约客户数 家
repeat_rate 复购率 pct
strategic_rate 签约客户战略占比 pct`,
  },
  {
    key: 'funnel',
    name: '大屏·商机漏斗',
    remark: '所选年份创建的线索到达过各阶段的数量',
    sql: `${CHOSEN},
f as (select ${COUNTS.map((c) => `sum(f.${c}) as ${c}`).join(', ')} from ads.ads_funnel_year f cross join p where f.year = p.y and ${OF_ORG('f.org_id')})
${STAGES.map((stage, i) => `select ${i + 1} as no, '${stage}' as stage, f.${COUNTS[i]} as n, cast(f.${COUNTS[i]} as numeric) / nullif(f.${COUNTS[Math.max(0, i - 1)]}, 0) as rate from f`).join('\nunion all ')}`,
    fields: `
no 序号 no
stage 阶段 text
n 数量 个
rate 上阶段转化 pct`,
  },
  {
    key: 'channel',
    name: '大屏·来源渠道',
    remark: '所选年份各来源的线索、商机与签约',
    sql: `${CHOSEN}
select f.source_name, sum(f.lead_count) as leads, sum(f.opportunity_count) as opportunities, sum(f.signed_count) as signed, sum(f.amount) * 10000 as amount, sum(f.signed_amount) * 10000 as signed_amount
from ads.ads_funnel_year f cross join p where f.year = p.y and ${OF_ORG('f.org_id')} group by f.source_name`,
    fields: `
source_name 来源 text
leads 线索数 条
opportunities 商机数 个
signed 签约数 个
amount 商机金额 元
signed_amount 签约金额 元`,
    calculated: 'conversion 转化率 pct = SUM([签约数]) / NULLIF(SUM([线索数]), 0)',
  },
  {
    key: 'flow',
    name: '大屏·获客流向',
    remark: '来源 → 到达阶段 → 结果',
    sql: `${CHOSEN}
select coalesce(s.std_name, '其他来源') as source_name, case o.reached when 1 then '止于线索' when 2 then '止于商机' when 3 then '止于方案' when 4 then '止于招投标' else '走完全程' end as reached_name,
  case o.stage when 'signed' then '赢单' when 'lost' then '丢单' else '跟进中' end as result_name, count(*) as n, sum(o.amount) as amount
from dwd.biz_opportunity o cross join p left join dwd.dim_code s on s.code_type = 'opp_source' and s.std_code = o.source
where ${OF_YEAR('o.created_at')} and ${OF_ORG('o.org_id')} group by 1, 2, 3`,
    fields: `
source_name 来源 text
reached_name 到达阶段 text
result_name 结果 text
n 商机数 个
amount 金额 元`,
  },
  {
    key: 'lead_month',
    name: '大屏·月度获客',
    remark: '所选年份各月新增线索、新增签约（按签约月）',
    sql: `${CHOSEN}
select m.month, sum(m.leads) as leads, sum(m.signed) as signed, sum(m.signed_amount) as signed_amount from (
  select cast(date_trunc('month', o.created_at) as date) as month, count(*) as leads, 0 as signed, 0 as signed_amount from dwd.biz_opportunity o cross join p where ${OF_YEAR('o.created_at')} and ${OF_ORG('o.org_id')} group by 1
  union all select cast(date_trunc('month', o.closed_at) as date), 0, count(*), sum(o.amount) from dwd.biz_opportunity o cross join p where o.stage = 'signed' and ${OF_YEAR('o.closed_at')} and ${OF_ORG('o.org_id')} group by 1) m
group by m.month`,
    fields: `
month 月份 date
leads 新增线索 条
signed 新增签约 个
signed_amount 签约金额 元`,
  },
  {
    key: 'lead_area',
    name: '大屏·商机区域',
    remark: '所选年份商机按客户所在省份、客户类型',
    sql: `${CHOSEN}
select a.area_name as province_name, b.area_name as city_name, coalesce(t.std_name, '其他') as type_name, count(*) as n, sum(o.amount) as amount, count(*) filter (where o.stage = 'signed') as signed
from dwd.biz_opportunity o cross join p join dwd.biz_customer c on c.customer_id = o.customer_id join dwd.dim_area a on a.area_code = c.province_code
join dwd.dim_area b on b.area_code = c.city_code left join dwd.dim_code t on t.code_type = 'customer_type' and t.std_code = c.type
where ${OF_YEAR('o.created_at')} and ${OF_ORG('o.org_id')} group by 1, 2, 3`,
    fields: `
province_name 省份 province
city_name 城市 city
type_name 客户类型 text
n 商机数 个
amount 商机金额 元
signed 签约数 个`,
  },
  {
    key: 'lost',
    name: '大屏·丢单原因',
    remark: '所选年份关闭的丢单按原因',
    sql: `${CHOSEN}
select l.lost_reason, sum(l.opp_count) as n, sum(l.amount) * 10000 as amount from ads.ads_lost_reason l cross join p where l.year = p.y and ${OF_ORG('l.org_id')} group by l.lost_reason`,
    fields: `
lost_reason 丢单原因 text
n 丢单数 个
amount 丢单金额 元`,
  },
  {
    key: 'follow',
    name: '大屏·待跟进商机',
    remark: '未签约、未丢单的商机，逾期天数从计划跟进日算起',
    sql: `${CHOSEN}
select f.name, f.customer_name, f.org_name, f.owner_name, f.stage_name, f.amount * 10000 as amount, f.win_rate / 100 as win_rate, f.next_follow_date, f.overdue_days,
  case when f.overdue_days > 7 then '逾期' when f.overdue_days > 0 then '待跟进' else '正常' end as light
from ads.ads_follow_up f cross join p where ${OF_ORG('f.org_id')}`,
    fields: `
name 商机名称 text
customer_name 客户 text
org_name 单位 text
owner_name 跟进人 text
stage_name 阶段 text
next_follow_date 下次跟进 date
light 提醒 text
amount 预计金额 元
win_rate 赢单概率 pct
overdue_days 逾期天数 天`,
  },
  {
    key: 'owner',
    name: '大屏·跟进人签约',
    remark: '所选年份跟进人签约数与金额',
    sql: `${CHOSEN}
select r.owner_name, r.org_name, r.signed_count, r.signed_amount * 10000 as signed_amount from ads.ads_owner_rank r cross join p where r.year = p.y and (p.org is null or r.org_name = p.org)`,
    fields: `
owner_name 跟进人 text
org_name 单位 text
signed_count 签约数 个
signed_amount 签约金额 元`,
  },
  {
    key: 'market',
    name: '大屏·投标与合同',
    remark: '所选年份平均降幅、在投金额、保证金占用；平均降幅 = 1 − Σ中标额 ÷ Σ最高限价（已中标的投标）',
    sql: `${CHOSEN}
select (select 1 - sum(b.win_amount) / nullif(sum(b.limit_amount), 0) from dwd.biz_bid b where b.result = '1' and b.limit_amount > 0 and ${OF_YEAR('b.bid_date')} and ${OF_ORG('b.org_id')}) as discount,
  (select sum(b.limit_amount) from dwd.biz_bid b where b.result = '1' and ${OF_YEAR('b.bid_date')} and ${OF_ORG('b.org_id')}) as limit_total,
  (select count(*) from dwd.biz_bid b where b.deposit_back = '0' and b.deposit > 0 and ${OF_ORG('b.org_id')}) as deposit_count,
  (select sum(b.bid_amount) from dwd.biz_bid b where b.result = '3' and ${OF_ORG('b.org_id')}) as bidding_amount,
  (select count(*) from dwd.biz_bid b where b.result = '3' and ${OF_ORG('b.org_id')}) as bidding_count,
  (select sum(b.deposit) from dwd.biz_bid b where b.deposit_back = '0' and ${OF_ORG('b.org_id')}) as deposit
from p`,
    fields: `
discount 平均降幅 pct
bidding_amount 在投金额 元
bidding_count 在投项目 个
deposit 保证金占用 元
limit_total 中标项目限价 元
deposit_count 未退保证金 笔`,
  },
  {
    key: 'bid',
    name: '大屏·投标明细',
    remark: '所选年份已开标的投标，一行一次；中标率 = 中标 ÷ 已开标，交锋 = 有主要竞争对手的已开标投标',
    sql: `${CHOSEN}
select b.project_name, b.bid_date, g.short_name as org_name, d.business_name, b.competitor, case b.result when '1' then '中标' else '未中标' end as result_name,
  b.limit_amount, b.bid_amount, b.win_amount, 1 as opened, case b.result when '1' then 1 else 0 end as won
from dwd.biz_bid b cross join p join dwd.dim_business d on d.business_code = b.business_code join dwd.dim_org g on g.org_id = b.org_id
where b.result in ('1', '2') and ${OF_YEAR('b.bid_date')} and ${OF_ORG('b.org_id')}`,
    fields: `
project_name 招标项目 text
bid_date 开标日期 date
org_name 投标单位 text
business_name 业务类型 text
competitor 竞争对手 text
result_name 结果 text
limit_amount 最高限价 元
bid_amount 投标报价 元
win_amount 中标额 元
opened 已开标数 次
won 中标数 次`,
    calculated: 'win_rate 中标率 pct = SUM([中标数]) / NULLIF(SUM([已开标数]), 0)',
  },
  {
    key: 'price',
    name: '大屏·中标价格指数',
    remark: '近24个月中标额 ÷ 最高限价，以所选年份上一年的平均为 100；平均降幅 = 1 − 中标额 ÷ 最高限价',
    sql: `${CHOSEN},
w as (select cast(date_trunc('month', b.bid_date) as date) as month, b.win_amount, b.limit_amount from dwd.biz_bid b cross join p
  where b.result = '1' and b.limit_amount > 0 and ${OF_ORG('b.org_id')}),
e as (select least(p.this_month, cast(concat(p.y, '-12-01') as date)) as last_month from p),
base as (select sum(w.win_amount) / nullif(sum(w.limit_amount), 0) as ratio from w cross join p where cast(extract(year from w.month) as integer) = p.y - 1)
select w.month, count(*) as won, sum(w.win_amount) / sum(w.limit_amount) / nullif(max(base.ratio), 0) * 100 as price_index, 1 - sum(w.win_amount) / sum(w.limit_amount) as discount, 100 as base_line
from w cross join e cross join base where w.month <= e.last_month and w.month > e.last_month - interval '24 month' group by w.month`,
    fields: `
month 月份 date
won 中标数 次
price_index 中标价格指数 avg:
discount 平均降幅 pct
base_line 上年平均 avg:`,
  },
  {
    key: 'bid_calendar',
    name: '大屏·开标日历',
    remark: '未来30天开标的投标',
    sql: `${CHOSEN}
select c.project_name, c.bid_date, c.org_name, c.business_name, c.bid_amount * 10000 as bid_amount, c.deposit * 10000 as deposit from ads.ads_bid_calendar c cross join p where p.org is null or c.org_name = p.org`,
    fields: `
project_name 招标项目 text
bid_date 开标日期 date
org_name 投标单位 text
business_name 业务类型 text
bid_amount 投标报价 元
deposit 保证金 元`,
  },
  {
    key: 'band',
    name: '大屏·合同额区间',
    remark: '所选年份新签合同按金额区间',
    sql: `${CHOSEN}
select b.no, b.name as band_name, count(*) as n, sum(c.amount) as amount from dwd.biz_contract c cross join p
join (values (1, '50万以下', 0, 500000), (2, '50–100万', 500000, 1000000), (3, '100–500万', 1000000, 5000000), (4, '500–2000万', 5000000, 20000000), (5, '2000万以上', 20000000, 10000000000)) b (no, name, low, high)
  on c.amount >= b.low and c.amount < b.high where ${OF_YEAR('c.sign_date')} and ${OF_ORG('c.org_id')} group by b.no, b.name`,
    fields: `
no 区间序号 no
band_name 合同额区间 text
n 合同数 份
amount 合同额 元`,
  },
  {
    key: 'customer',
    name: '大屏·客户签约',
    remark: '所选年份客户签约与回款（全集团）',
    sql: `${CHOSEN}
select c.customer_name, c.type_name, c.industry, c.contract_count, c.contract_amount * 10000 as contract_amount, c.receipt_amount * 10000 as receipt from ads.ads_customer_top c cross join p where c.year = p.y`,
    fields: `
customer_name 客户 text
type_name 客户类型 text
industry 行业 text
contract_count 合同数 份
contract_amount 签约金额 元
receipt 回款金额 元`,
  },
];
