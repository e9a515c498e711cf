import { view, type View } from '../table.ts';
import { WAN } from './units.ts';

const YEARLY_TARGET =
  'select year, sum(contract) as contract, sum(revenue) as revenue, sum(receipt) as receipt, sum(profit) as profit, sum(output) as output from dwd.biz_target_year group by year';

/** Company-wide figures: cockpit, leader view, map. */
export const companyViews: readonly View[] = [
  view(
    'ads_company_year',
    '公司年度经营指标（目标、实际、完成率）',
    `
year 年度
contract_amount 新签合同额（万元）
contract_target 新签合同目标（万元）
contract_rate 新签完成率（%）
revenue 营业收入（万元）
revenue_target 营业收入目标（万元）
revenue_rate 营收完成率（%）
receipt_amount 回款额（万元）
receipt_due 到期应收款（万元）
collection_rate 回款率（%）
on_time_rate 回款及时率（%）
profit 利润总额（万元）
profit_rate 利润率（%）
output_amount 实际产值（万元）
output_rate 产值完成率（%）
average_headcount 平均在岗人数
revenue_per_head 人均营收（万元）`,
    `
select y.year, ${WAN('y.contract_amount')}, ${WAN('t.contract')}, round(y.contract_amount * 100 / t.contract, 2), ${WAN('y.revenue')}, ${WAN('t.revenue')},
       round(y.revenue * 100 / t.revenue, 2), ${WAN('y.receipt_actual')}, ${WAN('y.receipt_plan')}, round(y.receipt_actual * 100 / nullif(y.receipt_plan, 0), 2),
       round(y.receipt_on_time * 100 / nullif(y.receipt_plan, 0), 2), ${WAN('y.profit')}, round(y.profit * 100 / nullif(y.revenue, 0), 2), ${WAN('y.output_actual')},
       round(y.output_actual * 100 / nullif(y.output_plan, 0), 2), round(y.heads / y.months, 1), round(y.revenue / 10000 / (y.heads / y.months), 2)
from (
  select extract(year from month)::smallint as year, sum(contract_amount) as contract_amount, sum(revenue) as revenue, sum(receipt_actual) as receipt_actual,
         sum(receipt_plan) as receipt_plan, sum(receipt_on_time) as receipt_on_time, sum(profit) as profit, sum(output_actual) as output_actual,
         sum(output_plan) as output_plan, sum(headcount)::numeric as heads, count(distinct month) as months
  from dws.dws_org_month
  group by 1
) y
join (${YEARLY_TARGET}) t on t.year = y.year`,
  ),
  view(
    'ads_company_month',
    '公司月度新签、营收、回款、产值',
    `
month 月份（月初）
year 年度
contract_amount 新签合同额（万元）
revenue 营业收入（万元）
receipt_amount 回款额（万元）
receipt_due 到期应收款（万元）
output_plan 计划产值（万元）
output_actual 实际产值（万元）
cost 项目成本（万元）
expense 期间费用（万元）
profit 利润总额（万元）
headcount 月末在岗人数`,
    `
select month, extract(year from month)::smallint, ${WAN('sum(contract_amount)')}, ${WAN('sum(revenue)')}, ${WAN('sum(receipt_actual)')}, ${WAN('sum(receipt_plan)')},
       ${WAN('sum(output_plan)')}, ${WAN('sum(output_actual)')}, ${WAN('sum(cost)')}, ${WAN('sum(expense)')}, ${WAN('sum(profit)')}, sum(headcount)
from dws.dws_org_month
group by month`,
  ),
  view(
    'ads_company_now',
    '公司当前规模（截至数据日）',
    `
data_date 数据截至日期
contract_in_hand 手持合同额（万元）
active_projects 在建项目数
delayed_projects 延期项目数
high_risk_projects 高风险项目数
headcount 在岗人数
certificates 有效执业证书数
patents 有效专利数
customers 合作客户数
cities 覆盖城市数
receivable 应收账款余额（万元）`,
    `
select e.data_date,
       (select ${WAN('sum(balance)')} from dwd.biz_contract),
       (select count(*) from dwd.biz_project where status = '1'),
       (select count(*) from dwd.biz_project p join dws.dws_project_total t on t.project_id = p.project_id where p.status in ('1', '3') and t.delay_days > 0),
       (select count(*) from dwd.biz_project where status = '1' and risk_level = '3'),
       (select count(*) from dwd.hr_employee where on_duty = '1'),
       (select count(*) from dwd.prj_certificate where valid_to > e.data_date and register_status <> '4'),
       (select count(*) from dwd.prj_intellectual_property where ip_type in ('1', '2', '3') and legal_status = '4'),
       (select count(*) from dwd.biz_customer where first_coop_date is not null),
       (select count(distinct city_code) from dwd.biz_contract),
       (select ${WAN('sum(amount)')} from dws.dws_receivable_age)
from dwd.etl_batch e`,
  ),
  view(
    'ads_province_year',
    '省份年度合同与项目（地图）',
    `
year 年度
province_code 省份代码
province_name 省份名称
short_name 省份简称
lng 经度
lat 纬度
contract_count 新签合同数
contract_amount 新签合同额（万元）
output_amount 实际产值（万元）`,
    `
select extract(year from s.month)::smallint, a.area_code, a.area_name, a.short_name, a.lng, a.lat, sum(s.contract_count), ${WAN('sum(s.contract_amount)')}, ${WAN('sum(s.output_actual)')}
from dws.dws_area_month s
join dwd.dim_area a on a.area_code = s.province_code
group by 1, 2, 3, 4, 5, 6`,
  ),
  view(
    'ads_city_year',
    '城市年度合同与项目（地图下钻）',
    `
year 年度
province_code 省份代码
city_code 城市代码
city_name 城市名称
lng 经度
lat 纬度
contract_count 新签合同数
contract_amount 新签合同额（万元）
output_amount 实际产值（万元）`,
    `
select extract(year from s.month)::smallint, s.province_code, a.area_code, a.area_name, a.lng, a.lat, sum(s.contract_count), ${WAN('sum(s.contract_amount)')}, ${WAN('sum(s.output_actual)')}
from dws.dws_area_month s
join dwd.dim_area a on a.area_code = s.city_code
group by 1, 2, 3, 4, 5, 6`,
  ),
  view(
    'ads_business_year',
    '业务结构年度汇总',
    `
year 年度
business_code 业务类型编码
business_name 业务类型名称
contract_count 新签合同数
contract_amount 新签合同额（万元）
revenue 营业收入（万元）
cost 项目成本（万元）
margin_rate 毛利率（%）`,
    `
select extract(year from s.month)::smallint, b.business_code, b.business_name, sum(s.contract_count), ${WAN('sum(s.contract_amount)')}, ${WAN('sum(s.revenue)')},
       ${WAN('sum(s.cost)')}, round((sum(s.revenue) - sum(s.cost)) * 100 / nullif(sum(s.revenue), 0), 2)
from dws.dws_business_month s
join dwd.dim_business b on b.business_code = s.business_code
group by 1, 2, 3`,
  ),
  view(
    'ads_branch_year',
    '分子公司年度指标与完成率',
    `
year 年度
org_id 组织编号
org_name 组织名称
short_name 组织简称
contract_amount 新签合同额（万元）
contract_target 新签合同目标（万元）
contract_rate 新签完成率（%）
revenue 营业收入（万元）
revenue_target 营业收入目标（万元）
revenue_rate 营收完成率（%）
receipt_amount 回款额（万元）
receipt_due 到期应收款（万元）
collection_rate 回款率（%）
profit 利润总额（万元）
profit_target 利润目标（万元）
output_actual 实际产值（万元）
output_rate 产值完成率（%）
average_headcount 平均在岗人数`,
    `
select y.year, o.org_id, o.org_name, o.short_name, ${WAN('y.contract_amount')}, ${WAN('t.contract')}, round(y.contract_amount * 100 / t.contract, 2),
       ${WAN('y.revenue')}, ${WAN('t.revenue')}, round(y.revenue * 100 / t.revenue, 2), ${WAN('y.receipt_actual')}, ${WAN('y.receipt_plan')},
       round(y.receipt_actual * 100 / nullif(y.receipt_plan, 0), 2), ${WAN('y.profit')}, ${WAN('t.profit')}, ${WAN('y.output_actual')},
       round(y.output_actual * 100 / nullif(y.output_plan, 0), 2), round(y.heads, 1)
from (
  select org_id, extract(year from month)::smallint as year, sum(contract_amount) as contract_amount, sum(revenue) as revenue, sum(receipt_actual) as receipt_actual,
         sum(receipt_plan) as receipt_plan, sum(profit) as profit, sum(output_actual) as output_actual, sum(output_plan) as output_plan, avg(headcount) as heads
  from dws.dws_org_month
  group by 1, 2
) y
join dwd.dim_org o on o.org_id = y.org_id and o.is_branch = '1'
join dwd.biz_target_year t on t.org_id = y.org_id and t.year = y.year`,
  ),
  view(
    'ads_receivable_age',
    '应收账款账龄',
    `
org_id 组织编号
org_name 组织名称
age_band 账龄段编码
age_name 账龄段
plan_count 未收齐笔数
amount 应收余额（万元）`,
    `
select o.org_id, o.short_name, r.age_band, case r.age_band when '1' then '3个月内' when '2' then '3–6个月' when '3' then '6–12个月' else '1年以上' end, r.plan_count, ${WAN('r.amount')}
from dws.dws_receivable_age r
join dwd.dim_org o on o.org_id = r.org_id`,
  ),
  view(
    'ads_warning',
    '经营预警（延期超过30天、超支、证书到期、回款逾期）',
    `
kind 预警类型
level 预警级别：2黄 3红
subject 预警对象
org_id 组织编号
org_name 组织名称
detail 说明
happen_date 相关日期`,
    `
select '严重延期', case when t.delay_days > 60 then '3' else '2' end, p.name, o.org_id, o.short_name, '已延期' || t.delay_days || '天', p.plan_end
from dwd.biz_project p join dws.dws_project_total t on t.project_id = p.project_id join dwd.dim_org o on o.org_id = p.org_id
where p.status in ('1', '3') and t.delay_days > 30
union all
select '成本超支', case when t.cpi < 0.85 then '3' else '2' end, p.name, o.org_id, o.short_name, '成本绩效' || round(t.cpi, 2), p.plan_end
from dwd.biz_project p join dws.dws_project_total t on t.project_id = p.project_id join dwd.dim_org o on o.org_id = p.org_id
where p.status = '1' and t.cpi < 0.92 and p.progress_actual > 0.1
union all
select '证书到期', case when c.valid_to - e.data_date <= 30 then '3' else '2' end, t.type_name, o.org_id, o.short_name, c.cert_no, c.valid_to
from dwd.prj_certificate c join dwd.dim_cert_type t on t.type_code = c.type_code join dwd.dim_org o on o.org_id = c.org_id cross join dwd.etl_batch e
where c.valid_to - e.data_date between 1 and 90 and c.register_status <> '4'
union all
select '回款逾期', case when e.data_date - l.plan_date > 365 then '3' else '2' end, c.name, o.org_id, o.short_name, '逾期' || round((l.plan_amount - l.paid_amount) / 10000, 1) || '万元', l.plan_date
from dwd.biz_receipt_plan l join dwd.biz_contract c on c.contract_id = l.contract_id join dwd.dim_org o on o.org_id = c.org_id cross join dwd.etl_batch e
where l.plan_date < e.data_date - 180 and l.plan_amount - l.paid_amount > 500000`,
  ),
];
