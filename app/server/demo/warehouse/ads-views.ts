import { view, type View } from './table.ts';

// Names say which screen reads them first; amounts in 万元 are rounded here and nowhere else.
const WAN = (expression: string) => `round(${expression} / 10000, 2)`;
const YEARLY_TARGET =
  'select year, sum(contract) as contract, sum(revenue) as revenue, sum(receipt) as receipt, sum(profit) as profit, sum(output) as output from dwd.biz_target_year group by year';

const cockpit: View[] = [
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
    '经营预警（延期、超支、证书到期、回款逾期）',
    `
kind 预警类型
level 预警级别：2黄 3红
subject 预警对象
org_id 组织编号
org_name 组织名称
detail 说明
happen_date 相关日期`,
    `
select '项目延期', case when t.delay_days > 60 then '3' else '2' end, p.name, o.org_id, o.short_name, '已延期' || t.delay_days || '天', p.plan_end
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

const engineering: View[] = [
  view(
    'ads_project',
    '项目一览（进度、成本、风险）',
    `
project_id 项目编号
name 项目名称
org_id 组织编号
org_name 组织名称
business_name 业务类型
type_name 项目类型
stage_name 项目阶段
status 项目状态编码
status_name 项目状态
manager_name 项目负责人
province_name 省份
city_name 城市
lng 经度
lat 纬度
contract_amount 合同额（万元）
plan_start 计划开始日期
plan_end 计划结束日期
progress_plan 计划进度（%）
progress_actual 实际进度（%）
spi 进度绩效
cpi 成本绩效
delay_days 延期天数
risk_level 风险等级：1低 2中 3高
risk_score 综合风险分`,
    `
select p.project_id, p.name, o.org_id, o.short_name, b.business_name, ty.std_name, sg.std_name, p.status, st.std_name, m.emp_name, pa.short_name, ca.area_name, p.lng, p.lat,
       ${WAN('c.amount')}, p.plan_start, p.plan_end, round(p.progress_plan * 100, 1), round(p.progress_actual * 100, 1), t.spi, t.cpi, t.delay_days, p.risk_level, t.risk_score
from dwd.biz_project p
join dwd.biz_contract c on c.contract_id = p.contract_id
join dwd.dim_org o on o.org_id = p.org_id
join dwd.dim_business b on b.business_code = c.business_code
join dwd.dim_area pa on pa.area_code = c.province_code
join dwd.dim_area ca on ca.area_code = c.city_code
join dwd.dim_code ty on ty.code_type = 'project_type' and ty.src_code = p.type
join dwd.dim_code sg on sg.code_type = 'project_stage' and sg.src_code = p.stage
join dwd.dim_code st on st.code_type = 'project_status' and st.src_code = p.status
join dws.dws_project_total t on t.project_id = p.project_id
left join dwd.hr_employee m on m.emp_id = p.manager`,
  ),
  view(
    'ads_project_stage',
    '在建项目阶段分布',
    `
org_id 组织编号
stage 阶段编码
stage_name 阶段名称
project_count 项目数
contract_amount 合同额（万元）`,
    `
select p.org_id, p.stage, s.std_name, count(*), ${WAN('sum(c.amount)')}
from dwd.biz_project p
join dwd.biz_contract c on c.contract_id = p.contract_id
join dwd.dim_code s on s.code_type = 'project_stage' and s.src_code = p.stage
where p.status = '1'
group by 1, 2, 3`,
  ),
  view(
    'ads_cost_month',
    '月度产值与成本构成',
    `
month 月份（月初）
org_id 组织编号
plan_output 计划产值（万元）
actual_output 实际产值（万元）
cost_labor 人工成本（万元）
cost_sub 分包成本（万元）
cost_material 材料成本（万元）
cost_machine 机械成本（万元）
cost_manage 现场管理成本（万元）`,
    `
select m.month, p.org_id, ${WAN('sum(m.plan_output)')}, ${WAN('sum(m.actual_output)')}, ${WAN('sum(m.cost_labor)')}, ${WAN('sum(m.cost_sub)')}, ${WAN('sum(m.cost_material)')},
       ${WAN('sum(m.cost_machine)')}, ${WAN('sum(m.cost_manage)')}
from dwd.biz_output_month m
join dwd.biz_project p on p.project_id = m.project_id
group by 1, 2`,
  ),
  view(
    'ads_quality_month',
    '质量安全月度趋势',
    `
month 月份（月初）
org_id 组织编号
kind 检查类型编码
kind_name 检查类型
check_count 检查次数
found 发现问题数
rectified 已整改数
pass_first_count 一次验收合格次数`,
    `
select date_trunc('month', q.check_date)::date, p.org_id, q.kind, k.std_name, count(*), sum(q.found), sum(q.rectified), count(*) filter (where q.pass_first = '1')
from dwd.biz_quality_safety q
join dwd.biz_project p on p.project_id = q.project_id
join dwd.dim_code k on k.code_type = 'check_kind' and k.src_code = q.kind
group by 1, 2, 3, 4`,
  ),
  view(
    'ads_quality_category',
    '质量安全问题分类',
    `
year 年度
kind_name 检查类型
category 问题分类
found 发现问题数
rectified 已整改数`,
    `
select extract(year from q.check_date)::smallint, k.std_name, q.category, sum(q.found), sum(q.rectified)
from dwd.biz_quality_safety q
join dwd.dim_code k on k.code_type = 'check_kind' and k.src_code = q.kind
group by 1, 2, 3`,
  ),
  view(
    'ads_award_level',
    '获奖级别分布',
    `
year 获奖年度
award_level 级别编码
level_name 级别名称
award_count 获奖数`,
    `
select extract(year from a.award_date)::smallint, a.award_level, l.std_name, count(*)
from dwd.prj_quality_project a
join dwd.dim_code l on l.code_type = 'award_level' and l.src_code = a.award_level
where a.stage = '5'
group by 1, 2, 3`,
  ),
  view(
    'ads_property_year',
    '知识产权历年授权',
    `
year 授权年度
ip_type 类型编码
type_name 类型名称
granted 授权数`,
    `
select extract(year from p.grant_date)::smallint, p.ip_type, t.std_name, count(*)
from dwd.prj_intellectual_property p
join dwd.dim_code t on t.code_type = 'ip_type' and t.src_code = p.ip_type
where p.grant_date is not null
group by 1, 2, 3`,
  ),
];

const inbound: View[] = [
  view(
    'ads_funnel_year',
    '商机漏斗年度汇总',
    `
year 创建年度
org_id 组织编号
source 来源编码
source_name 来源渠道
lead_count 线索数
opportunity_count 转为商机数
proposal_count 进入方案数
bidding_count 进入招投标数
signed_count 签约数
lost_count 丢单数
amount 预计金额（万元）
signed_amount 签约商机金额（万元）`,
    `
select extract(year from f.month)::smallint, f.org_id, f.source, coalesce(min(c.std_name), '未映射'), sum(f.lead_count), sum(f.opportunity_count), sum(f.proposal_count),
       sum(f.bidding_count), sum(f.signed_count), sum(f.lost_count), ${WAN('sum(f.amount)')}, ${WAN('sum(f.signed_amount)')}
from dws.dws_funnel_month f
left join dwd.dim_code c on c.code_type = 'opp_source' and c.std_code = f.source
group by 1, 2, 3`,
  ),
  view(
    'ads_funnel_flow',
    '来源、阶段、结果流向（桑基图）',
    `
year 创建年度
from_node 起点
to_node 终点
opp_count 商机数`,
    `
select extract(year from o.created_at)::smallint, coalesce(s.std_name, '未映射'), g.name, count(*)
from dwd.biz_opportunity o
left join dwd.dim_code s on s.code_type = 'opp_source' and s.std_code = o.source
join (values (1, '止于线索'), (2, '止于商机'), (3, '止于方案'), (4, '止于招投标'), (5, '走完全程')) g (reached, name) on g.reached = o.reached
group by 1, 2, 3
union all
select extract(year from o.created_at)::smallint, g.name, case o.stage when 'signed' then '签约' when 'lost' then '丢单' else '跟进中' end, count(*)
from dwd.biz_opportunity o
join (values (1, '止于线索'), (2, '止于商机'), (3, '止于方案'), (4, '止于招投标'), (5, '走完全程')) g (reached, name) on g.reached = o.reached
group by 1, 2, 3`,
  ),
  view(
    'ads_lost_reason',
    '丢单原因',
    `
year 关闭年度
org_id 组织编号
lost_reason 丢单原因
opp_count 商机数
amount 预计金额（万元）`,
    `
select extract(year from closed_at)::smallint, org_id, lost_reason, count(*), ${WAN('sum(amount)')}
from dwd.biz_opportunity
where stage = 'lost'
group by 1, 2, 3`,
  ),
  view(
    'ads_follow_up',
    '待跟进商机',
    `
opp_id 商机编号
name 商机名称
customer_name 客户名称
org_id 组织编号
org_name 组织名称
owner_name 跟进人
stage_name 当前阶段
amount 预计金额（万元）
win_rate 赢单概率（%）
next_follow_date 下次跟进日期
overdue_days 逾期天数`,
    `
select o.opp_id, o.name, c.name, g.org_id, g.short_name, w.emp_name, s.std_name, ${WAN('o.amount')}, o.win_rate, o.next_follow_date, greatest(0, e.data_date - o.next_follow_date)
from dwd.biz_opportunity o
join dwd.biz_customer c on c.customer_id = o.customer_id
join dwd.dim_org g on g.org_id = o.org_id
join dwd.hr_employee w on w.emp_id = o.owner
join dwd.dim_code s on s.code_type = 'opp_stage' and s.src_code = o.stage
cross join dwd.etl_batch e
where o.stage not in ('signed', 'lost')`,
  ),
  view(
    'ads_owner_rank',
    '跟进人签约排名',
    `
year 签约年度
emp_id 跟进人工号
owner_name 跟进人
org_name 组织名称
signed_count 签约数
signed_amount 签约金额（万元）`,
    `
select extract(year from o.closed_at)::smallint, w.emp_id, w.emp_name, g.short_name, count(*), ${WAN('sum(o.amount)')}
from dwd.biz_opportunity o
join dwd.hr_employee w on w.emp_id = o.owner
join dwd.dim_org g on g.org_id = o.org_id
where o.stage = 'signed'
group by 1, 2, 3, 4`,
  ),
  view(
    'ads_customer_year',
    '客户年度新增与复购',
    `
year 年度
customer_count 签约客户数
new_count 新客户数
repeat_count 复购客户数
strategic_count 战略客户数
contract_amount 签约金额（万元）`,
    `
select y.year, count(*), count(*) filter (where extract(year from c.first_coop_date) = y.year), count(*) filter (where extract(year from c.first_coop_date) < y.year),
       count(*) filter (where c.level = '1'), ${WAN('sum(y.contract_amount)')}
from dws.dws_customer_year y
join dwd.biz_customer c on c.customer_id = y.customer_id
where y.contract_count > 0
group by y.year`,
  ),
];

const human: View[] = [
  view(
    'ads_hr_month',
    '人力月度指标',
    `
month 月份（月初）
org_id 组织编号
headcount 月末在岗人数
own_count 自有人数
outsourced_count 外包人数
master_count 硕士及以上人数
middle_title_count 中级及以上职称人数
average_age 平均年龄
average_service 平均司龄（年）
labor_cost 人工成本（万元）
entry_count 入职人数
leave_count 离职人数
saturation 人员饱和度（%）`,
    `
select h.month, h.org_id, h.headcount, h.own_count, h.outsourced_count, h.master_count, h.middle_title_count, h.average_age, h.average_service, ${WAN('h.labor_cost')},
       o.entry_count, o.leave_count, round(t.saturation * 100, 2)
from dws.dws_hr_month h
join dws.dws_org_month o on o.org_id = h.org_id and o.month = h.month
left join dws.dws_timesheet_month t on t.org_id = h.org_id and t.month = h.month`,
  ),
  view(
    'ads_hr_structure',
    '在岗人员结构（年龄段、学历、职称、序列）',
    `
dimension 维度
item_code 项编码
item_name 项名称
org_id 组织编号
people 人数
male 男性人数
female 女性人数`,
    `
select '年龄段', a.band, a.band, a.org_id, count(*), count(*) filter (where a.gender = '1'), count(*) filter (where a.gender = '2')
from (select e.org_id, e.gender, case when b.data_date - e.birthday < 30 * 365.25 then '30岁以下' when b.data_date - e.birthday < 40 * 365.25 then '30–39岁'
             when b.data_date - e.birthday < 50 * 365.25 then '40–49岁' else '50岁及以上' end as band
      from dwd.hr_employee e cross join dwd.etl_batch b where e.on_duty = '1') a
group by 2, 3, 4
union all
select '学历', e.education, c.std_name, e.org_id, count(*), count(*) filter (where e.gender = '1'), count(*) filter (where e.gender = '2')
from dwd.hr_employee e join dwd.dim_code c on c.code_type = 'education' and c.src_code = e.education where e.on_duty = '1' group by 2, 3, 4
union all
select '职称', e.title_level, c.std_name, e.org_id, count(*), count(*) filter (where e.gender = '1'), count(*) filter (where e.gender = '2')
from dwd.hr_employee e join dwd.dim_code c on c.code_type = 'title_level' and c.src_code = e.title_level where e.on_duty = '1' group by 2, 3, 4
union all
select '岗位序列', e.post_series, c.std_name, e.org_id, count(*), count(*) filter (where e.gender = '1'), count(*) filter (where e.gender = '2')
from dwd.hr_employee e join dwd.dim_code c on c.code_type = 'post_series' and c.src_code = e.post_series where e.on_duty = '1' group by 2, 3, 4`,
  ),
  view(
    'ads_certificate',
    '执业证书台账（含到期天数）',
    `
cert_id 证书台账编号
person_name 持证人
org_id 组织编号
org_name 组织名称
top_name 执业类型（上级）
type_name 执业类型
specialty 注册专业
cert_no 证书编号
valid_to 有效期止
days_left 剩余天数
cert_status 状态：1有效 2即将到期 3过期 4注销
occupied 是否被项目占用：0否 1是`,
    `
select c.cert_id, c.person_name, o.org_id, o.short_name, t.top_name, t.type_name, c.specialty, c.cert_no, c.valid_to, c.valid_to - e.data_date,
       case when c.register_status = '4' then '4' when c.valid_to <= e.data_date then '3' when c.valid_to - e.data_date <= 90 then '2' else '1' end,
       case when c.project_id is null then '0' else '1' end
from dwd.prj_certificate c
join dwd.dim_cert_type t on t.type_code = c.type_code
join dwd.dim_org o on o.org_id = c.org_id
cross join dwd.etl_batch e`,
  ),
  view(
    'ads_certificate_type',
    '有效执业证书按类型',
    `
top_name 执业类型（上级）
type_name 执业类型
certificates 有效证书数
holders 持证人数
expiring 90天内到期数`,
    `
select top_name, type_name, count(*), count(distinct person_name), count(*) filter (where cert_status = '2')
from ads.ads_certificate
where cert_status in ('1', '2')
group by 1, 2`,
  ),
];

const market: View[] = [
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
from dwd.biz_bid
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
       round((1 - avg(b.win_amount / b.limit_amount)) * 100, 2)
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

/** Screen-ready views; their text is in the catalogue, so lineage can read it. */
export const ADS_VIEWS: readonly View[] = [...cockpit, ...engineering, ...inbound, ...human, ...market];
