import { view, type View } from '../table.ts';
import { WAN } from './units.ts';

/** Tenders and contracts. */
export const marketViews: readonly View[] = [
  view(
    'ads_bid_month',
    '月度投标与中标',
    `
month 月份（月初）
org_id 组织编号
bid_count 投标数
opened_count 已开标数
win_count 中标数
bid_amount 投标额（万元）
win_amount 中标额（万元）`,
    `
select date_trunc('month', bid_date)::date, org_id, count(*), count(*) filter (where result in ('1', '2')), count(*) filter (where result = '1'),
       ${WAN('sum(bid_amount)')}, coalesce(${WAN('sum(win_amount)')}, 0)
from dwd.biz_bid cross join dwd.etl_batch e
where bid_date <= e.data_date
group by 1, 2`,
  ),
  view(
    'ads_bid_business',
    '业务类型中标率与降幅',
    `
year 年度
business_name 业务类型
opened_count 已开标数
win_count 中标数
win_rate 中标率（%）
win_amount 中标额（万元）
discount_rate 中标平均降幅（%）`,
    `
select extract(year from b.bid_date)::smallint, d.business_name, count(*), count(*) filter (where b.result = '1'),
       round(count(*) filter (where b.result = '1') * 100.0 / count(*), 2), coalesce(${WAN('sum(b.win_amount)')}, 0),
       round((1 - sum(b.win_amount) / nullif(sum(b.limit_amount) filter (where b.result = '1'), 0)) * 100, 2)
from dwd.biz_bid b
join dwd.dim_business d on d.business_code = b.business_code
where b.result in ('1', '2')
group by 1, 2`,
  ),
  view(
    'ads_competitor',
    '竞争对手交锋',
    `
year 年度
competitor 竞争对手
met_count 交锋次数
win_count 我方中标数
lost_count 我方未中数`,
    `
select extract(year from bid_date)::smallint, competitor, count(*), count(*) filter (where result = '1'), count(*) filter (where result = '2')
from dwd.biz_bid
where result in ('1', '2')
group by 1, 2`,
  ),
  view(
    'ads_bid_calendar',
    '未来30天开标日历',
    `
bid_id 投标编号
project_name 招标项目名称
bid_date 开标日期
org_name 投标组织
business_name 业务类型
bid_amount 投标报价（万元）
deposit 投标保证金（万元）`,
    `
select b.bid_id, b.project_name, b.bid_date, o.short_name, d.business_name, ${WAN('b.bid_amount')}, ${WAN('b.deposit')}
from dwd.biz_bid b
join dwd.dim_org o on o.org_id = b.org_id
join dwd.dim_business d on d.business_code = b.business_code
cross join dwd.etl_batch e
where b.result = '3' and b.bid_date > e.data_date and b.bid_date <= e.data_date + 30`,
  ),
  view(
    'ads_deposit',
    '保证金占用',
    `
org_id 组织编号
org_name 组织名称
bid_count 占用笔数
deposit 占用金额（万元）`,
    `
select o.org_id, o.short_name, count(*), ${WAN('sum(b.deposit)')}
from dwd.biz_bid b
join dwd.dim_org o on o.org_id = b.org_id
where b.deposit_back = '0'
group by 1, 2`,
  ),
  view(
    'ads_contract_band',
    '合同额区间分布',
    `
year 签订年度
band_no 区间序号
band_name 合同额区间
contract_count 合同数
contract_amount 合同额（万元）
inner_count 其中集团内合同数`,
    `
select extract(year from c.sign_date)::smallint, b.no, b.name, count(*), ${WAN('sum(c.amount)')}, count(*) filter (where c.inner_flag = '1')
from dwd.biz_contract c
join (values (1, '50万元以下', 0, 500000), (2, '50–100万元', 500000, 1000000), (3, '100–500万元', 1000000, 5000000),
             (4, '500–2000万元', 5000000, 20000000), (5, '2000万元以上', 20000000, 10000000000)) b (no, name, low, high) on c.amount >= b.low and c.amount < b.high
cross join dwd.etl_batch e
where c.sign_date >= e.first_date
group by 1, 2, 3`,
  ),
  view(
    'ads_customer_top',
    '客户年度签约排名',
    `
year 年度
customer_id 客户编号
customer_name 客户名称
type_name 客户类型
industry 行业
contract_count 签约合同数
contract_amount 签约金额（万元）
receipt_amount 回款金额（万元）
rank_no 名次`,
    `
select y.year, c.customer_id, c.name, coalesce(t.std_name, '其他'), c.industry, y.contract_count, ${WAN('y.contract_amount')}, ${WAN('y.receipt_amount')},
       rank() over (partition by y.year order by y.contract_amount desc, c.customer_id)
from dws.dws_customer_year y
join dwd.biz_customer c on c.customer_id = y.customer_id
left join dwd.dim_code t on t.code_type = 'customer_type' and t.std_code = c.type
where y.contract_amount > 0`,
  ),
];
